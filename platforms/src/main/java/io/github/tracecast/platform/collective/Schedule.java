package io.github.tracecast.platform.collective;

import java.util.function.ToIntFunction;

/**
 * An algorithm with a known number of rounds that move blocks. The call determines the sizes of the
 * blocks.
 */
interface Schedule extends Algorithm {
  /** What a rank does in a round. */
  interface Round {
    void emit(CollectiveCall call, int round, BlockSteps steps);
  }

  /** Number of rounds of the call's rank, 0 or more. */
  int rounds(CollectiveCall call);

  /** Emits a round from 0 to {@code rounds(call) - 1}. */
  void emit(CollectiveCall call, int round, BlockSteps steps);

  /** The number of blocks of the data, equal on all ranks. It is one per rank unless overridden. */
  default int blocks(CollectiveCall call) {
    return call.size();
  }

  @Override
  default boolean round(CollectiveCall call, int round, Steps steps) {
    if (round >= rounds(call)) {
      return false;
    }
    emit(call, round, new SizedSteps(call, blocks(call), steps));
    return true;
  }

  /** The schedule of so many rounds, with one block per rank. */
  static Schedule of(ToIntFunction<CollectiveCall> rounds, Round round) {
    return new Schedule() {
      @Override
      public int rounds(CollectiveCall call) {
        return rounds.applyAsInt(call);
      }

      @Override
      public void emit(CollectiveCall call, int number, BlockSteps steps) {
        round.emit(call, number, steps);
      }
    };
  }
}
