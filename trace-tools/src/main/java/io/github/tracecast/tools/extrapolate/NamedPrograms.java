package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Trace;

/**
 * The programs of one recording's ranks.
 *
 * @param name of the recording in messages
 */
public record NamedPrograms(String name, Programs programs) {
  Trace trace() {
    return programs.trace();
  }

  EventTable table() {
    return programs.table();
  }
}
