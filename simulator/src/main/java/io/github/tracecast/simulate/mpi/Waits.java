package io.github.tracecast.simulate.mpi;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The ranks and strands that can run, and the requests for which the other ranks and strands wait.
 * A rank or strand has one of three states. It is <i>ready</i> to run, at once or when no other
 * rank or strand is ready. It is <i>blocked</i> while an expected request is <i>pending</i>. Or it
 * <i>stands</i> until the network resumes it. One thread.
 */
public final class Waits {
  static final int NONE = -1;

  private final IntArrayFIFOQueue ready = new IntArrayFIFOQueue();

  /** Ranks and strands that run only when {@link #ready} is empty. */
  private final IntArrayFIFOQueue later = new IntArrayFIFOQueue();

  /** Number of ranks and strands in both queues. */
  private int queued;

  private final BitSet standing = new BitSet();

  /** For each rank and strand, its expected requests, the number of these requests, and the number of them that have not ended. */
  private int[][] expected = {};

  private int[] expectedCount = {};
  private int[] pending = {};
  private boolean[] blocked = {};

  Waits(int ranks) {
    reach(ranks);
  }

  void reach(int rows) {
    expected = Arrays.copyOf(expected, rows);
    expectedCount = Arrays.copyOf(expectedCount, rows);
    pending = Arrays.copyOf(pending, rows);
    blocked = Arrays.copyOf(blocked, rows);
  }

  // ---- ranks and strands that can run

  boolean anyReady() {
    return queued > 0;
  }

  /** Removes and returns the rank or strand that runs next. */
  int next() {
    queued--;
    return ready.isEmpty() ? later.dequeueInt() : ready.dequeueInt();
  }

  void ready(int row) {
    queued++;
    ready.enqueue(row);
  }

  /** Makes a rank or strand run when no other rank or strand is ready. */
  void readyLater(int row) {
    queued++;
    later.enqueue(row);
  }

  /** Makes a running rank or strand run again after all others that can run. Returns false if no other can run. */
  boolean yields(int row) {
    if (!later.isEmpty()) {
      readyLater(row);
      return true;
    }
    if (!ready.isEmpty()) {
      ready(row);
      return true;
    }
    return false;
  }

  // ---- ranks that are stopped

  /** Stops a rank until {@link #resume}. */
  void stand(int rank) {
    standing.set(rank);
  }

  public boolean stands(int rank) {
    return standing.get(rank);
  }

  /** Lets a rank run again after {@link #stand}. Has no effect on a rank or strand that does not stand. */
  void resume(int row) {
    standing.clear(row);
  }

  // ---- the awaited requests of a call

  /** Adds a request for which the call of a rank or strand waits. */
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

  /** Number of requests that a rank or strand expects. */
  int count(int row) {
    return expectedCount[row];
  }

  /** One of the requests that a rank or strand expects. */
  int expected(int row, int i) {
    return expected[row][i];
  }

  /** The requests that a rank or strand expects, in an array that may be longer; null if it never expected any. */
  int[] all(int row) {
    return expected[row];
  }

  /** Keeps only the first {@code count} requests of a wait. */
  void keepFirst(int row, int count) {
    expectedCount[row] = count;
  }

  boolean isPending(int row) {
    return pending[row] > 0;
  }

  boolean isBlocked(int row) {
    return blocked[row];
  }

  /** The number of requests that have to end before a rank or strand continues; {@link #NONE} if it is not blocked. */
  int pending(int row) {
    return blocked[row] ? pending[row] : NONE;
  }

  /** Blocks a rank or strand until all its expected requests have ended. */
  void block(int row) {
    blocked[row] = true;
  }

  /** Blocks a rank or strand until the first of its requests ends. */
  void blockUntilFirst(int row) {
    pending[row] = 1;
    blocked[row] = true;
  }

  /** Makes a rank or strand stop waiting for one request that has not ended. */
  void forgo(int row) {
    pending[row]--;
  }

  /** Makes a rank or strand stop waiting for all its requests, ended or not. */
  void forgoAll(int row) {
    pending[row] = 0;
  }

  /** Makes a rank or strand ready before its requests have ended. */
  void release(int row) {
    forgoAll(row);
    blocked[row] = false;
    ready(row);
  }

  /** Counts the end of a request that a rank or strand expects. */
  void ended(int row) {
    if (--pending[row] == 0 && blocked[row]) {
      blocked[row] = false;
      ready(row);
    }
  }
}
