/** Recorded times: values, bins and distributions. */
package io.github.tracecast.trace.times;
