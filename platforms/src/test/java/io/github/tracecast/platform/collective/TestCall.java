package io.github.tracecast.platform.collective;

import java.util.Random;
import java.util.stream.IntStream;

/**
 * One rank's view of a call. It fails if asked for data that the rank does not know in MPI. {@code
 * sizes[i][j]} is what i sends to j in the forms with sizes of their own.
 */
record TestCall(Operation operation, int size, int rank, int root, long uniform, long[][] sizes)
    implements CollectiveCall {

  /** A call of an operation whose blocks or vector all have one size, on all ranks. */
  static TestCall[] uniform(Operation operation, int size, int root, long bytes) {
    return onAllRanks(operation, size, hasRoot(operation) ? root : 0, bytes, null);
  }

  /** A call with random sizes where the operation takes several, else of one random size. */
  static TestCall[] random(Operation operation, int size, Random random) {
    int root = hasRoot(operation) ? random.nextInt(size) : 0;
    if (!hasSizes(operation)) {
      return onAllRanks(operation, size, root, bytes(random), null);
    }
    boolean sparse = operation.hasNeighbours();
    long[][] sizes = new long[size][size];
    long[] ofRank =
        random.longs(size, 0, 5).map(kind -> kind == 0 ? 0 : bytes(random)).toArray();
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        sizes[from][to] = switch (operation) {
          case GATHERV, ALLGATHERV -> ofRank[from];
          case SCATTERV, REDUCE_SCATTER -> ofRank[to];
          default -> random.nextInt(sparse ? 4 : 2) == 0 ? bytes(random) : 0;
        };
      }
    }
    return onAllRanks(operation, size, root, 0, sizes);
  }

  private static TestCall[] onAllRanks(
      Operation operation, int size, int root, long bytes, long[][] sizes) {
    return IntStream.range(0, size)
        .mapToObj(rank -> new TestCall(operation, size, rank, root, bytes, sizes))
        .toArray(TestCall[]::new);
  }

  private static long bytes(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(3);
      case 1 -> random.nextInt(100);
      case 2 -> 8L << random.nextInt(16);
      default -> random.nextInt(1_000_000);
    };
  }

  static boolean hasRoot(Operation operation) {
    return switch (operation) {
      case BCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV -> true;
      default -> false;
    };
  }

  private static boolean hasSizes(Operation operation) {
    return switch (operation) {
      case AGREEMENT,
          BARRIER,
          BCAST,
          REDUCE,
          ALLREDUCE,
          GATHER,
          SCATTER,
          ALLGATHER,
          ALLTOALL,
          REDUCE_SCATTER_BLOCK,
          SCAN,
          EXSCAN -> false;
      default -> true;
    };
  }

  @Override
  public long bytes() {
    require(sizes == null, "one size for all");
    return uniform;
  }

  @Override
  public long sendBytes(int peer) {
    if (sizes == null) {
      return uniform;
    }
    switch (operation) {
      case GATHERV -> require(peer == root, "what others send");
      case SCATTERV -> require(rank == root, "what others send");
      case ALLGATHERV -> throw new AssertionError("allgatherv knows what it receives");
      default -> {}
    }
    return sizes[rank][peer];
  }

  @Override
  public long receiveBytes(int peer) {
    if (sizes == null) {
      return uniform;
    }
    switch (operation) {
      case GATHERV -> require(rank == root, "what the root receives from others");
      case SCATTERV -> require(peer == root, "what others receive");
      case REDUCE_SCATTER ->
        throw new AssertionError("reduce_scatter knows the blocks of the result");
      default -> {}
    }
    return sizes[peer][rank];
  }

  private void require(boolean known, String what) {
    if (!known) {
      throw new AssertionError("rank " + rank + " does not know " + what + " in " + operation);
    }
  }
}
