package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.numbers.core.ArithmeticUtils;
import org.jspecify.annotations.Nullable;

/**
 * Converts endpoints to local ranks. The recorder stores (local rank of the peer in the event's
 * communicator - own world rank) mod world size. This number is the same for many ranks only if
 * local and world ranks are equal. Otherwise the local rank of the peer is computed for each rank.
 * It is stored as a constant, rank + k or (rank + k) mod size, whichever form needs the fewest
 * groups of ranks. Not thread-safe.
 */
final class EndpointTerms {
  private static final long ANY_SOURCE = Integer.MAX_VALUE;
  private static final int LONGEST_PERIOD = 1 << 20;

  /**
   * The largest number of terms that are computed to find the shortest form. If there are more
   * terms, the recorder's form is kept, which is also correct.
   */
  private static final long MOST_WORK = 50_000_000;

  private final int ranks;
  private final CommunicatorHistory communicators;
  private final Notes notes;

  EndpointTerms(int ranks, CommunicatorHistory communicators, Notes notes) {
    this.ranks = ranks;
    this.communicators = communicators;
    this.notes = notes;
  }

  private enum Form {
    RANK_PLUS_MOD,
    RANK_PLUS,
    CONSTANT
  }

  /** The ranks grouped by their values in one form. */
  private static final class Pieces {
    final Map<Sequence, List<Integer>> ranks = new LinkedHashMap<>();

    void add(Sequence sequence, int rank) {
      ranks.computeIfAbsent(sequence, s -> new ArrayList<>()).add(rank);
    }

    Values values() {
      List<Piece> pieces = new ArrayList<>();
      ranks.forEach((sequence, members) -> pieces.add(new Piece(RankList.of(members), sequence)));
      return new Values(pieces);
    }
  }

  /**
   * Returns the local ranks for an endpoint. Keys and colours are converted like endpoints, because
   * they depend on the rank in the same ways.
   *
   * @param stored the values in the file, for all ranks of the event
   * @param communicator the communicator of the event, by rank
   */
  Values values(Parameter parameter, ValuesByGroup stored, Values communicator) {
    boolean world =
        communicator.pieces().stream().allMatch(piece -> allWorldLike(piece.sequence()));
    boolean plain = stored.list().size() <= 2 || work(stored) > MOST_WORK;
    if (world && plain && parameter != Parameter.COLOR) {
      return stored.scalars(
          (group, number) -> special(parameter, group.place(), number) instanceof Term term
              ? term
              : Term.rankPlusMod(number));
    }
    return shortest(parameter, stored, communicator);
  }

  /** Returns the number of terms that the search for the shortest form would compute. */
  private static long work(ValuesByGroup stored) {
    long work = 0;
    for (Group group : stored.list()) {
      work += (long) group.ranks().size() * group.numbers().length;
    }
    return work;
  }

  private boolean allWorldLike(Sequence ids) {
    for (int element = 0; element < ids.period(); element++) {
      if (ids.kind(element, 0) != Term.Kind.CONSTANT
          || !communicators.worldLike((int) ids.number(element, 0))) {
        return false;
      }
    }
    return true;
  }

  private Values shortest(Parameter parameter, ValuesByGroup stored, Values communicator) {
    Pieces[] forms = new Pieces[Form.values().length];
    Arrays.setAll(forms, form -> new Pieces());
    for (Piece piece : communicator.pieces()) {
      piece.ranks().forEach(rank -> {
        Group group = stored.of(rank);
        for (Form form : Form.values()) {
          forms[form.ordinal()].add(sequence(form, parameter, group, piece.sequence(), rank), rank);
        }
      });
    }
    Pieces best = forms[0];
    for (Pieces form : forms) {
      if (form.ranks.size() < best.ranks.size()) {
        best = form;
      }
    }
    return best.values();
  }

  private Sequence sequence(Form form, Parameter parameter, Group group, Sequence ids, int rank) {
    long[] numbers = group.numbers();
    long period =
        (long) numbers.length / ArithmeticUtils.gcd(numbers.length, ids.period()) * ids.period();
    if (period > LONGEST_PERIOD) {
      throw group.fault(
          "an endpoint whose values repeat only after " + period + " executions",
          "at most " + LONGEST_PERIOD);
    }
    Sequence.Builder sequence = Sequence.builder();
    for (int execution = 0; execution < period; execution++) {
      long number = numbers[execution % numbers.length];
      Term term = special(parameter, group.place(), number);
      if (term == null) {
        int id = (int) ids.number(execution % ids.period(), 0);
        if (ids.kind(execution % ids.period(), 0) == Term.Kind.NONE) {
          throw group.fault("an endpoint in MPI_COMM_NULL for rank " + rank, "a communicator");
        }
        term = local(form, parameter, group.place(), number, id, rank);
      }
      sequence.add(term);
    }
    return sequence.build();
  }

  private Term local(
      Form form, Parameter parameter, Place place, long number, int communicator, int rank) {
    int size = communicators.size(communicator);
    int own = ownLocalRank(communicator, rank);
    long value = parameter == Parameter.COLOR ? number : Math.floorMod(number + rank, (long) ranks);
    if (parameter.isEndpoint() && value >= size) {
      throw place.fault(
          parameter.textName() + " " + value + " for rank " + rank,
          "0 to " + (size - 1) + ", the local ranks of communicator " + communicator
              + "; perhaps the program passed MPI_PROC_NULL, which ScalaTrace records as an ordinary rank");
    }
    return switch (form) {
      case CONSTANT -> Term.constant(value);
      case RANK_PLUS -> Term.rankPlus(value - own);
      case RANK_PLUS_MOD ->
        value < size ? Term.rankPlusMod(Math.floorMod(value - own, size)) : Term.constant(value);
    };
  }

  private int ownLocalRank(int communicator, int rank) {
    return communicators.worldLike(communicator)
        ? rank
        : communicators.localRank(communicator, rank);
  }

  /** Returns the term for a number that is not a rank; null if the number is a rank. */
  private @Nullable Term special(Parameter parameter, Place place, long number) {
    if (parameter == Parameter.COLOR) {
      return number < 0 ? Term.NONE : null;
    }
    if (number == ANY_SOURCE && parameter == Parameter.SOURCE) {
      notes.add("the recorder does not store which message a receive from any source matched");
      return Term.ANY;
    }
    if (number < 0 && number > -ranks && parameter != Parameter.KEY) {
      notes.add(
          "MPI_PROC_NULL is recognised only where the recorder stored a negative number, as in this trace; elsewhere it may appear as an ordinary rank");
      return Term.NONE;
    }
    if (number <= -ranks || number >= ranks) {
      throw place.fault(
          parameter.textName() + " " + number, "0 to " + (ranks - 1) + ", relative to the rank");
    }
    return null;
  }
}
