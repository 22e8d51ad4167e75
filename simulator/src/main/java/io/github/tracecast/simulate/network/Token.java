package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.ReplayException;

/** An engine's token: a kind in the top bits and a row number below. */
final class Token {
  /** A message may meet its receive. */
  static final int MEETS = 0;

  /** A message starts: its data may flow. */
  static final int STARTS = 1;

  /** A message has passed the links of its node. */
  static final int LEAVES_NODE = 2;

  /** A message arrives. */
  static final int ARRIVES = 3;

  /** A rank or a strand acts at its own time. */
  static final int RANK = 4;

  /** A collective has passed its separate network. */
  static final int COLLECTIVE = 5;

  /** A request ends. */
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
