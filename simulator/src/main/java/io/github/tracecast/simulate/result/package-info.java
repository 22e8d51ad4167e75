/** What a replay finds: times of ranks and calls, traffic, skipped loops, timelines. */
package io.github.tracecast.simulate.result;
