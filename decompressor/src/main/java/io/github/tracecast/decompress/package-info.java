/**
 * Cross-node decompression: a comprehensive trace becomes per-rank programs and cursors.
 *
 * <p>{@link io.github.tracecast.decompress.Programs} sorts the ranks into classes that take part in the same events and
 * loops; each class shares one {@link io.github.tracecast.decompress.TaskProgram}, and a
 * {@link io.github.tracecast.decompress.TaskCursor} walks it for one rank. What an event's parameters and deltas are for a
 * rank and an execution is looked up in {@link io.github.tracecast.decompress.EventTable} and
 * {@link io.github.tracecast.decompress.DeltaTable}. Nothing here ever spells a run out: memory follows the compressed trace
 * and the number of ranks, not the number of executed events.
 */
package io.github.tracecast.decompress;
