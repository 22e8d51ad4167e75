/**
 * Compression: the events of a run's tasks, one at a time, to one comprehensive trace from which exactly these events come back.
 *
 * <p>{@link io.github.tracecast.compress.EventSink} takes a task's events and folds them into loops as they come. {@link
 * io.github.tracecast.compress.Compressor} hands out the sinks of all tasks and merges what they hold, pair by pair, into one
 * {@link io.github.tracecast.trace.Trace}.
 */
package io.github.tracecast.compress;
