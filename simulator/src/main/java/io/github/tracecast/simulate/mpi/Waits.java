package io.github.tracecast.simulate.mpi;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The ranks and strands that can run, and what the others wait for. A row has one of three states.
 * It is <i>ready</i>, at once or after all other ready rows. It is <i>blocked</i> while an expected
 * request is <i>pending</i>. Or it <i>stands</i> until the network resumes it. One thread.
 */
public final class Waits {
  static final int NONE = -1;

  private final IntArrayFIFOQueue ready = new IntArrayFIFOQueue();

  /** Rows that can run too, when none is ready. */
  private final IntArrayFIFOQueue later = new IntArrayFIFOQueue();

  private final BitSet standing = new BitSet();
  private final int ranks;

  /**
   * By row: the requests that its call waits for, their number, and the number that has not ended.
   */
  private int[][] expected = {};

  private int[] expectedCount = {};
  private int[] pending = {};
  private boolean[] blocked = {};

  Waits(int ranks) {
    this.ranks = ranks;
    reach(ranks);
  }

  void reach(int rows) {
    expected = Arrays.copyOf(expected, rows);
    expectedCount = Arrays.copyOf(expectedCount, rows);
    pending = Arrays.copyOf(pending, rows);
    blocked = Arrays.copyOf(blocked, rows);
  }

  // ---- who runs

  boolean anyReady() {
    return !ready.isEmpty() || !later.isEmpty();
  }

  /** Removes the row that runs next and returns it. */
  int next() {
    return ready.isEmpty() ? later.dequeueInt() : ready.dequeueInt();
  }

  void ready(int row) {
    ready.enqueue(row);
  }

  /** Puts a row behind all rows that are ready. */
  void readyLater(int row) {
    later.enqueue(row);
  }

  /** Puts a row at the end of the ready queue. Returns false if there are none. */
  boolean yields(int row) {
    if (!later.isEmpty()) {
      later.enqueue(row);
      return true;
    }
    if (!ready.isEmpty()) {
      ready.enqueue(row);
      return true;
    }
    return false;
  }

  // ---- ranks that stand

  /** Stops a rank until {@link #resume}. */
  void stand(int rank) {
    standing.set(rank);
  }

  public boolean stands(int rank) {
    return standing.get(rank);
  }

  /** Ends the stop of a row, if it was stopped. */
  void resume(int row) {
    if (row < ranks) {
      standing.clear(row);
    }
  }

  // ---- the awaited requests of a call

  /** Adds a request that a row's call waits for; it may have ended. */
  void expect(int row, int request, boolean over) {
    int count = expectedCount[row]++;
    int[] list = expected[row];
    if (list == null || count == list.length) {
      list = list == null ? new int[8] : Arrays.copyOf(list, 2 * count);
      expected[row] = list;
    }
    list[count] = request;
    if (!over) {
      pending[row]++;
    }
  }

  /** Number of requests that a row expects. */
  int count(int row) {
    return expectedCount[row];
  }

  /** One of the requests that a row expects. */
  int expected(int row, int i) {
    return expected[row][i];
  }

  /** All requests that a row expects, and perhaps room for more; null if it never expected any. */
  int[] all(int row) {
    return expected[row];
  }

  /** Forgets all but the first requests that a row waits for. */
  void keep(int row, int count) {
    expectedCount[row] = count;
  }

  boolean isPending(int row) {
    return pending[row] > 0;
  }

  boolean isBlocked(int row) {
    return blocked[row];
  }

  /** The number of ends that a blocked row waits for; {@link #NONE} if it is not blocked. */
  int pending(int row) {
    return blocked[row] ? pending[row] : NONE;
  }

  /** Blocks a row until none of its requests is pending. */
  void block(int row) {
    blocked[row] = true;
  }

  /** Blocks a row until the first of its requests ends. */
  void blockUntilFirst(int row) {
    pending[row] = 1;
    blocked[row] = true;
  }

  /** Removes one pending thing that has not ended. */
  void forgo(int row) {
    pending[row]--;
  }

  /** Marks the row's requests as no longer pending, ended or not. */
  void forgoAll(int row) {
    pending[row] = 0;
  }

  /** Makes a row ready before its requests have ended. */
  void release(int row) {
    forgoAll(row);
    blocked[row] = false;
    ready(row);
  }

  /** Something that a row expects has ended. */
  void ended(int row) {
    if (--pending[row] == 0 && blocked[row]) {
      blocked[row] = false;
      ready.enqueue(row);
    }
  }
}
