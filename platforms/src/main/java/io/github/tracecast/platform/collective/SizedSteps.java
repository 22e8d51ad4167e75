package io.github.tracecast.platform.collective;

/** Converts blocks to bytes. Gatherv and scatterv do not send empty blocks, as in MPI libraries. */
final class SizedSteps implements BlockSteps {
  private final CollectiveCall call;
  private final int blocks;
  private final Steps steps;

  SizedSteps(CollectiveCall call, int blocks, Steps steps) {
    this.call = call;
    this.blocks = blocks;
    this.steps = steps;
  }

  @Override
  public int blocks() {
    return blocks;
  }

  @Override
  public BlockSteps dividedInto(int other) {
    return other == blocks ? this : new SizedSteps(call, other, steps);
  }

  @Override
  public void send(int peer, int first, int count) {
    long bytes = bytes(first, count);
    if (bytes > 0 || !leavesOutEmpty()) {
      steps.send(peer, bytes);
    }
  }

  @Override
  public void receive(int peer, int first, int count) {
    long bytes = bytes(first, count);
    if (bytes > 0 || !leavesOutEmpty()) {
      steps.receive(peer, bytes);
    }
  }

  @Override
  public void combine(int peer, int first, int count) {
    steps.combine(peer, bytes(first, count));
  }

  @Override
  public void copy(int count) {
    if (count > 0) {
      steps.copy(bytes(0, count));
    }
  }

  /** Whether the ranks' blocks together are a vector, which an algorithm may also divide otherwise. */
  private boolean isVectorOfBlocks() {
    return switch (call.operation()) {
      case SCATTER, ALLGATHER, REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> true;
      default -> false;
    };
  }

  private boolean leavesOutEmpty() {
    Operation operation = call.operation();
    return operation == Operation.GATHERV || operation == Operation.SCATTERV;
  }

  private long bytes(int first, int count) {
    if (blocks != call.size() && isVectorOfBlocks()) {
      return ofVector(first, count);
    }
    return switch (call.operation()) {
      case AGREEMENT, BARRIER, BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> ofVector(first, count);
      case GATHER, SCATTER, ALLGATHER, REDUCE_SCATTER_BLOCK ->
        Math.multiplyExact(count, call.bytes());
      case ALLGATHERV, REDUCE_SCATTER, GATHERV, SCATTERV -> ofRanks(first, count);
      case ALLTOALL,
          ALLTOALLV,
          ALLTOALLW,
          NEIGHBOR_ALLGATHER,
          NEIGHBOR_ALLGATHERV,
          NEIGHBOR_ALLTOALL,
          NEIGHBOR_ALLTOALLV,
          NEIGHBOR_ALLTOALLW ->
        throw new IllegalArgumentException(
            call.operation().key() + " has a block for each pair of ranks, not one for each rank");
    };
  }

  private long ofRanks(int first, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum = Math.addExact(sum, ofRank((first + i) % call.size()));
    }
    return sum;
  }

  /** The size of a rank's block, from the sizes that this rank knows. */
  private long ofRank(int block) {
    return switch (call.operation()) {
      case GATHERV ->
        call.rank() == call.root() ? call.receiveBytes(block) : call.sendBytes(call.root());
      case SCATTERV ->
        call.rank() == call.root() ? call.sendBytes(block) : call.receiveBytes(call.root());
      case REDUCE_SCATTER -> call.sendBytes(block);
      default -> call.receiveBytes(block);
    };
  }

  private long ofVector(int first, int count) {
    int end = first + count;
    return end <= blocks
        ? before(end) - before(first)
        : vectorBytes() - before(first) + before(end - blocks);
  }

  private long vectorBytes() {
    return switch (call.operation()) {
      case SCATTER, ALLGATHER, REDUCE_SCATTER_BLOCK ->
        Math.multiplyExact(call.bytes(), (long) call.size());
      case REDUCE_SCATTER -> ofRanks(0, call.size());
      default -> call.bytes();
    };
  }

  /**
   * Bytes of the vector before a block. Block sizes differ by at most one byte, and the larger
   * blocks come first.
   */
  private long before(int block) {
    long bytes = vectorBytes();
    return block * (bytes / blocks) + Math.min(block, bytes % blocks);
  }
}
