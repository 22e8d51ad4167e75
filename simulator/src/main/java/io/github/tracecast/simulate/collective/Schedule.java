package io.github.tracecast.simulate.collective;

/**
 * An algorithm with a known number of rounds that move blocks. The call determines the sizes of the
 * blocks.
 */
abstract class Schedule implements Algorithm {
  /** Number of rounds of the call's rank, 0 or more. */
  abstract int rounds(CollectiveCall call);

  /** Emits a round from 0 to {@code rounds(call) - 1}. */
  abstract void emit(CollectiveCall call, int round, BlockSteps steps);

  /** The number of blocks of the data, equal on all ranks. It is one per rank unless overridden. */
  int blocks(CollectiveCall call) {
    return call.size();
  }

  @Override
  public final boolean round(CollectiveCall call, int round, Steps steps) {
    if (round >= rounds(call)) {
      return false;
    }
    emit(call, round, new SizedSteps(call, blocks(call), steps));
    return true;
  }
}
