package io.github.tracecast.simulate.collective;

/**
 * Collects the messages of one round in terms of blocks. The operation's data consists of
 * {@link #blocks()} consecutive blocks. A message has {@code count} of them, starting at
 * {@code first}, and continues at block 0 after the last. A send has the values that the blocks had
 * at the start of the round.
 */
interface BlockSteps {
  /** The number of blocks of the data. */
  int blocks();

  /** Sends the blocks to a peer. */
  void send(int peer, int first, int count);

  /** Receives the blocks and replaces this rank's values of them. */
  void receive(int peer, int first, int count);

  /** Receives the blocks and reduces them with this rank's own values. */
  void combine(int peer, int first, int count);

  /** Copies so many blocks within this rank's memory. */
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
