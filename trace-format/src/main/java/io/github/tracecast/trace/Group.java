package io.github.tracecast.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * An ordered group of world ranks. Its id is its index in {@link Trace#groups()}.
 *
 * @param runs the members' world ranks, in the order of their local ranks
 */
public record Group(List<Run> runs) {
  public Group {
    runs = List.copyOf(runs);
    long size = runs.stream().mapToLong(Run::count).sum();
    if (size > RankList.MAX_RANKS) {
      throw TraceException.at("group", size + " members", "at most " + RankList.MAX_RANKS);
    }
  }

  /** Returns a group of the ranks 0 to {@code size} - 1 in ascending order. */
  public static Group world(int size) {
    return new Group(List.of(new Run(0, 1, size)));
  }

  /**
   * Returns a group of the given ranks in the given order. A scan from the left joins the ranks
   * into runs.
   */
  public static Group of(int... worldRanks) {
    List<Run> runs = new ArrayList<>();
    int at = 0;
    while (at < worldRanks.length) {
      int count = 1;
      int stride = 1;
      if (at + 1 < worldRanks.length && worldRanks[at + 1] != worldRanks[at]) {
        stride = worldRanks[at + 1] - worldRanks[at];
        while (at + count < worldRanks.length
            && worldRanks[at + count] - worldRanks[at + count - 1] == stride) {
          count++;
        }
      }
      runs.add(new Run(worldRanks[at], stride, count));
      at += count;
    }
    return new Group(runs);
  }

  /** Returns the number of members. */
  public int size() {
    int size = 0;
    for (Run run : runs) {
      size += run.count();
    }
    return size;
  }

  /**
   * Returns the world rank of a local rank, in O(runs) time.
   *
   * @throws IndexOutOfBoundsException if there is no such local rank
   */
  public int worldRank(int local) {
    int left = local;
    for (Run run : runs) {
      if (left >= 0 && left < run.count()) {
        return run.start() + run.stride() * left;
      }
      left -= run.count();
    }
    throw new IndexOutOfBoundsException("local rank " + local + " of a group of " + size());
  }

  /** Returns the local rank of a world rank, in O(runs) time; -1 if the rank is not a member. */
  public int localRank(int world) {
    int before = 0;
    for (Run run : runs) {
      int index = run.indexOf(world);
      if (index >= 0) {
        return before + index;
      }
      before += run.count();
    }
    return -1;
  }

  /** Returns the members as a set. */
  public RankList ranks() {
    RankList ranks = RankList.EMPTY;
    for (Run run : runs) {
      int low = Math.min(run.start(), run.last());
      ranks = ranks.union(RankList.section(low, Math.abs(run.stride()), run.count()));
    }
    return ranks;
  }
}
