package io.github.tracecast.platform.collective;

/**
 * Collects the messages of one round as ranges of blocks. The operation's data consist of {@link
 * #blocks()} consecutive blocks. A message has {@code count} blocks from {@code first} on; after
 * the last block it continues at block 0. A block is sent with the value that it has at the start
 * of the round.
 */
interface BlockSteps {
  /** Returns the number of blocks of the data. */
  int blocks();

  /** Returns a collector for the same round that divides the data into another number of blocks. */
  default BlockSteps dividedInto(int blocks) {
    return this;
  }

  /** Sends {@code count} blocks, from block {@code first} on, to a peer. */
  void send(int peer, int first, int count);

  /** Receives {@code count} blocks, which replace this rank's blocks. */
  void receive(int peer, int first, int count);

  /** Receives {@code count} blocks and reduces them with this rank's blocks. */
  void combine(int peer, int first, int count);

  /** Copies blocks within this rank's memory. */
  default void copy(int count) {}

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
