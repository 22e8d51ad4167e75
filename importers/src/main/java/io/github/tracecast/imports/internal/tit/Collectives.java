package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.TraceException;
import java.util.Arrays;
import java.util.List;

/**
 * Holds that all ranks execute the same collectives in the same order: whoever comes to one first says what it is.
 *
 * <p>Another call or another root is refused: two ranks are then not in the same collective, and no replay could end it. Another
 * size is a warning: MPI forbids it too, but traces come by it honestly, since SimGrid records derived datatypes without their
 * names, and each rank can be replayed with the size that it has. One thread; 14 bytes a collective.
 */
final class Collectives {
  /** In place of a root where the call has none, and in place of a size that MPI lets differ or that the line does not tell. */
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

  Collectives(int ranks) {
    executed = new long[ranks];
  }

  /**
   * A rank's next collective.
   *
   * @param root its root, or {@link #NONE}
   * @param bytes what has to be as much for all ranks, or {@link #NONE}
   */
  void execute(int rank, MpiCall call, int root, long bytes, Line line) {
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
      throw line.fault(
          call.mpiName() + " as collective " + index + " of rank " + rank,
          CALLS[calls[index]].mpiName() + ", as on other ranks; all ranks must agree");
    } else if (roots[index] != root) {
      throw line.fault(
          "root " + root + " of " + call.mpiName() + ", collective " + index + " of rank " + rank,
          "root " + roots[index] + ", as on other ranks; all ranks must agree");
    } else if (sizes[index] == NONE) {
      sizes[index] = bytes;
    } else if (bytes != NONE && sizes[index] != bytes) {
      unequal(line, bytes + " B of " + call.mpiName() + " where other ranks have " + sizes[index]);
    }
  }

  private void unequal(Line line, String what) {
    if (unequal++ == 0) {
      firstUnequal = line.place() + ": " + what;
    }
  }

  /** Warnings. */
  List<String> notes() {
    return unequal == 0
        ? List.of()
        : List.of("collective calls whose size differs between ranks: " + unequal + ", first "
            + firstUnequal + " B; each rank keeps its own size");
  }

  /** @throws TraceException where a rank has executed fewer than another */
  void finish(String file) {
    for (int rank = 0; rank < executed.length; rank++) {
      if (executed[rank] < count) {
        throw TraceException.at(
            file,
            executed[rank] + " collectives of rank " + rank,
            count + ", as rank " + firstRank
                + " has; all ranks must agree, or the file is incomplete");
      }
    }
  }
}
