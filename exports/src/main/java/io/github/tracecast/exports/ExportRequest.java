package io.github.tracecast.exports;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import java.util.Optional;

/**
 * A trace to export.
 *
 * @param machine determines the algorithms of collectives and the instruction rate; without a
 *     machine, the export has default algorithms and recorded times
 * @param deltas which value replaces a distribution of computation
 * @param overheadsAsCalculations whether a schedule has the machine's overheads of messages as
 *     calculations; other formats ignore it
 */
public record ExportRequest(
    Programs programs,
    Optional<Machine> machine,
    DeltaChoice deltas,
    boolean overheadsAsCalculations) {
  /** Returns the same request for another form of the trace. */
  ExportRequest of(Programs other) {
    return new ExportRequest(other, machine, deltas, overheadsAsCalculations);
  }
}
