package io.github.tracecast.trace.internal.binary;

/**
 * The packing of doubles. The two low bits of a varint give the scale of the rest, which is a
 * zigzag number.
 */
final class Reals {
  /** By tag 0, 1 and 2. */
  static final double[] SCALES = {1, 100, 1_000_000};

  /** Tag of a double. Its eight bytes follow, the highest first. */
  static final int RAW = 3;

  /** Scaled numbers are below 2^52 and therefore exact. */
  static final double LIMIT = 1L << 52;

  private Reals() {}
}
