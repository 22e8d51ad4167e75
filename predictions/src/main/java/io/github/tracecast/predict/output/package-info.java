/** Writes reports to a file, a pipe, or standard output. */
package io.github.tracecast.predict.output;
