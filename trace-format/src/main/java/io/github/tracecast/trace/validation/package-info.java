/** The rules that every trace keeps. */
package io.github.tracecast.trace.validation;
