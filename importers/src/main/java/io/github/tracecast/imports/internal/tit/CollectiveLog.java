package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;

/**
 * Stores the collectives of one rank until those of all earlier files are compared, so that errors
 * and warnings do not depend on the speed of threads. Memory is 18 bytes for each collective. Not
 * thread-safe.
 */
final class CollectiveLog implements Collectives {
  private static final MpiCall[] CALLS = MpiCall.values();

  private final String file;
  private int rank;
  private short[] calls = new short[64];
  private int[] roots = new int[64];
  private long[] sizes = new long[64];
  private int[] lines = new int[64];
  private int count;

  CollectiveLog(String file) {
    this.file = file;
  }

  @Override
  public void execute(int itsRank, MpiCall call, int root, long bytes, Line line) {
    if (count == calls.length) {
      calls = Arrays.copyOf(calls, 2 * count);
      roots = Arrays.copyOf(roots, 2 * count);
      sizes = Arrays.copyOf(sizes, 2 * count);
      lines = Arrays.copyOf(lines, 2 * count);
    }
    rank = itsRank;
    calls[count] = (short) call.ordinal();
    roots[count] = root;
    sizes[count] = bytes;
    lines[count++] = line.number();
  }

  /** Compares the collectives with the collectives of earlier files. */
  void compare(CollectiveOrder order) {
    for (int i = 0; i < count; i++) {
      order.compare(rank, CALLS[calls[i]], roots[i], sizes[i], file, lines[i]);
    }
  }
}
