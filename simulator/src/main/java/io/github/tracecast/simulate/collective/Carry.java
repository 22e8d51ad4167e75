package io.github.tracecast.simulate.collective;

/**
 * The content of a message of a tree or a star: the whole vector, or the blocks that belong to the
 * sender or receiver.
 */
enum Carry {
  /** The whole vector. It is reduced on the way to the root and copied on the way from the root. */
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
  /** The blocks of the rank that is farther from the root, and of the ranks behind it. */
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

  /** Receives from the rank that is farther from the root. */
  abstract void receiveUp(BlockSteps steps, int peer, int first, int count);

  /** Receives from the rank that is nearer to the root. */
  abstract void receiveDown(BlockSteps steps, int peer, int first, int count);
}
