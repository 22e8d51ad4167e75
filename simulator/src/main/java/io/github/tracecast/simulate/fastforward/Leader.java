package io.github.tracecast.simulate.fastforward;

import java.util.Arrays;

/**
 * The rank with the loops after whose iterations a replay looks for repetition. If it begins no
 * iteration for a long time, another rank replaces it and gets twice as much time. O(nesting) per
 * look. One thread.
 */
public final class Leader {
  private final LoopPositions places;
  private int rank;

  /**
   * Per depth: where the loop's iterations start, how many began before, and the number of the
   * entry into the loop.
   */
  private int[] startRow = new int[8];

  private long[] before = new long[8];
  private long[] entry = new long[8];
  private long entries;
  private int open;
  private long lastBegin;
  private long patience;

  public Leader(LoopPositions places) {
    this.places = places;
    this.patience = 64 + 32L * places.ranks();
  }

  public int rank() {
    return rank;
  }

  /** The number of the current entry into the loop at a depth, different for all entries. */
  public long entry(int depth) {
    return entry[depth];
  }

  /**
   * Checks the leader's position.
   *
   * @param steps steps that the replay has made so far
   * @return the depth of a loop that has begun another iteration since the last look, or 0
   */
  public int begun(long steps) {
    boolean ended = places.ended(rank);
    int depth = ended ? 0 : places.depth(rank);
    int at = 1;
    while (at <= depth
        && at <= open
        && startRow[at] == places.startRow(rank, at)
        && before[at] == places.iterationsBefore(rank, at)) {
      at++;
    }
    if (at > depth) {
      open = depth;
      if (steps - lastBegin > patience || ended) {
        watchAnother(steps);
      }
      return 0;
    }
    boolean again = at <= open && startRow[at] == places.startRow(rank, at);
    if (again) {
      before[at] = places.iterationsBefore(rank, at);
    }
    for (int d = again ? at + 1 : at; d <= depth; d++) {
      open(d);
    }
    open = depth;
    lastBegin = steps;
    return again ? at : 0;
  }

  /** Call this after iterations of the leader's loop at that depth were skipped. */
  public void skipped(int depth) {
    for (int d = depth; d <= open; d++) {
      before[d] = places.iterationsBefore(rank, d);
    }
  }

  private void open(int depth) {
    if (depth >= startRow.length) {
      startRow = Arrays.copyOf(startRow, 2 * depth);
      before = Arrays.copyOf(before, 2 * depth);
      entry = Arrays.copyOf(entry, 2 * depth);
    }
    startRow[depth] = places.startRow(rank, depth);
    before[depth] = places.iterationsBefore(rank, depth);
    entry[depth] = ++entries;
  }

  private void watchAnother(long steps) {
    for (int i = 0; i < places.ranks(); i++) {
      rank = (rank + 1) % places.ranks();
      if (!places.ended(rank)) {
        break;
      }
    }
    open = 0;
    lastBegin = steps;
    patience = Math.min(2 * patience, Long.MAX_VALUE / 4);
  }
}
