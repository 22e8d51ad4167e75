package io.github.tracecast.simulate.collective;

/** An algorithm as a known number of rounds in which blocks travel; their sizes come from the call. */
abstract class Schedule implements Algorithm {
  /** Rounds of the call's rank, 0 or more. */
  abstract int rounds(CollectiveCall call);

  /** Emits a round from 0 to {@code rounds(call) - 1}. */
  abstract void emit(CollectiveCall call, int round, BlockSteps steps);

  /** Blocks into which the data is cut, the same number on all ranks; one a rank unless overridden. */
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
