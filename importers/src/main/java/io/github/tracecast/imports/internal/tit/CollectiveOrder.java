package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.TraceException;
import java.util.Arrays;
import java.util.List;

/**
 * Checks that all ranks execute the same collectives in the same order. The first rank that
 * executes a collective defines its call, root and size.
 *
 * <p>A different call or root is an error, because two ranks are then not in the same collective
 * and no replay could finish it. A different size is only a warning. MPI forbids different sizes
 * too, but SimGrid's traces contain them, because SimGrid records derived datatypes without their
 * names. A replay takes the size of each rank. Memory is 14 bytes for each collective. Not
 * thread-safe.
 */
final class CollectiveOrder implements Collectives {
  /**
   * The value of a root that does not exist, or of a size that may differ between ranks or is not
   * in the line.
   */
  static final int NONE = -1;

  private static final MpiCall[] CALLS = MpiCall.values();

  private final long[] executed;
  private short[] calls = new short[64];
  private int[] roots = new int[64];
  private long[] sizes = new long[64];
  private long count;
  private int firstRank = -1;
  private long unequal;
  private String firstUnequal = "";

  CollectiveOrder(int ranks) {
    executed = new long[ranks];
  }

  @Override
  public void execute(int rank, MpiCall call, int root, long bytes, Line line) {
    compare(rank, call, root, bytes, line.file(), line.number());
  }

  /** Compares a rank's next collective with the same collective of other ranks. */
  void compare(int rank, MpiCall call, int root, long bytes, String file, int line) {
    int index = Math.toIntExact(executed[rank]++);
    if (index == count) {
      if (index == calls.length) {
        calls = Arrays.copyOf(calls, 2 * index);
        roots = Arrays.copyOf(roots, 2 * index);
        sizes = Arrays.copyOf(sizes, 2 * index);
      }
      calls[index] = (short) call.ordinal();
      roots[index] = root;
      sizes[index] = bytes;
      count++;
      firstRank = rank;
    } else if (calls[index] != call.ordinal()) {
      throw TraceException.atLine(
          file,
          line,
          call.mpiName() + " as collective " + index + " of rank " + rank,
          CALLS[calls[index]].mpiName()
              + ", as on other ranks; all ranks must have the same value");
    } else if (roots[index] != root) {
      throw TraceException.atLine(
          file,
          line,
          "root " + root + " of " + call.mpiName() + ", collective " + index + " of rank " + rank,
          "root " + roots[index] + ", as on other ranks; all ranks must have the same value");
    } else if (sizes[index] == NONE) {
      sizes[index] = bytes;
    } else if (bytes != NONE && sizes[index] != bytes) {
      unequal(
          file + ":" + line,
          bytes + " B of " + call.mpiName() + " where other ranks have " + sizes[index]);
    }
  }

  private void unequal(String place, String what) {
    if (unequal++ == 0) {
      firstUnequal = place + ": " + what;
    }
  }

  List<String> notes() {
    return unequal == 0
        ? List.of()
        : List.of("collective calls whose size differs between ranks: " + unequal
            + "; the first is " + firstUnequal + " B; each rank keeps its own size");
  }

  /** @throws TraceException if a rank has executed fewer collectives than another */
  void finish(String file) {
    for (int rank = 0; rank < executed.length; rank++) {
      if (executed[rank] < count) {
        throw TraceException.inFile(
            file,
            executed[rank] + " collectives of rank " + rank,
            count + ", as rank " + firstRank
                + " has; all ranks must have the same value, or the file is incomplete");
      }
    }
  }
}
