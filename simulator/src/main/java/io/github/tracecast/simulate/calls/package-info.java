/** What a call of a trace means: its arguments, the collective behind it, what it completes. */
package io.github.tracecast.simulate.calls;
