/**
 * The meaning of a trace's calls: their arguments, their collective, the requests that they
 * complete.
 */
package io.github.tracecast.simulate.calls;
