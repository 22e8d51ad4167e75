package io.github.tracecast.simulate.collective;

/**
 * Takes the messages of one round in terms of blocks: the operation's data is cut into
 * {@link #blocks()} consecutive blocks, and a message carries {@code count} of them from
 * {@code first}, going on at block 0 after the last. A send carries the blocks' values as they were
 * when the round began.
 */
interface BlockSteps {
  /** Blocks into which the data is cut. */
  int blocks();

  /** Sends the blocks to a peer. */
  void send(int peer, int first, int count);

  /** Receives the blocks in place of what this rank had there. */
  void receive(int peer, int first, int count);

  /** Receives the blocks and combines them with this rank's own by the reduction. */
  void combine(int peer, int first, int count);

  default void sendAll(int peer) {
    send(peer, 0, blocks());
  }

  default void receiveAll(int peer) {
    receive(peer, 0, blocks());
  }

  default void combineAll(int peer) {
    combine(peer, 0, blocks());
  }
}
