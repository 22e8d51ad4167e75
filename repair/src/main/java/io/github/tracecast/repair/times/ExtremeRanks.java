package io.github.tracecast.repair.times;

import io.github.tracecast.repair.times.PathFit.Group;
import io.github.tracecast.repair.times.RankContexts.Pattern;
import io.github.tracecast.trace.times.Distribution.Extremes;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Checks assignments of modes against the ranks of a histogram's smallest and largest values. The
 * rank of the smallest value has contexts in the lowest mode. The rank of the largest value has
 * contexts in the highest mode. Single long calls belong to no mode. If the largest value may be
 * such a call, its rank is less certain evidence. Immutable.
 */
final class ExtremeRanks {
  /** The price of contradicting an extreme value, above the difference between stored fits. */
  private static final double CONTRADICTED = 0.1;

  /** The price of an assignment that contradicts a largest value that may be a single long call. */
  private static final double DOUBTFUL = 0.01;

  /** For each group, whether the rank of the smallest value has the group's context. */
  private final boolean[] ofMin;

  private final boolean[] ofMax;
  private final boolean known;

  /** @param groups the groups, in the order of the assignments */
  ExtremeRanks(Optional<Extremes> extremes, List<Group> groups, Map<Integer, Pattern> patterns) {
    this.known = extremes
        .filter(ranks -> patterns.containsKey(ranks.minRank()))
        .filter(ranks -> patterns.containsKey(ranks.maxRank()))
        .isPresent();
    this.ofMin = contexts(known ? patterns.get(extremes.get().minRank()) : null, groups);
    this.ofMax = contexts(known ? patterns.get(extremes.get().maxRank()) : null, groups);
  }

  private static boolean[] contexts(@Nullable Pattern pattern, List<Group> groups) {
    Set<Context> contexts = pattern == null ? Set.of() : new HashSet<>(pattern.at());
    boolean[] ofRank = new boolean[groups.size()];
    for (int group = 0; group < ofRank.length; group++) {
      ofRank[group] = contexts.contains(groups.get(group).context());
    }
    return ofRank;
  }

  /** Returns the price of the contradictions of an assignment of a mode to each group. */
  double price(Modes modes, int[] assigned, long[] given) {
    if (!known) {
      return 0;
    }
    int top = modes.size() - 1;
    double price = 0;
    if (given[0] > 0 && !any(ofMin, assigned, 0)) {
      price += CONTRADICTED;
    }
    if (given[top] > 0 && !any(ofMax, assigned, top)) {
      price += modes.count(top) <= given[top] ? CONTRADICTED : DOUBTFUL;
    }
    return price;
  }

  private static boolean any(boolean[] ofRank, int[] assigned, int mode) {
    return IntStream.range(0, assigned.length)
        .anyMatch(group -> ofRank[group] && assigned[group] == mode);
  }
}
