package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.trace.RankList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the rank lists of ScalaTrace 2: {@code N (-depth start (iterations stride){depth}){N}}.
 * For example, {@code 1 -2 9 6 8 6 1} is six rows of six ranks: 9 to 14, 17 to 22 and so on.
 * Results are cached, because most lines have the same lists. Not thread-safe.
 */
final class ScalaTraceRankList {
  private static final int DEEPEST = 16;

  /**
   * The largest number of ranks to which a list is expanded. A list is expanded if levels of its
   * sections overlap.
   */
  private static final int MOST_SPELLED = 1 << 16;

  private final Map<List<Long>, RankList> known = new HashMap<>();

  /** Reads a list and stops after the last word of the list. */
  RankList read(Scanner in) {
    long sections = in.integer("number of sections in a rank list", 1, RankList.MAX_RANKS);
    RankList ranks = RankList.EMPTY;
    for (long i = 0; i < sections; i++) {
      RankList section = section(in);
      ranks = ranks.isEmpty() ? section : ranks.union(section);
    }
    return ranks;
  }

  private RankList section(Scanner in) {
    int depth = (int) -in.integer("depth of a rank list", -DEEPEST, -1);
    List<Long> numbers = new ArrayList<>();
    numbers.add(in.integer("first rank of a rank list", 0, RankList.MAX_RANKS - 1));
    long last = numbers.getFirst();
    for (int level = 0; level < depth; level++) {
      long iterations = in.integer("iterations of a rank list", 1, RankList.MAX_RANKS);
      long stride = in.integer("stride of a rank list", 0, RankList.MAX_RANKS);
      if (stride == 0 && iterations > 1) {
        throw in.error("rank list with stride 0 and " + iterations + " iterations", "stride >= 1");
      }
      last += (iterations - 1) * stride;
      if (last >= RankList.MAX_RANKS) {
        throw in.error("rank list up to rank " + last, "ranks below " + RankList.MAX_RANKS);
      }
      if (iterations > 1) {
        numbers.add(stride);
        numbers.add(iterations);
      }
    }
    return known.computeIfAbsent(numbers, key -> build(key, in));
  }

  private static RankList build(List<Long> numbers, Scanner in) {
    int start = numbers.getFirst().intValue();
    List<int[]> levels = new ArrayList<>();
    for (int i = 1; i < numbers.size(); i += 2) {
      levels.add(new int[] {numbers.get(i).intValue(), numbers.get(i + 1).intValue()});
    }
    levels.sort((a, b) -> Integer.compare(b[0], a[0]));
    long extent = 0;
    boolean nested = true;
    for (int[] level : levels.reversed()) {
      nested &= level[0] > extent;
      extent += (long) level[0] * (level[1] - 1);
    }
    return nested
        ? RankList.section(start, levels.stream().flatMapToInt(Arrays::stream).toArray())
        : spelledOut(start, levels, in);
  }

  private static RankList spelledOut(int start, List<int[]> levels, Scanner in) {
    int[] ranks = {start};
    for (int[] level : levels) {
      if ((long) ranks.length * level[1] > MOST_SPELLED) {
        throw in.error(
            "rank list that contains ranks more than once",
            "levels whose stride is larger than the extent of the inner levels");
      }
      int[] more = new int[ranks.length * level[1]];
      for (int i = 0; i < more.length; i++) {
        more[i] = ranks[i % ranks.length] + i / ranks.length * level[0];
      }
      ranks = more;
    }
    return RankList.of(ranks);
  }
}
