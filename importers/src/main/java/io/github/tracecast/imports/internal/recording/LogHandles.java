package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.recording.LogDefinitions.Comm;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** What a log's numbers for call paths, datatypes, groups and communicators are to a sink. */
final class LogHandles {
  private final int[] sites;
  private final int[] datatypes;
  private final int[] groups;
  private final Map<Integer, Integer> communicators = new HashMap<>();

  /**
   * Defines what the events refer to.
   *
   * @param complete whether all members of a communicator have told of it
   */
  LogHandles(
      LogDefinitions definitions, CallPaths paths, Predicate<Comm> complete, EventSink sink) {
    this.sites = definitions.sites.stream()
        .mapToInt(frames -> sink.site(paths.name(definitions.modules, frames)))
        .toArray();
    this.datatypes = definitions.datatypes.stream()
        .mapToInt(type -> sink.datatype(type.name(), type.bytes()))
        .toArray();
    this.groups = definitions.groups.stream().mapToInt(sink::group).toArray();
    communicators.put(Communicator.WORLD, Communicator.WORLD);
    communicators.put(Communicator.SELF, Communicator.SELF);
    definitions.communicators.forEach((id, c) -> {
      if (complete.test(c)) {
        communicators.put(
            id, sink.communicator(c.name(), c.root(), c.number(), c.localRank(), c.size()));
      }
    });
  }

  int site(LogBytes log, long number) {
    return handle(log, "call path", sites, number);
  }

  /** Whether all members of a communicator have told of it. */
  boolean has(int communicator) {
    return communicators.containsKey(communicator);
  }

  /** What a number is to the sink, as a value of a parameter. */
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
      throw log.fault("communicator " + number, "one that the log defines");
    }
    return known;
  }

  private static int handle(LogBytes log, String what, int[] handles, long number) {
    if (number < 0 || number >= handles.length) {
      throw log.fault(
          what + " " + number, "one of the " + handles.length + " that the log defines");
    }
    return handles[(int) number];
  }
}
