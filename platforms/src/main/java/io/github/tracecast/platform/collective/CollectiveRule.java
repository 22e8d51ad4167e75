package io.github.tracecast.platform.collective;

/**
 * One rule for the algorithm of a collective.
 *
 * @param operation the collective
 * @param condition the calls that it applies to
 * @param algorithm the algorithm's name
 */
public record CollectiveRule(Operation operation, Condition condition, String algorithm) {
  /** Whether this rule applies to a call of these bytes on a communicator of these ranks. */
  public boolean matches(Operation asked, long bytes, int ranks, boolean worldLike) {
    return operation == asked && condition.holds(bytes, ranks, worldLike);
  }

  /**
   * The calls that a rule applies to.
   *
   * @param bytes the bytes of a call
   * @param bytesOfARank the bytes of a call divided by the ranks
   * @param ranks the ranks of the communicator
   * @param powersOfTwo whether the number of ranks must be a power of two
   * @param worldOnly whether only MPI_COMM_WORLD and its duplicates match
   */
  public record Condition(
      Range bytes, Range bytesOfARank, Range ranks, boolean powersOfTwo, boolean worldOnly) {
    /** Holds for every call. */
    public static final Condition NONE =
        new Condition(Range.ALL, Range.ALL, Range.ALL, false, false);

    boolean holds(long callBytes, int size, boolean worldLike) {
      return bytes.contains(callBytes)
          && bytesOfARank.contains(callBytes / Math.max(1, size))
          && ranks.contains(size)
          && (!powersOfTwo || Integer.bitCount(size) == 1)
          && (worldLike || !worldOnly);
    }
  }

  /**
   * Numbers from one to another.
   *
   * @param from the least, 0 or more
   * @param below one more than the largest
   */
  public record Range(long from, long below) {
    /** All numbers. */
    public static final Range ALL = new Range(0, Long.MAX_VALUE);

    boolean contains(long number) {
      return number >= from && number < below;
    }

    /** Whether the range holds no number. */
    public boolean isEmpty() {
      return from >= below;
    }
  }
}
