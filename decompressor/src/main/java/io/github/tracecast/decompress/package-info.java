/**
 * Cross-node decompression: converts a comprehensive trace to programs and cursors for each rank.
 *
 * <p>{@link io.github.tracecast.decompress.Programs} sorts the ranks into classes that have the
 * same events and loops. Each class shares one {@link io.github.tracecast.decompress.TaskProgram},
 * and a {@link io.github.tracecast.decompress.TaskCursor} walks it for one rank. The parameters and
 * deltas of an event for a rank and an execution are looked up in {@link
 * io.github.tracecast.decompress.EventTable} and {@link io.github.tracecast.decompress.DeltaTable}.
 * This package never expands a whole run. Memory is proportional to the compressed trace and the
 * number of ranks, not to the executed events.
 */
package io.github.tracecast.decompress;
