package io.github.tracecast.trace.internal.binary;

/**
 * The encoding of doubles as varints. The two lowest bits of a varint are a tag, which gives the
 * scale of the remaining bits. The remaining bits are a zigzag number.
 */
final class Reals {
  /** The factors by which doubles with the tags 0, 1 and 2 are multiplied. */
  static final double[] SCALES = {1, 100, 1_000_000};

  /** The tag of a double whose eight bytes follow, the highest byte first. */
  static final int RAW = 3;

  /** Scaled numbers are below this limit, up to which doubles represent whole numbers exactly. */
  static final double LIMIT = 1L << 52;

  private Reals() {}
}
