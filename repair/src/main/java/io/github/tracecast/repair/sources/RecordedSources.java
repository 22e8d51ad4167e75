package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.CommonPeriods;
import io.github.tracecast.simulate.calls.OpenReceives;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.List;

/**
 * A trace whose receives from any source name the senders of the recorded run. Without senders, a
 * replay decides which message such a receive takes. A server may then answer a rank whose message
 * it has not received, and all ranks may wait forever. With the recorded senders, the replay ends.
 *
 * @param note the messages that the receives take, as the end of a sentence
 * @param waitingBytes the size of the largest message that may wait forever if a receive takes
 *     another sender. Only answers, and messages whose sender sends another message later,
 *     count. {@link Long#MAX_VALUE} if such an answer is synchronous
 */
public record RecordedSources(Trace trace, String note, long waitingBytes) {
  /** The most executions of an event on one rank for which senders are listed. */
  static final int MOST_EXECUTIONS = 1 << 20;

  /**
   * Returns the traces to try, the most faithful first. The first trace has the senders that the
   * recorder kept; the other trace has the senders in the order of the program's later calls. The
   * recorder may have dropped the senders' order, or all senders.
   *
   * @return empty if no receive has several possible senders, or the trace does not determine them
   */
  public static List<RecordedSources> of(Trace trace) {
    if (!arePossible(trace)) {
      return List.of();
    }
    List<RecordedSources> found = new ArrayList<>();
    Trace kept = kept(trace);
    FollowedSources search = new FollowedSources(trace);
    Trace followed = search.named(kept);
    if (!kept.equals(trace)) {
      found.add(
          new RecordedSources(kept, "the senders of the recorded run", search.waitingBytes()));
    }
    if (!followed.equals(kept)) {
      found.add(new RecordedSources(
          followed,
          "the senders that the next calls of the recorded run name",
          search.waitingBytes()));
    }
    return found;
  }

  /** Whether a trace has receives from any source whose senders can be named. */
  public static boolean arePossible(Trace trace) {
    return trace.events().stream().anyMatch(RecordedSources::isOpen);
  }

  /** Whether an event is, on some rank, a receive or a probe from any source. */
  static boolean isOpen(Event event) {
    Values sources = event.parameter(Parameter.SOURCE);
    return sources != null
        && receives(event.call())
        && sources.pieces().stream().anyMatch(piece -> OpenReceives.any(piece.sequence()));
  }

  /** Whether a call may get the recorded source. A persistent receive may not get it, because its request has one source for all its starts. */
  private static boolean receives(MpiCall call) {
    return switch (call.role()) {
      case RECEIVE, START_RECEIVE, EXCHANGE, PROBE -> true;
      default -> false;
    };
  }

  private static Trace kept(Trace trace) {
    List<Event> events = new ArrayList<>(trace.events());
    for (int number = 0; number < events.size(); number++) {
      Event event = events.get(number);
      if (isOpen(event) && event.parameter(Parameter.MATCHED_SOURCE) != null) {
        events.set(number, NamedSources.of(event, rank -> kept(event, rank), Parameter.SOURCE));
      }
    }
    return trace.with(events, trace.header());
  }

  private static Sequence kept(Event event, int rank) {
    Sequence recorded = NamedSources.recorded(event, rank);
    Values matches = event.parameter(Parameter.MATCHED_SOURCE);
    Sequence matched = matches == null ? null : matches.at(rank);
    long length = matched == null ? 0 : CommonPeriods.common(recorded.period(), matched.period());
    if (matched == null || length > MOST_EXECUTIONS || !OpenReceives.any(recorded)) {
      return recorded;
    }
    Sequence.Builder sources = Sequence.builder();
    for (int execution = 0; execution < length; execution++) {
      Term source = recorded.term(execution % recorded.period(), 0);
      Term sender = matched.term(execution % matched.period(), 0);
      boolean known = source.kind() == Term.Kind.ANY && sender.kind() != Term.Kind.NONE;
      sources.add(known ? sender : source);
    }
    return sources.build();
  }
}
