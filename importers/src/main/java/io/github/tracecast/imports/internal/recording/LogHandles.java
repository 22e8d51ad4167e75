package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Parameter;
import java.util.Map;

/** Maps a log's numbers for call paths, datatypes, groups and communicators to a sink's handles. */
final class LogHandles {
  private final int[] sites;
  private final int[] datatypes;
  private final int[] groups;
  private final Map<Integer, Integer> communicators;

  /** Passes all definitions of the log to the sink. */
  LogHandles(LogDefinitions definitions, CallPaths paths, RunCommunicators all, EventSink sink) {
    this.sites = definitions.sites.stream()
        .mapToInt(frames -> sink.site(paths.name(definitions.modules, frames)))
        .toArray();
    this.datatypes = definitions.datatypes.stream()
        .mapToInt(type -> sink.datatype(type.name(), type.bytes()))
        .toArray();
    this.groups = definitions.groups.stream().mapToInt(sink::group).toArray();
    this.communicators = all.define(definitions, sink);
  }

  int site(LogBytes log, long number) {
    return handle(log, "call path", sites, number);
  }

  /**
   * Returns the sink's handle for a number in the log, by the kind of the parameter that has the
   * number.
   */
  long number(LogBytes log, Parameter parameter, long number) {
    return switch (parameter) {
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
        handle(log, "datatype", datatypes, number);
      case GROUP, NEW_GROUP -> handle(log, "group", groups, number);
      case COMMUNICATOR, NEW_COMMUNICATOR -> communicator(log, number);
      default -> number;
    };
  }

  private int communicator(LogBytes log, long number) {
    Integer known = communicators.get((int) number);
    if (known == null) {
      throw log.fault("communicator " + number, "a communicator that the log defines");
    }
    return known;
  }

  private static int handle(LogBytes log, String what, int[] handles, long number) {
    if (number < 0 || number >= handles.length) {
      throw log.fault(what + " " + number, "a " + what + " that the log defines");
    }
    return handles[(int) number];
  }
}
