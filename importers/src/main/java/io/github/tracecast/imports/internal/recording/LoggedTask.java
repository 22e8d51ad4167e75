package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.recording.LogDefinitions.Comm;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The second pass over a rank's log: its events, to a sink. One use, one thread. */
final class LoggedTask {
  private static final double NANOS_PER_MICRO = 1000;
  private static final long ANY = 0;
  private static final long NONE = 1;
  private static final int LIST = 0x80;

  private final LogDefinitions definitions;
  private final EventSink sink;
  private final int[] sites;
  private final int[] datatypes;
  private final int[] groups;
  private final Map<Integer, Integer> communicators = new HashMap<>();
  private long requests;
  private long events;

  /**
   * Defines what the events refer to.
   *
   * @param complete whether all members of a communicator have told of it
   */
  LoggedTask(
      LogDefinitions definitions, CallPaths paths, Predicate<Comm> complete, EventSink sink) {
    this.definitions = definitions;
    this.sink = sink;
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

  /** Events so far. */
  long events() {
    return events;
  }

  /**
   * Passes all events on, up to the first that uses a communicator of which not all members have told.
   *
   * @return whether that was all
   */
  boolean run() throws IOException {
    try (LogReader log = new LogReader(definitions.file)) {
      LoggedEvent event = new LoggedEvent();
      while (log.more()) {
        int kind = log.octet();
        if (kind != LogReader.EVENT) {
          skip(log, kind);
          continue;
        }
        event.read(log, definitions);
        if (event.uses(Parameter.COMMUNICATOR, id -> !communicators.containsKey(id))
            || event.uses(Parameter.NEW_COMMUNICATOR, id -> !communicators.containsKey(id))) {
          return false;
        }
        pass(log, event);
      }
    }
    return true;
  }

  private static void skip(LogReader log, int kind) throws IOException {
    switch (kind) {
      case LogReader.SITE -> skipNumbers(log, 2 * log.count("frames:"));
      case LogReader.MODULE, LogReader.NOTE -> log.text();
      case LogReader.DATATYPE -> {
        log.text();
        skipNumbers(log, 1);
      }
      case LogReader.COMMUNICATOR -> {
        skipNumbers(log, 1);
        log.text();
        skipNumbers(log, 4);
      }
      case LogReader.MATCH -> skipNumbers(log, 3);
      case LogReader.GROUP -> skipNumbers(log, log.count("ranks of a group:"));
      case LogReader.CALLS, LogReader.PARAMETERS -> {
        for (int left = log.count("names:"); left > 0; left--) {
          log.text();
        }
      }
      default -> throw log.fault("a record of kind " + kind, "1 to 10");
    }
  }

  private static void skipNumbers(LogReader log, int count) throws IOException {
    for (int left = count; left > 0; left--) {
      log.number();
    }
  }

  private void pass(LogReader log, LoggedEvent event) {
    MpiCall call = event.call();
    sink.begin(call, handle(log, "call path", sites, event.site()))
        .compute(Unit.MICROSECONDS, event.computeNanos() / NANOS_PER_MICRO)
        .inside(Unit.MICROSECONDS, event.insideNanos() / NANOS_PER_MICRO);
    boolean wildSource = false;
    boolean wildTag = false;
    for (int i = 0; i < event.parameters(); i++) {
      Parameter parameter = event.parameter(i);
      boolean any = !event.isList(i) && event.term(i, 0) == ANY;
      wildSource |= any && parameter == Parameter.SOURCE;
      wildTag |= any && parameter == Parameter.TAG;
      pass(log, event, i);
    }
    if (call.makesRequest()) {
      requests++;
      if (!call.makesPersistentRequest() && (wildSource || wildTag)) {
        matched(definitions.match(requests), wildSource, wildTag);
      }
    }
    sink.end();
    events++;
  }

  private void matched(long match, boolean source, boolean tag) {
    if (source) {
      one(Parameter.MATCHED_SOURCE, match >>> 32, match == LogDefinitions.NO_MATCH);
    }
    if (tag) {
      one(Parameter.MATCHED_TAG, match & Integer.MAX_VALUE, match == LogDefinitions.NO_MATCH);
    }
  }

  private void one(Parameter parameter, long number, boolean none) {
    if (none) {
      sink.none(parameter);
    } else {
      sink.number(parameter, number);
    }
  }

  private void pass(LogReader log, LoggedEvent event, int at) {
    Parameter parameter = event.parameter(at);
    if (!event.isList(at)) {
      long term = event.term(at, 0);
      if (term == ANY) {
        sink.any(parameter);
      } else if (term == NONE) {
        sink.none(parameter);
      } else {
        sink.number(parameter, number(log, parameter, LoggedEvent.number(term)));
      }
      return;
    }
    sink.list(parameter);
    for (int i = 0; i < event.length(at); i++) {
      long term = event.term(at, i);
      if (term == NONE) {
        sink.addNone();
      } else {
        sink.add(number(log, parameter, LoggedEvent.number(term)));
      }
    }
  }

  private long number(LogReader log, Parameter parameter, long number) {
    return switch (parameter) {
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
        handle(log, "datatype", datatypes, number);
      case GROUP, NEW_GROUP -> handle(log, "group", groups, number);
      case COMMUNICATOR, NEW_COMMUNICATOR -> communicator(log, number);
      default -> number;
    };
  }

  private int communicator(LogReader log, long number) {
    Integer known = communicators.get((int) number);
    if (known == null) {
      throw log.fault("communicator " + number, "one that the log defines");
    }
    return known;
  }

  private static int handle(LogReader log, String what, int[] handles, long number) {
    if (number < 0 || number >= handles.length) {
      throw log.fault(
          what + " " + number, "one of the " + handles.length + " that the log defines");
    }
    return handles[(int) number];
  }

  /** Whether a parameter's code in a log says that a list follows. */
  static boolean isList(int code) {
    return (code & LIST) != 0;
  }
}
