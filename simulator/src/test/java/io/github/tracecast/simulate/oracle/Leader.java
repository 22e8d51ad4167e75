package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.*;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The rank by whose loops a replay is watched. Where it begins no iteration for long, another takes its place, and is given twice
 * as much time. O(nesting) a look. One thread.
 */
final class Leader {
  private final TaskCursor[] cursors;
  private final IntPredicate finished;
  private int rank;

  /** Of each depth: where the loop's iterations start, how many began before, and which entry into a loop it is. */
  private int[] startRow = new int[8];

  private long[] before = new long[8];
  private long[] entry = new long[8];
  private long entries;
  private int open;
  private long lastBegin;
  private long patience;

  Leader(RankProcess[] processes) {
    this(
        Arrays.stream(processes).map(process -> process.cursor).toArray(TaskCursor[]::new),
        rank -> processes[rank].finished());
  }

  /**
   * @param cursors of all ranks
   * @param finished whether a rank has come to its end
   */
  Leader(TaskCursor[] cursors, IntPredicate finished) {
    this.cursors = cursors;
    this.finished = finished;
    this.patience = 64 + 32L * cursors.length;
  }

  /** The rank that is watched now. */
  int rank() {
    return rank;
  }

  TaskCursor cursor() {
    return cursors[rank];
  }

  /** Tells one entry into the loop at a depth from all others. */
  long entry(int depth) {
    return entry[depth];
  }

  /**
   * Looks where the leader is.
   *
   * @param steps how much work the replay has been so far
   * @return the depth at which it has begun another iteration of a loop since the last look, or 0
   */
  int begun(long steps) {
    TaskCursor cursor = cursors[rank];
    boolean ended = finished.test(rank);
    int depth = ended ? 0 : cursor.depth();
    int at = 1;
    while (at <= depth
        && at <= open
        && startRow[at] == cursor.startRow(at)
        && before[at] == cursor.iterationsBefore(at)) {
      at++;
    }
    if (at > depth) {
      open = depth;
      if (steps - lastBegin > patience || ended) {
        watchAnother(steps);
      }
      return 0;
    }
    boolean again = at <= open && startRow[at] == cursor.startRow(at);
    if (again) {
      before[at] = cursor.iterationsBefore(at);
    }
    for (int d = again ? at + 1 : at; d <= depth; d++) {
      open(cursor, d);
    }
    open = depth;
    lastBegin = steps;
    return again ? at : 0;
  }

  /** Iterations of the leader's loop at that depth were left out. */
  void skipped(int depth) {
    for (int d = depth; d <= open; d++) {
      before[d] = cursor().iterationsBefore(d);
    }
  }

  private void open(TaskCursor cursor, int depth) {
    if (depth >= startRow.length) {
      startRow = Arrays.copyOf(startRow, 2 * depth);
      before = Arrays.copyOf(before, 2 * depth);
      entry = Arrays.copyOf(entry, 2 * depth);
    }
    startRow[depth] = cursor.startRow(depth);
    before[depth] = cursor.iterationsBefore(depth);
    entry[depth] = ++entries;
  }

  private void watchAnother(long steps) {
    for (int i = 0; i < cursors.length; i++) {
      rank = (rank + 1) % cursors.length;
      if (!finished.test(rank)) {
        break;
      }
    }
    open = 0;
    lastBegin = steps;
    patience = Math.min(2 * patience, Long.MAX_VALUE / 4);
  }
}
