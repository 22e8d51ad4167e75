package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.CommonPeriods;
import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.simulate.calls.OpenReceives;
import io.github.tracecast.simulate.replay.LockstepReplay;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the lost sources of receives from any source. A recorder may drop both the tags that
 * separate messages and the sources that the receives matched. A replay can then give a receive a
 * message that belongs to another receive. If senders wait for their receives, all ranks may then
 * wait for each other.
 *
 * <p>This class takes the sources from a replay of all ranks in lockstep ({@link LockstepReplay}).
 * In it, all times are 0, and messages to receives from any source arrive in rounds. Ranks that
 * exchange messages with their neighbours run nearly in lockstep. The machine's timing has no
 * effect. Memory: O(messages in flight), and four bytes for each replayed receive from any source.
 */
public final class LostSources {
  private final Programs programs;
  private final EventTable table;

  /** The events that may have lost their sources. */
  private final int[] lost;

  private final SearchedReceives receives;

  private LostSources(Trace trace) {
    this.programs = Programs.of(trace);
    this.table = programs.table();
    this.lost = IntStream.range(0, trace.events().size())
        .filter(event -> OpenReceives.lost(trace.events().get(event)))
        .toArray();
    this.receives = new SearchedReceives(trace.events().size(), lost, programs.ranks());
  }

  /**
   * Whether the sender of a receive is open, because its tag is unknown and several ranks send
   * messages that the receive could match. Where possible, message sizes replace lost tags. Time:
   * O(ranks x events of the trace x their periods).
   */
  public static boolean open(Trace trace) {
    return OpenReceives.lost(trace) && new SourceChoices(trace).any();
  }

  /**
   * Returns the trace with the found sources of its receives. {@link Parameter#MATCHED_SOURCE}
   * marks each of these receives as a receive from any source. A note in the header says that the
   * sources were found. Repeated rounds are skipped, so the run time depends on the compressed
   * trace.
   *
   * @return the same trace if no sources are lost
   * @throws ReplayException if the trace has calls that prevent the search, or a rank waits for a
   *     message that never comes
   */
  public static Trace found(Trace trace) {
    if (!OpenReceives.lost(trace)) {
      return trace;
    }
    refuseOpenOutcomes(trace);
    return new LostSources(trace).found();
  }

  private static void refuseOpenOutcomes(Trace trace) {
    List<Event> events = trace.events();
    for (int event = 0; event < events.size(); event++) {
      if (hasOpenOutcome(events.get(event))) {
        throw new ReplayException(
            "found " + events.get(event).call().mpiName() + " (event " + event
                + "), which prevents the search for the sources of receives; expected only sends, receives and waits");
      }
    }
  }

  private static boolean hasOpenOutcome(Event event) {
    return switch (event.call().role()) {
      case COMPLETE -> CompletionLookup.leavesOpen(event);
      case PREPARE_SEND, PREPARE_RECEIVE, START, CANCEL, PROBE -> true;
      case RECEIVE, START_RECEIVE -> event.call().isOfProbedMessage();
      default -> false;
    };
  }

  private Trace found() {
    Trace trace = programs.trace();
    LockstepReplay.run(programs, receives);
    List<Event> events = new ArrayList<>(trace.events());
    for (int event : lost) {
      Event recorded = events.get(event);
      events.set(
          event,
          NamedSources.of(
              recorded,
              rank -> sources(event, rank, recorded),
              Parameter.SOURCE,
              Parameter.MATCHED_SOURCE));
    }
    return trace.with(events, trace.header().with(note(lost.length)));
  }

  private static String note(int events) {
    return "the trace lacked the senders of receives from MPI_ANY_SOURCE, at " + events
        + (events == 1 ? " event" : " events")
        + "; the senders are those of a run of all ranks in lockstep";
  }

  private Sequence sources(int event, int rank, Event recorded) {
    Sequence before = NamedSources.recorded(recorded, rank);
    IntArrayList found = receives.of(event, rank);
    if (found.isEmpty() || !OpenReceives.any(before)) {
      return before;
    }
    Communicators communicators = table.communicators();
    Sequence.Builder sequence = Sequence.builder();
    long length = length(event, rank, found, before);
    for (int execution = 0; execution < length; execution++) {
      int source = found.getInt(execution % found.size());
      int communicator = table.communicator(event, rank, execution);
      Term term = source == TakenSources.UNKNOWN
          ? before.term(execution % before.period(), 0)
          : NamedSources.term(communicators, communicator, rank, source);
      sequence.add(term);
    }
    return sequence.build();
  }

  /** Returns the common period of an event's found sources and of the recorded terms for sources that were not found. */
  private long length(int event, int rank, IntArrayList found, Sequence before) {
    long length =
        CommonPeriods.common(found.size(), table.period(event, Parameter.COMMUNICATOR, rank));
    boolean keeps = found.contains(TakenSources.UNKNOWN);
    long period = keeps ? CommonPeriods.common(length, before.period()) : length;
    return EventCounts.atMost(period, programs, event, rank);
  }
}
