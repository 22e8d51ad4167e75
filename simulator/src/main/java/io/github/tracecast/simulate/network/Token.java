package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.ReplayException;

/** An engine's token: a kind in the top bits and a row number below. */
public final class Token {
  /** A message may meet its receive. */
  public static final int MEETS = 0;

  /** A message starts: its data may flow. */
  public static final int STARTS = 1;

  /** A message's data may leave its node. */
  public static final int LEAVES = 2;

  /** A message arrives. */
  public static final int ARRIVES = 3;

  /** A rank acts at its own time. */
  static final int RANK = 4;

  /** All ranks have reached a collective on the separate network. */
  public static final int GATHERED = 5;

  /** A collective runs on the separate network. */
  public static final int NETWORK = 6;

  /** A request ends. */
  public static final int REQUEST = 7;

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

  public static int kind(int token) {
    return token >>> SHIFT;
  }

  public static int row(int token) {
    return token & ROW;
  }
}
