package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes how much each rank receives in an exchange of all ranks, from how much each rank sends.
 * In a file, the counts of all pairs of ranks are therefore written once. At most {@link #MOST}
 * counts of a file are computed, so that a short file cannot demand endless memory. Each instance
 * is used for one file.
 */
final class TransposedCounts {
  private static final long MOST = 1 << 22;

  /** With fewer pieces, the received counts are short without this computation. */
  private static final int LEAST_PIECES = 4;

  private final List<Group> groups;
  private final List<Communicator> communicators;
  private long countsSoFar;

  TransposedCounts(List<Group> groups, List<Communicator> communicators) {
    this.groups = groups;
    this.communicators = communicators;
  }

  /** Whether received counts have many pieces and follow from the parameters before them. */
  boolean give(Values received, Map<Parameter, Values> parameters, RankList ranks) {
    return received.pieces().size() >= LEAST_PIECES && received.equals(of(parameters, ranks));
  }

  /**
   * Returns the received counts of an event; null if its other parameters do not determine them.
   *
   * @param ranks the ranks of the event
   */
  @Nullable Values of(Map<Parameter, Values> parameters, RankList ranks) {
    Group group = group(parameters.get(Parameter.COMMUNICATOR));
    Values sent = parameters.get(Parameter.COUNTS);
    if (group == null || sent == null || !group.ranks().equals(ranks)) {
      return null;
    }
    int size = group.size();
    Sequence[] counts = new Sequence[size];
    long period = 1;
    for (int local = 0; local < size; local++) {
      Sequence own = sent.at(group.worldRank(local));
      if (own == null || !isTable(own, size)) {
        return null;
      }
      counts[local] = own;
      period = own.period() == 1 || own.period() == period
          ? period
          : period == 1 ? own.period() : MOST + 1; // different periods take too long
    }
    if (period > MOST || (long) size * size * period > MOST - countsSoFar) {
      return null;
    }
    countsSoFar += (long) size * size * period;
    return transposed(group, counts, (int) period);
  }

  /** Returns the group of the only communicator of an event; null if there are several. */
  private @Nullable Group group(@Nullable Values values) {
    long communicator = Communicator.WORLD;
    if (values != null) {
      Sequence own = values.pieces().getFirst().sequence();
      if (values.pieces().size() > 1 || own.terms() != 1 || !own.isConstant()) {
        return null;
      }
      communicator = own.numberAt(0);
    }
    if (communicator < 0 || communicator >= communicators.size()) {
      return null;
    }
    int group = communicators.get((int) communicator).group();
    return group < 0 || group >= groups.size() ? null : groups.get(group);
  }

  private static boolean isTable(Sequence counts, int size) {
    return counts.isConstant()
        && IntStream.range(0, counts.period()).allMatch(element -> counts.length(element) == size);
  }

  private static Values transposed(Group group, Sequence[] counts, int period) {
    Map<Sequence, List<Integer>> ranks = new LinkedHashMap<>();
    long[] tuple = new long[counts.length];
    for (int local = 0; local < counts.length; local++) {
      Sequence.Builder received = Sequence.builder();
      for (int element = 0; element < period; element++) {
        for (int from = 0; from < counts.length; from++) {
          tuple[from] = counts[from].number(element % counts[from].period(), local);
        }
        received.addTuple(tuple);
      }
      ranks
          .computeIfAbsent(received.build(), sequence -> new ArrayList<>())
          .add(group.worldRank(local));
    }
    List<Piece> pieces = new ArrayList<>();
    ranks.forEach((sequence, of) -> pieces.add(new Piece(RankList.of(of), sequence)));
    return new Values(pieces);
  }
}
