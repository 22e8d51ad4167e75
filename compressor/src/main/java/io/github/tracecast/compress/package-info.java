/**
 * Compresses the events of a run's tasks, one event at a time, to one comprehensive trace. Exactly
 * these events can be restored from the trace.
 *
 * <p>{@link io.github.tracecast.compress.EventSink} receives a task's events and folds them into
 * loops as they arrive. {@link io.github.tracecast.compress.Compressor} creates the sinks of all
 * tasks and merges their programs, pair by pair, into one {@link io.github.tracecast.trace.Trace}.
 */
package io.github.tracecast.compress;
