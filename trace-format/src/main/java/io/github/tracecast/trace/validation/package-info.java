/** Checks the rules that every valid trace follows. */
package io.github.tracecast.trace.validation;
