/** Numbers, quoted words and files for people. */
package io.github.tracecast.trace.text;
