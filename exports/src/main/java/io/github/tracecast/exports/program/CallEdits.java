package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Changes values of single executions of a trace's events. */
final class CallEdits {
  /**
   * The largest number of executions of an event that can be changed. The limit exists because a
   * change lists the values of all executions.
   */
  private static final long MOST_EXECUTIONS = 1 << 20;

  private final Programs programs;
  private final Map<Place, Map<Long, Term>> edits = new LinkedHashMap<>();
  private final Map<Integer, long[]> executions = new HashMap<>();

  private record Place(int event, Parameter parameter, int rank) {}

  CallEdits(Programs programs) {
    this.programs = programs;
  }

  /** Changes a scalar parameter that the event has. */
  void set(int event, Parameter parameter, int rank, long execution, Term term) {
    edits
        .computeIfAbsent(new Place(event, parameter, rank), place -> new HashMap<>())
        .put(execution, term);
  }

  /**
   * Returns the events with the changed values.
   *
   * @throws UsageException if the list of an event's values would be too long
   */
  List<Event> applied(List<Event> events) {
    List<Event> changed = new ArrayList<>(events);
    Map<Integer, Map<Parameter, Map<Sequence, List<Integer>>>> sequences = new TreeMap<>();
    edits.forEach((place, terms) -> {
      Values values = Objects.requireNonNull(events.get(place.event).parameter(place.parameter));
      Sequence old = Objects.requireNonNull(values.at(place.rank));
      sequences
          .computeIfAbsent(place.event, event -> new TreeMap<>())
          .computeIfAbsent(place.parameter, parameter -> new LinkedHashMap<>())
          .computeIfAbsent(sequence(place, old, terms), sequence -> new ArrayList<>())
          .add(place.rank);
    });
    sequences.forEach((event, parameters) -> {
      Event at = changed.get(event);
      Map<Parameter, Values> values = new HashMap<>(at.parameters());
      parameters.forEach((parameter, ranks) ->
          values.computeIfPresent(parameter, (key, old) -> replaced(old, ranks)));
      changed.set(event, new Event(at.call(), at.callSite(), at.ranks(), values, at.deltas()));
    });
    return changed;
  }

  private Sequence sequence(Place place, Sequence old, Map<Long, Term> terms) {
    long count = executions.computeIfAbsent(place.rank, this::executions)[place.event];
    if (count > MOST_EXECUTIONS) {
      throw new UsageException("the trace cannot be shortened: calls of an event with " + count
          + " executions lose their partners; expected at most " + MOST_EXECUTIONS + " executions");
    }
    Sequence.Builder builder = Sequence.builder();
    for (long execution = 0; execution < count; execution++) {
      Term term = terms.get(execution);
      builder.add(term != null ? term : old.term((int) (execution % old.period()), 0));
    }
    return builder.build();
  }

  private long[] executions(int rank) {
    long[] counts = new long[programs.table().size()];
    TaskCursor cursor = programs.cursor(rank);
    while (cursor.next()) {
      counts[cursor.event()]++;
    }
    return counts;
  }

  private static Values replaced(Values old, Map<Sequence, List<Integer>> sequences) {
    List<Piece> pieces = new ArrayList<>();
    RankList changed = RankList.EMPTY;
    for (Map.Entry<Sequence, List<Integer>> entry : sequences.entrySet()) {
      RankList ranks = RankList.of(entry.getValue());
      pieces.add(new Piece(ranks, entry.getKey()));
      changed = changed.union(ranks);
    }
    for (Piece piece : old.pieces()) {
      RankList rest = piece.ranks().minus(changed);
      if (!rest.isEmpty()) {
        pieces.add(new Piece(rest, piece.sequence()));
      }
    }
    return new Values(pieces);
  }
}
