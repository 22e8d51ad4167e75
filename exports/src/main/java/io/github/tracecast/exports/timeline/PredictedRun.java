package io.github.tracecast.exports.timeline;

import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Trace;

/**
 * A predicted run whose timeline is written.
 *
 * @param timeline the activities of the chosen ranks
 * @param trace the replayed trace
 * @param name the name of the trace
 * @param fromPicos calls that end before this time are left out
 * @param whole whether the timeline has all ranks and the whole run
 */
public record PredictedRun(
    Timeline timeline, Trace trace, String name, long fromPicos, boolean whole) {}
