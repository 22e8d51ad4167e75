/** Replays a trace on one machine or many: the entry for callers. */
package io.github.tracecast.simulate.replay;
