package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.ReplayException;

/**
 * An engine's token for an event: the event's kind in the top bits, and the number of a slot, rank
 * or strand in the other bits.
 */
final class Token {
  /** Kind of event: a message may match its receive. */
  static final int MEETS = 0;

  /** Kind of event: a message starts, so its data may flow, or its receiver may take it. */
  static final int STARTS = 1;

  /** Kind of event: a message has passed the links of its node. */
  static final int LEAVES_NODE = 2;

  /** Kind of event: a message arrives. */
  static final int ARRIVES = 3;

  /** Kind of event: a rank or strand continues at its own time. */
  static final int RANK = 4;

  /** Kind of event: a collective on a separate network has ended. */
  static final int COLLECTIVE = 5;

  /** Kind of event: a request ends. */
  static final int REQUEST = 6;

  /** Kind of event: another rank or process may get a shared core of a node. */
  static final int CORES = 7;

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
