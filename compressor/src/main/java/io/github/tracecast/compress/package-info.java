/**
 * Compression: turns the events of a run's tasks, one at a time, into one comprehensive trace.
 * Exactly these events can be restored from it.
 *
 * <p>{@link io.github.tracecast.compress.EventSink} takes a task's events and folds them into loops
 * as they arrive. {@link io.github.tracecast.compress.Compressor} provides the sinks of all tasks
 * and merges their programs, pair by pair, into one {@link io.github.tracecast.trace.Trace}.
 */
package io.github.tracecast.compress;
