package io.github.tracecast.compress.rules;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;

/**
 * Joins values that are a multiple of the rank plus an offset, such as {@code size - 1 - rank} or
 * {@code 10 * rank + 1}, into one piece for many ranks. Otherwise each rank would have its own
 * piece. Pieces without a number, such as MPI_PROC_NULL at a border, stay unchanged. Values that
 * are not linear in the rank may follow the rule of {@link OtherProcesses}.
 */
public final class MultiplesOfRank {
  /**
   * The least number of pieces that are joined. A line fits any two values, so fewer pieces do not
   * prove a rule, and are often shorter without one.
   */
  static final int LEAST_PIECES = 4;

  /** A rule is tried on this many ranks before it is checked on all ranks. */
  private static final int FEW = 16;

  private final LocalRanks localRanks;
  private final OtherProcesses others;

  private MultiplesOfRank(LocalRanks localRanks) {
    this.localRanks = localRanks;
    this.others = new OtherProcesses(localRanks);
  }

  /** Returns the trace with a rule in place of many pieces wherever a rule holds. */
  public static Trace joined(Trace trace) {
    MultiplesOfRank multiples = new MultiplesOfRank(new LocalRanks(trace));
    List<Event> events = new ArrayList<>(trace.events());
    boolean changed = false;
    for (int id = 0; id < events.size(); id++) {
      Event event = events.get(id);
      if (event.parameters().values().stream()
          .anyMatch(values -> values.pieces().size() >= LEAST_PIECES)) {
        Event joined = multiples.joined(event);
        changed |= joined != event;
        events.set(id, joined);
      }
    }
    return changed ? trace.with(events, trace.header()) : trace;
  }

  private Event joined(Event event) {
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    boolean changed = false;
    for (Map.Entry<Parameter, Values> entry : event.parameters().entrySet()) {
      Values values = entry.getValue();
      Values joined = values;
      if (entry.getKey().mayMultiplyRank() && values.pieces().size() >= LEAST_PIECES) {
        joined = joined(event, values);
        joined =
            joined == values && entry.getKey().isEndpoint() ? others.joined(event, values) : joined;
      }
      changed |= joined != values;
      parameters.put(entry.getKey(), joined);
    }
    return changed
        ? new Event(event.call(), event.callSite(), event.ranks(), parameters, event.deltas())
        : event;
  }

  private Values joined(Event event, Values values) {
    List<Piece> numbers = new ArrayList<>();
    List<Piece> others = new ArrayList<>();
    for (Piece piece : values.pieces()) {
      (isNumber(piece.sequence()) ? numbers : others).add(piece);
    }
    if (numbers.size() < LEAST_PIECES) {
      return values;
    }
    Samples few = new Samples();
    for (PrimitiveIterator.OfInt ranks = event.ranks().iterator();
        ranks.hasNext() && few.values.size() < FEW; ) {
      int rank = ranks.nextInt();
      Sequence own = values.at(rank);
      if (own != null && isNumber(own)) {
        few.add(event, rank, own);
      }
    }
    Term term = few.line();
    if (term == null || !new Samples().take(event, numbers).isOn(term)) {
      return values;
    }
    others.add(new Piece(new Values(numbers).ranks(), Sequence.of(term)));
    return new Values(others);
  }

  private static boolean isNumber(Sequence sequence) {
    return sequence.period() == 1 && LocalRanks.areNumbers(sequence);
  }

  /** The values of a parameter on some ranks, with the local ranks of these ranks. */
  private final class Samples {
    private final LongArrayList locals = new LongArrayList();
    private final LongArrayList values = new LongArrayList();

    /** The size of all communicators; 0 if they differ. */
    private int size = -1;

    /** Whether the communicator changes between executions on some rank. */
    private boolean unknown;

    Samples take(Event event, List<Piece> pieces) {
      pieces.forEach(piece -> piece.ranks().forEach(rank -> add(event, rank, piece.sequence())));
      return this;
    }

    void add(Event event, int rank, Sequence sequence) {
      int communicator = localRanks.communicator(event, rank);
      if (communicator < 0) {
        unknown = true;
        return;
      }
      int own = localRanks.size(communicator);
      size = size < 0 || size == own ? own : 0;
      int local = localRanks.of(communicator, rank);
      locals.add(local);
      values.add(LocalRanks.value(sequence, 0, local, own));
    }

    /** Returns the line through all values, exactly or modulo the size; null if there is none. */
    @Nullable Term line() {
      if (unknown) {
        return null;
      }
      for (int i = 1; i < locals.size(); i++) {
        long run = locals.getLong(i) - locals.getLong(0);
        long rise = values.getLong(i) - values.getLong(0);
        if (run != 0 && rise % run == 0) {
          Term plain = through(rise / run, false);
          if (isOn(plain)) {
            return plain;
          }
        }
        if (size > 0 && Math.abs(run) == 1) {
          long slope = Math.floorMod(rise * run, (long) size);
          Term around = through(slope > size / 2 ? slope - size : slope, true);
          return isOn(around) ? around : null;
        }
      }
      return null;
    }

    /** Returns the line with a given slope through the first value; null if no term can express this line. */
    private @Nullable Term through(long slope, boolean around) {
      long offset = values.getLong(0) - slope * locals.getLong(0);
      if (around) {
        offset = Math.floorMod(offset, (long) size);
      }
      return Math.abs(slope) > Term.MOST_SLOPE || offset != (int) offset
          ? null
          : new Term(
              around ? Term.Kind.TIMES_RANK_MOD : Term.Kind.TIMES_RANK,
              Term.timesRank(slope, offset));
    }

    boolean isOn(@Nullable Term line) {
      boolean around = line != null && line.kind() == Term.Kind.TIMES_RANK_MOD;
      if (line == null || unknown || around && size <= 0) {
        return false;
      }
      for (int i = 0; i < locals.size(); i++) {
        long value = Term.slope(line.number()) * locals.getLong(i) + Term.offset(line.number());
        if ((around ? Math.floorMod(value, (long) size) : value) != values.getLong(i)) {
          return false;
        }
      }
      return true;
    }
  }
}
