package io.github.tracecast.simulate.engine;

import java.util.Arrays;

/**
 * The progress of flows that have joined their links. A row holds the flows that are one row of
 * {@code FairShares}, and that have the same size. They have the same speed at any time, so they
 * end in the order in which they joined.
 *
 * <p>Flows of a row that joined at the same time are a batch, whose progress is stored once, at its
 * first flow. When the speed of a row changes, only its first batch, which ends first, is brought
 * up to date. The others are brought up to date at the latest when they become the first, change by
 * change, so the bytes left are those of an immediate update to the last bit.
 *
 * <p>Memory: 36 bytes per flow, and 32 per row. For its changes, a row of several batches takes at most 512 bytes, or
 * 64 bytes per batch. The class allocates only when it grows. One thread.
 */
final class FlowRows {
  static final int NONE = -1;

  /** The first number of changes of speed for which a row of several batches has memory. */
  private static final int FIRST_CHANGES = 8;

  /**
   * All batches of a row are brought up to date after this number of changes, or after {@link
   * #CHANGES_PER_BATCH} for each batch if these are more. A change takes 8 bytes.
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

  /** For each row, the bytes that each of its flows moved before each of these changes, since the change before. */
  private double[][] moved = new double[64][];

  /**
   * For each batch, its bytes left at a change of speed, the time of this change, the number of
   * changes that the batch has seen, the number of its flows, its last flow, and the next batch of
   * its row. Only the time of the first batch of a row is kept up to date.
   */
  private double[] rest = new double[64];

  private long[] since = new long[64];
  private int[] seen = new int[64];
  private int[] size = new int[64];
  private int[] end = new int[64];
  private int[] following = new int[64];

  /** For each flow, the next flow of its batch. */
  private int[] next = new int[64];

  /** Stores a flow as the only one of a row, whose speed is still unknown. */
  void add(int row, int flow, double bytes) {
    reachRow(row);
    reach(flow);
    speed[row] = 0;
    first[row] = flow;
    last[row] = flow;
    changes[row] = 0;
    batches[row] = 1;
    rest[flow] = bytes;
    seen[flow] = 0;
    size[flow] = 1;
    end[flow] = flow;
    following[flow] = NONE;
    next[flow] = NONE;
  }

  private void reachRow(int row) {
    if (row < first.length) {
      return;
    }
    int rows = Math.max(row + 1, 2 * first.length);
    speed = Arrays.copyOf(speed, rows);
    first = Arrays.copyOf(first, rows);
    last = Arrays.copyOf(last, rows);
    changes = Arrays.copyOf(changes, rows);
    batches = Arrays.copyOf(batches, rows);
    moved = Arrays.copyOf(moved, rows);
  }

  private void reach(int flow) {
    if (flow < rest.length) {
      return;
    }
    int flows = Math.max(flow + 1, 2 * rest.length);
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
    int batch = first[row];
    size[batch]++;
    next[end[batch]] = flow;
    end[batch] = flow;
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
    return less(rest[batch], speed[row] * (picos - since[batch]));
  }

  private static double less(double bytes, double fewer) {
    return bytes > fewer ? bytes - fewer : 0;
  }

  void change(int row, double newSpeed, long picos) {
    int batch = first[row];
    if (speed[row] > 0) {
      double bytes = speed[row] * (picos - since[batch]);
      rest[batch] = less(rest[batch], bytes);
      if (following[batch] != NONE) {
        remember(row, bytes);
      }
    }
    since[batch] = picos;
    speed[row] = newSpeed;
  }

  private void remember(int row, double bytes) {
    if (moved[row] == null) {
      moved[row] = new double[FIRST_CHANGES];
    }
    if (changes[row] == moved[row].length) {
      if (changes[row] < Math.max(MOST_CHANGES, CHANGES_PER_BATCH * batches[row])) {
        moved[row] = Arrays.copyOf(moved[row], 2 * changes[row]);
      } else {
        update(row);
      }
    }
    moved[row][changes[row]++] = bytes;
  }

  /** Brings all batches of a row up to date. */
  void update(int row) {
    int behind = following[first[row]];
    while (behind != NONE) {
      behind = updateNext(row, behind);
    }
    for (int batch = first[row]; batch != NONE; batch = following[batch]) {
      since[batch] = since[first[row]];
      seen[batch] = 0;
    }
    changes[row] = 0;
  }

  /**
   * Brings a batch up to date. If the next three batches have seen the same changes, they are
   * brought up to date with it: a processor computes four chains of differences as fast as one.
   *
   * @return the next batch, or {@link #NONE}
   */
  private int updateNext(int row, int batch) {
    int second = alike(batch, batch);
    int third = alike(batch, second);
    int fourth = alike(batch, third);
    return fourth == NONE ? updateOne(row, batch) : updateFour(row, batch, second, third, fourth);
  }

  /** The batch after {@code before} if it has seen the same changes as {@code batch}; otherwise {@link #NONE}. */
  private int alike(int batch, int before) {
    int after = before == NONE ? NONE : following[before];
    return after != NONE && seen[after] == seen[batch] ? after : NONE;
  }

  private int updateOne(int row, int batch) {
    double[] bytes = moved[row];
    int all = changes[row];
    double left = rest[batch];
    for (int at = seen[batch]; at < all; at++) {
      left = less(left, bytes[at]);
    }
    rest[batch] = left;
    seen[batch] = all;
    return following[batch];
  }

  private int updateFour(int row, int batch, int second, int third, int fourth) {
    double[] bytes = moved[row];
    int all = changes[row];
    double a = rest[batch];
    double b = rest[second];
    double c = rest[third];
    double d = rest[fourth];
    for (int at = seen[batch]; at < all; at++) {
      double fewer = bytes[at];
      a = less(a, fewer);
      b = less(b, fewer);
      c = less(c, fewer);
      d = less(d, fewer);
    }
    rest[batch] = a;
    rest[second] = b;
    rest[third] = c;
    rest[fourth] = d;
    seen[batch] = all;
    seen[second] = all;
    seen[third] = all;
    seen[fourth] = all;
    return following[fourth];
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
      updateNext(row, first[row]);
      since[first[row]] = since[batch];
      if (following[first[row]] == NONE) {
        changes[row] = 0;
      }
    }
  }
}
