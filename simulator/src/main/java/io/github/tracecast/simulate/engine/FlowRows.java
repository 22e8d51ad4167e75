package io.github.tracecast.simulate.engine;

import java.util.Arrays;

/**
 * The progress of flows that have joined their links. A row holds the flows that are one row of
 * {@code FairShares}, and that have the same size. They have the same speed at any time, so they
 * end in the order in which they joined. A row has the number of one of its flows.
 *
 * <p>Flows of a row that joined at the same time are a batch, whose progress is stored once, at its
 * first flow. When the speed of a row changes, only its first batch, which ends first, is brought
 * up to date. The other batches are brought up to date when their turn comes, change by change, so
 * the bytes left are those of an immediate update to the last bit.
 *
 * <p>Memory: 76 bytes per flow. For its changes, a row of several batches takes at most 1 KiB, or 128
 * bytes per batch. The class allocates only when it grows. One thread.
 */
final class FlowRows {
  static final int NONE = -1;

  /** The first number of changes of speed for which a row of several batches has memory. */
  private static final int FIRST_CHANGES = 8;

  /**
   * All batches of a row are brought up to date after this number of changes, or after {@link
   * #CHANGES_PER_BATCH} for each batch if these are more. A change takes 16 bytes.
   */
  private static final int MOST_CHANGES = 64;

  private static final int CHANGES_PER_BATCH = 4;

  /**
   * For each row, its speed, its first and last batch, the number of changes that some batch has
   * not seen, and the number of its batches.
   */
  private double[] speed = new double[64];

  private int[] first = new int[64];
  private int[] last = new int[64];
  private int[] changes = new int[64];
  private int[] batches = new int[64];

  /** For each row, the times of these changes, and the speeds before them. */
  private long[][] changedAt = new long[64][];

  private double[][] speedBefore = new double[64][];

  /**
   * For each batch, its bytes left at a change of speed, the time of this change, the number of
   * changes that the batch has seen, the number of its flows, its last flow, and the next batch of
   * its row.
   */
  private double[] rest = new double[64];

  private long[] since = new long[64];
  private int[] seen = new int[64];
  private int[] size = new int[64];
  private int[] end = new int[64];
  private int[] following = new int[64];

  /** For each flow, the next flow of its batch. */
  private int[] next = new int[64];

  /** Stores a flow as a row of its own, whose speed is still unknown. */
  void add(int flow, double bytes) {
    reach(flow);
    speed[flow] = 0;
    first[flow] = flow;
    last[flow] = flow;
    changes[flow] = 0;
    batches[flow] = 1;
    rest[flow] = bytes;
    seen[flow] = 0;
    size[flow] = 1;
    end[flow] = flow;
    following[flow] = NONE;
    next[flow] = NONE;
  }

  private void reach(int flow) {
    if (flow < first.length) {
      return;
    }
    int flows = Math.max(flow + 1, 2 * first.length);
    speed = Arrays.copyOf(speed, flows);
    first = Arrays.copyOf(first, flows);
    last = Arrays.copyOf(last, flows);
    changes = Arrays.copyOf(changes, flows);
    batches = Arrays.copyOf(batches, flows);
    changedAt = Arrays.copyOf(changedAt, flows);
    speedBefore = Arrays.copyOf(speedBefore, flows);
    rest = Arrays.copyOf(rest, flows);
    since = Arrays.copyOf(since, flows);
    seen = Arrays.copyOf(seen, flows);
    size = Arrays.copyOf(size, flows);
    end = Arrays.copyOf(end, flows);
    following = Arrays.copyOf(following, flows);
    next = Arrays.copyOf(next, flows);
  }

  /** Adds a flow to the only batch of a row whose speed is unknown. */
  void join(int row, int flow) {
    reach(flow);
    size[row]++;
    next[end[row]] = flow;
    end[row] = flow;
    next[flow] = NONE;
  }

  /** Moves the only batch of a row to the end of another row with the same speed. */
  void append(int row, int other) {
    int batch = first[other];
    following[last[row]] = batch;
    last[row] = batch;
    seen[batch] = changes[row];
    batches[row]++;
  }

  /** The first flow of a row, which ends first; also the number of its first batch. */
  int first(int row) {
    return first[row];
  }

  /** The batch of a row that follows another one, or {@link #NONE}. */
  int following(int batch) {
    return following[batch];
  }

  /** The next flow of a batch, or {@link #NONE}. */
  int next(int flow) {
    return next[flow];
  }

  int size(int batch) {
    return size[batch];
  }

  double speed(int row) {
    return speed[row];
  }

  double rest(int batch) {
    return rest[batch];
  }

  long since(int batch) {
    return since[batch];
  }

  /** The bytes of a batch that are left at a time if its row keeps its speed. */
  double left(int row, int batch, long picos) {
    return left(rest[batch], speed[row], picos - since[batch]);
  }

  private static double left(double bytes, double atSpeed, long picos) {
    return Math.max(0, bytes - atSpeed * picos);
  }

  void change(int row, double newSpeed, long picos) {
    int batch = first[row];
    if (speed[row] > 0) {
      rest[batch] = left(row, batch, picos);
      if (following[batch] != NONE) {
        remember(row, picos);
      }
    }
    since[batch] = picos;
    speed[row] = newSpeed;
  }

  private void remember(int row, long picos) {
    if (changedAt[row] == null) {
      changedAt[row] = new long[FIRST_CHANGES];
      speedBefore[row] = new double[FIRST_CHANGES];
    }
    if (changes[row] == changedAt[row].length) {
      if (changes[row] < Math.max(MOST_CHANGES, CHANGES_PER_BATCH * batches[row])) {
        changedAt[row] = Arrays.copyOf(changedAt[row], 2 * changes[row]);
        speedBefore[row] = Arrays.copyOf(speedBefore[row], 2 * changes[row]);
      } else {
        update(row);
      }
    }
    changedAt[row][changes[row]] = picos;
    speedBefore[row][changes[row]++] = speed[row];
  }

  /** Brings all batches of a row up to date. */
  void update(int row) {
    for (int batch = following[first[row]]; batch != NONE; batch = following[batch]) {
      update(row, batch);
      seen[batch] = 0;
    }
    changes[row] = 0;
  }

  private void update(int row, int batch) {
    int all = changes[row];
    if (seen[batch] < all) {
      double[] speeds = speedBefore[row];
      long[] times = changedAt[row];
      double left = rest[batch];
      long from = since[batch];
      for (int at = seen[batch]; at < all; at++) {
        left = left(left, speeds[at], times[at] - from);
        from = times[at];
      }
      rest[batch] = left;
      since[batch] = from;
    }
  }

  /** Removes the first flow of a row, which has others. */
  void removeFirst(int row) {
    int batch = first[row];
    int flow = next[batch];
    if (flow != NONE) {
      rest[flow] = rest[batch];
      since[flow] = since[batch];
      size[flow] = size[batch] - 1;
      end[flow] = end[batch];
      following[flow] = following[batch];
      first[row] = flow;
      if (last[row] == batch) {
        last[row] = flow;
      }
    } else {
      batches[row]--;
      first[row] = following[batch];
      update(row, first[row]);
      if (following[first[row]] == NONE) {
        changes[row] = 0;
      }
    }
  }
}
