package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;

/** What an engine's token stands for: a kind in the top bits, a row number below. */
final class Token {
  /** Message is ready to leave its sender. */
  static final int READY = 0;

  /** Both sides of a rendezvous are ready: the data may flow. */
  static final int DATA = 1;

  /** Message is on the network. */
  static final int MESSAGE = 2;

  /** Rank wants to look at the world at its own time. */
  static final int RANK = 3;

  /** All ranks are at a collective that a network of its own serves. */
  static final int GATHERED = 4;

  /** Such a collective is on its network. */
  static final int NETWORK = 5;

  /** Request ends. */
  static final int REQUEST = 6;

  private static final int SHIFT = 28;
  private static final int ROW = (1 << SHIFT) - 1;

  private Token() {}

  static int of(int kind, int row) {
    if (row > ROW) {
      throw new ReplayException("found more than " + ROW
          + " messages in flight at once; expected fewer. Replay fewer ranks");
    }
    return kind << SHIFT | row;
  }

  static int kind(int token) {
    return token >>> SHIFT;
  }

  static int row(int token) {
    return token & ROW;
  }
}
