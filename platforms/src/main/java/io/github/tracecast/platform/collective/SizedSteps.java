package io.github.tracecast.platform.collective;

/**
 * Converts ranges of blocks to bytes. Gatherv and scatterv do not send empty blocks, as in MPI
 * libraries.
 */
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

  private boolean leavesOutEmpty() {
    Operation operation = call.operation();
    return operation == Operation.GATHERV || operation == Operation.SCATTERV;
  }

  /** The bytes of a range of blocks. The blocks of an algorithm need not be those of the ranks. */
  private long bytes(int first, int count) {
    return switch (call.operation().layout()) {
      case VECTOR -> ofVector(first, count);
      case BLOCK ->
        blocks == call.size() ? Math.multiplyExact(count, call.bytes()) : ofVector(first, count);
      case BLOCKS -> blocks == call.size() ? ofRanks(first, count) : ofVector(first, count);
      case PAIRS ->
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

  /** The size of a rank's block, as far as the calling rank knows it. */
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
    return switch (call.operation().layout()) {
      case VECTOR -> call.bytes();
      case BLOCK -> Math.multiplyExact(call.bytes(), (long) call.size());
      case BLOCKS, PAIRS -> ofRanks(0, call.size());
    };
  }

  /**
   * The bytes of the vector before a block. Sizes of blocks differ by at most one byte; the larger
   * blocks come first.
   */
  private long before(int block) {
    long bytes = vectorBytes();
    return block * (bytes / blocks) + Math.min(block, bytes % blocks);
  }
}
