package io.github.tracecast.simulate;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Finds the sources of receives of any source where a recorder has dropped both the tags by which the program told messages apart and what the receives
 * took. A replay can then give a receive the message that another one is for, and where senders wait for their receives all ranks
 * may end up waiting for each other. The sources are those that the receives have when all ranks go in step ({@link LockStep}), as
 * ranks do in an exchange between neighbours, whatever time they take on one machine or another.
 */
public final class LostSources {
  private final Programs programs;
  private final EventTable table;
  private final LockStep lockStep;

  /** One call at one execution. */
  private record At(int event, int worldRank, long execution) implements CallPlace {}

  private LostSources(Trace trace) {
    this.programs = Programs.of(trace);
    this.table = EventTable.of(trace);
    this.lockStep = new LockStep(programs, table);
  }

  /** Whether some receive is of any source and has no tag. */
  static boolean any(Trace trace) {
    return trace.events().stream().anyMatch(LostSources::lost);
  }

  /**
   * Whether some receive of any source has a choice: its tag is not known, and several ranks send to where it receives, sizes standing for
   * tags where they can. O(ranks x events of the trace x their periods).
   */
  public static boolean open(Trace trace) {
    return any(trace) && new SourceChoices(trace).any();
  }

  /** Whether an event is a receive of any source, at some rank, whose tag is not known. */
  static boolean lost(Event event) {
    return !hasTag(event) && TimeDependence.anySource(event);
  }

  /** Whether an event's receives were of any source and their sources are known, without their tags. */
  static boolean wasLost(Event event) {
    return !hasTag(event) && event.parameter(Parameter.MATCHED_SOURCE) != null;
  }

  private static boolean hasTag(Event event) {
    return event.parameter(Parameter.TAG) != null || event.parameter(Parameter.RECEIVE_TAG) != null;
  }

  /**
   * A trace whose receives have the sources that were found. {@link Parameter#MATCHED_SOURCE} says of each that it was of any source, and a note that
   * the source was found. The time follows the compressed trace: rounds that repeat are skipped.
   *
   * @return the trace itself if it has lost none
   * @throws ReplayException if the trace has calls with which sources cannot be found, or some rank waits for what never comes
   */
  public static Trace found(Trace trace) {
    if (!any(trace)) {
      return trace;
    }
    refuseOpenOutcomes(trace);
    return new LostSources(trace).found();
  }

  private static void refuseOpenOutcomes(Trace trace) {
    List<Event> events = trace.events();
    for (int event = 0; event < events.size(); event++) {
      if (hasOpenOutcome(events.get(event))) {
        throw new ReplayException("found " + events.get(event).call().mpiName() + " (event " + event
            + "), for which the trace lacks the data to find the sources of receives;"
            + " expected only sends, receives and waits");
      }
    }
  }

  private static boolean hasOpenOutcome(Event event) {
    return switch (event.call()) {
      case WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME ->
        event.parameter(Parameter.OUTCOMES) == null;
      case CANCEL, MRECV, IMRECV -> true;
      default ->
        event.call().family() == MpiCall.Family.PERSISTENT
            || event.call().family() == MpiCall.Family.PROBE;
    };
  }

  private Trace found() {
    Trace trace = programs.trace();
    int[] lost = IntStream.range(0, trace.events().size())
        .filter(event -> lost(trace.events().get(event)))
        .toArray();
    for (int rank = 0; rank < programs.ranks(); rank++) {
      tell(rank, lost);
    }
    lockStep.run();
    List<Event> events = new ArrayList<>(trace.events());
    for (int event : lost) {
      events.set(event, found(event, events.get(event)));
    }
    return trace.with(events, trace.header().with(note(lost.length)));
  }

  private void tell(int rank, int[] lost) {
    long[] executions = EventCounts.executions(programs, rank);
    for (int event : lost) {
      long times =
          executions[event] == 0 ? 0 : Math.min(executions[event], table.period(event, rank));
      for (long execution = 0; execution < times; execution++) {
        if (table.value(event, Parameter.SOURCE, rank, execution) == EventTable.ANY) {
          lockStep.receivesFromAnySource(new At(event, rank, execution));
        }
      }
    }
  }

  private static String note(int events) {
    return "the trace lacked the sources of receives from any source, at " + events
        + (events == 1 ? " event" : " events")
        + "; they were assigned as if all ranks ran in lockstep";
  }

  private Event found(int number, Event event) {
    Map<Sequence, List<Integer>> ranks = new LinkedHashMap<>();
    event
        .ranks()
        .forEach(rank -> ranks
            .computeIfAbsent(sources(number, rank, event), sequence -> new ArrayList<>())
            .add(rank));
    Values sources = new Values(ranks.entrySet().stream()
        .map(piece -> new Piece(RankList.of(piece.getValue()), piece.getKey()))
        .toList());
    Map<Parameter, Values> parameters = new EnumMap<>(event.parameters());
    parameters.put(Parameter.SOURCE, sources);
    parameters.put(Parameter.MATCHED_SOURCE, sources);
    return new Event(event.call(), event.callSite(), event.ranks(), parameters, event.deltas());
  }

  private Sequence sources(int event, int rank, Event recorded) {
    Sequence before = recorded.parameter(Parameter.SOURCE).at(rank);
    IntArrayList found = lockStep.sources(event, rank);
    if (found.isEmpty()) {
      return before;
    }
    Communicators communicators = table.communicators();
    Sequence.Builder sequence = Sequence.builder();
    long length = length(event, rank, found, before);
    for (int execution = 0; execution < length; execution++) {
      int source = found.getInt(execution % found.size());
      int communicator = table.communicator(event, rank, execution);
      Term term = source == LockStep.UNKNOWN
          ? before.term(execution % before.period(), 0)
          : Term.rankPlus(communicators.localRank(communicator, source)
              - communicators.localRank(communicator, rank));
      sequence.add(term);
    }
    return sequence.build();
  }

  /** Executions after which the terms repeat: sources are told as local ranks, and what was not found is as it was before. */
  private long length(int event, int rank, IntArrayList found, Sequence before) {
    long length = common(found.size(), table.period(event, Parameter.COMMUNICATOR, rank));
    return found.contains(LockStep.UNKNOWN) ? common(length, before.period()) : length;
  }

  private static long common(long a, long b) {
    long x = a;
    long y = b;
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return a / x * b;
  }
}
