package io.github.tracecast.platform.collective;

import java.util.function.ToIntFunction;

/**
 * An algorithm with a known number of rounds, whose messages are ranges of blocks. The call
 * determines the sizes of the blocks.
 */
interface Schedule extends Algorithm {
  /** Emits the messages of a rank in a round. */
  interface Round {
    void emit(CollectiveCall call, int round, BlockSteps steps);
  }

  /** Number of rounds of the calling rank, 0 or more. */
  int rounds(CollectiveCall call);

  /** Emits the steps of one round. Rounds have the numbers 0 to {@code rounds(call) - 1}. */
  void emit(CollectiveCall call, int round, BlockSteps steps);

  /**
   * The number of blocks into which the data are divided, which is the same on all ranks. The
   * default is one block per rank.
   */
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

  /** Returns a schedule with a given number of rounds and one block per rank. */
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
