/** Replays a trace on one machine or several: the entry points of the simulator. */
package io.github.tracecast.simulate.replay;
