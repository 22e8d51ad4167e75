package io.github.tracecast.simulate.collective;

/** What a message of a tree or a star takes along: all, or the blocks that its sender or receiver names. */
enum Carry {
  /** The whole vector: combined on the way to the root, copied on the way from it. */
  WHOLE {
    @Override
    void send(BlockSteps steps, int peer, int first, int count) {
      steps.sendAll(peer);
    }

    @Override
    void receiveUp(BlockSteps steps, int peer, int first, int count) {
      steps.combineAll(peer);
    }

    @Override
    void receiveDown(BlockSteps steps, int peer, int first, int count) {
      steps.receiveAll(peer);
    }
  },
  /** The blocks of the ranks at or behind the rank that is farther from the root. */
  BLOCKS {
    @Override
    void send(BlockSteps steps, int peer, int first, int count) {
      steps.send(peer, first, count);
    }

    @Override
    void receiveUp(BlockSteps steps, int peer, int first, int count) {
      steps.receive(peer, first, count);
    }

    @Override
    void receiveDown(BlockSteps steps, int peer, int first, int count) {
      steps.receive(peer, first, count);
    }
  };

  /** Sends either the vector or {@code count} blocks from {@code first}. */
  abstract void send(BlockSteps steps, int peer, int first, int count);

  /** Receives from a rank that is farther from the root. */
  abstract void receiveUp(BlockSteps steps, int peer, int first, int count);

  /** Receives from a rank that is nearer to the root. */
  abstract void receiveDown(BlockSteps steps, int peer, int first, int count);
}
