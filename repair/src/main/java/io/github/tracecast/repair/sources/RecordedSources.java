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
import java.util.Objects;

/**
 * A trace whose receives from any source name the senders of the recorded run. A replay decides
 * anew which message such a receive takes. A server that answers may then wait for a rank whose own
 * message it has not taken, and all ranks wait forever. The recorded senders let it go on.
 *
 * @param note what the receives take, as the end of a sentence
 * @param waitingBytes the largest message that may wait for ever if a receive takes another sender:
 *     an answer, or a message that another one from the same sender follows; at most {@link
 *     Long#MAX_VALUE}, for synchronous answers
 */
public record RecordedSources(Trace trace, String note, long waitingBytes) {
  private static final int MOST_EXECUTIONS = 1 << 20;

  /**
   * Returns the traces to try, the most faithful first: with the senders that the recorder kept, and
   * with the order that the program's later calls tell. The recorder may have dropped their order or
   * all of them.
   *
   * @return empty if no receive has a choice, or the trace does not tell what it got
   */
  public static List<RecordedSources> of(Trace trace) {
    if (!arePossible(trace)) {
      return List.of();
    }
    List<RecordedSources> found = new ArrayList<>();
    Trace kept = kept(trace);
    FollowedSources search = new FollowedSources(trace, MOST_EXECUTIONS);
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

  /** Whether a trace has receives from any source that can name their senders. */
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

  /** Persistent receives are left: one request has one source. */
  private static boolean receives(MpiCall call) {
    return switch (call.role()) {
      case RECEIVE, START_RECEIVE, EXCHANGE, PROBE -> true;
      default -> false;
    };
  }

  private static Trace kept(Trace trace) {
    List<Event> events = new ArrayList<>(trace.events());
    for (int event = 0; event < events.size(); event++) {
      Event at = events.get(event);
      if (isOpen(at) && at.parameter(Parameter.MATCHED_SOURCE) != null) {
        events.set(event, NamedSources.of(at, rank -> kept(at, rank)));
      }
    }
    return trace.with(events, trace.header());
  }

  private static Sequence kept(Event event, int rank) {
    Sequence asked = Objects.requireNonNull(
        Objects.requireNonNull(event.parameter(Parameter.SOURCE)).at(rank)); // it is open
    Values matches = event.parameter(Parameter.MATCHED_SOURCE);
    Sequence got = matches == null ? null : matches.at(rank);
    long length = got == null ? 0 : CommonPeriods.common(asked.period(), got.period());
    if (got == null || length > MOST_EXECUTIONS || !OpenReceives.any(asked)) {
      return asked;
    }
    Sequence.Builder sources = Sequence.builder();
    for (int execution = 0; execution < length; execution++) {
      Term source = asked.term(execution % asked.period(), 0);
      Term sender = got.term(execution % got.period(), 0);
      boolean known = source.kind() == Term.Kind.ANY && sender.kind() != Term.Kind.NONE;
      sources.add(known ? sender : source);
    }
    return sources.build();
  }
}
