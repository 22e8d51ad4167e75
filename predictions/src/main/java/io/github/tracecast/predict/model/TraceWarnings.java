package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.simulate.calls.UnmodelledCalls;
import io.github.tracecast.simulate.costs.KeptTimes;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The warnings about a trace that are valid on every machine: notes in the trace, substitutes for
 * lost tags, and the assumptions of a replay about calls that it does not model and about data that
 * the trace lacks.
 */
public record TraceWarnings(List<String> all) {
  /** The most calls that a warning names. */
  private static final int MOST_NAMES = 3;

  /** Returns the warnings, which are computed once for each trace. */
  public static List<String> of(PreparedTrace prepared) {
    return prepared.derived(TraceWarnings.class, TraceWarnings::found).all;
  }

  private static TraceWarnings found(PreparedTrace prepared) {
    Trace trace = prepared.trace();
    List<String> all = new ArrayList<>(trace.header().warnings());
    all.addAll(RecordingNoise.of(trace.header()));
    all.addAll(TagsBySize.of(prepared.programs()).notes());
    all.addAll(assumptions(trace, prepared.table()));
    return new TraceWarnings(List.copyOf(all));
  }

  /** The replay's assumptions as sentences, by event; empty if the replay models all calls. */
  static List<String> assumptions(Trace trace, EventTable table) {
    Map<MpiCall, List<Integer>> events = new EnumMap<>(MpiCall.class);
    Set<MpiCall> kept = new LinkedHashSet<>();
    for (int number = 0; number < trace.events().size(); number++) {
      Event event = trace.events().get(number);
      if (UnmodelledCalls.keepsItsTime(event)) {
        kept.add(event.call());
      } else if (!UnmodelledCalls.isModelled(event.call()) || lacksItsCommunicator(event)) {
        events.computeIfAbsent(event.call(), call -> new ArrayList<>()).add(number);
      }
    }
    List<String> findings = new ArrayList<>();
    if (!kept.isEmpty()) {
      findings.add(keptTimes(trace, kept));
    }
    events.forEach((call, all) -> findings.add(call.mpiName()
        + " is not modelled; 0 s is assumed for its " + Numbers.counted(all.size(), "event")
        + " (the first is event " + all.getFirst() + ")"));
    table
        .unknownDatatypes()
        .forEach(id ->
            findings.add("the size of datatype " + trace.datatypes().get(id).name()
                + " was not recorded; its messages are assumed to be empty"));
    probesWithoutOutcome(trace, findings);
    startsOfUnknownRequests(trace, findings);
    return findings;
  }

  /**
   * Describes the calls that keep their recorded time: their names, number and duration, and how
   * reliable these times are.
   */
  private static String keptTimes(Trace trace, Set<MpiCall> kept) {
    long calls = 0;
    double seconds = 0;
    for (Event event : trace.events()) {
      if (UnmodelledCalls.keepsItsTime(event)) {
        calls += KeptTimes.calls(event);
        seconds += KeptTimes.seconds(event);
      }
    }
    return named(kept) + (kept.size() == 1 ? " is" : " are")
        + " not modelled and keep" + (kept.size() == 1 ? "s its" : " their")
        + " recorded time on every machine: " + Numbers.counted(calls, "call") + ", "
        + Numbers.time(seconds) + " over all ranks"
        + (RecordedComputation.of(trace).crowdedCores().isPresent()
            ? "; do not trust this time, because ranks shared cores in the recorded run"
            : "");
  }

  private static String named(Set<MpiCall> calls) {
    String first =
        calls.stream().limit(MOST_NAMES).map(MpiCall::mpiName).collect(Collectors.joining(", "));
    int more = calls.size() - MOST_NAMES;
    return more <= 0 ? first : first + " and " + more + " more call" + (more == 1 ? "" : "s");
  }

  private static void probesWithoutOutcome(Trace trace, List<String> findings) {
    long count = trace.events().stream()
        .filter(e -> e.call().role() == MpiCall.Role.PROBE && e.call().tests())
        .map(Event::parameters)
        .filter(parameters -> !parameters.containsKey(Parameter.OUTCOMES))
        .count();
    if (count > 0) {
      findings.add(
          count == 1
              ? "1 event of MPI_Iprobe has no recorded result; the replay assumes that it found no message"
              : count
                  + " events of MPI_Iprobe have no recorded result; the replay assumes that they found no message");
    }
  }

  /**
   * Reports calls that start a request whose creation is not in the trace, because the recorder
   * does not know the call that creates it.
   */
  private static void startsOfUnknownRequests(Trace trace, List<String> findings) {
    long count = trace.events().stream()
        .filter(event -> event.call() == MpiCall.START || event.call() == MpiCall.STARTALL)
        .filter(event -> event
            .terms(Parameter.REQUEST, Parameter.REQUESTS)
            .anyMatch(term -> term.kind() == Term.Kind.NONE))
        .count();
    if (count > 0) {
      findings.add(Numbers.counted(count, "event") + " of MPI_Start or MPI_Startall"
          + (count == 1 ? " starts" : " start")
          + " requests that the trace does not have; these events are left out");
    }
  }

  /**
   * Whether an event lacks the inter-communicator that it creates, or the communicator that it
   * merges, as in traces of other tools.
   */
  private static boolean lacksItsCommunicator(Event event) {
    return (event.call() == MpiCall.INTERCOMM_CREATE || event.call() == MpiCall.INTERCOMM_MERGE)
        && !event.parameters().containsKey(Parameter.NEW_COMMUNICATOR);
  }
}
