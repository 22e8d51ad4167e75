/** The results of a replay: times of ranks and calls, traffic, skipped loops, timelines. */
package io.github.tracecast.simulate.result;
