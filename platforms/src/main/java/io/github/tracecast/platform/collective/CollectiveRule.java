package io.github.tracecast.platform.collective;

/**
 * A rule that selects an algorithm for some calls of a collective.
 *
 * @param operation the collective
 * @param condition the calls to which the rule applies
 * @param algorithm the algorithm's name
 */
public record CollectiveRule(Operation operation, Condition condition, String algorithm) {
  /** Whether this rule applies to a call of an operation with the given numbers of bytes and ranks. */
  public boolean matches(Operation asked, long bytes, int ranks, boolean worldLike) {
    return operation == asked && condition.holds(bytes, ranks, worldLike);
  }

  /**
   * The condition on calls to which a rule applies.
   *
   * @param bytes range of the bytes of a call
   * @param bytesOfARank range of the bytes of a call divided by the number of ranks
   * @param ranks range of the number of ranks of the communicator
   * @param powersOfTwo whether the number of ranks must be a power of two
   * @param worldOnly whether only MPI_COMM_WORLD and its duplicates match
   */
  public record Condition(
      Range bytes, Range bytesOfARank, Range ranks, boolean powersOfTwo, boolean worldOnly) {
    /** The condition that every call meets. */
    public static final Condition NONE =
        new Condition(Range.ALL, Range.ALL, Range.ALL, false, false);

    /** Whether every call meets the condition. */
    public boolean isMetByAll() {
      return bytes.isAll() && bytesOfARank.isAll() && ranks.isAll() && !powersOfTwo && !worldOnly;
    }

    boolean holds(long callBytes, int size, boolean worldLike) {
      return bytes.contains(callBytes)
          && bytesOfARank.contains(callBytes / Math.max(1, size))
          && ranks.contains(size)
          && (!powersOfTwo || Integer.bitCount(size) == 1)
          && (worldLike || !worldOnly);
    }
  }

  /**
   * A range of numbers.
   *
   * @param from the least number, 0 or more
   * @param below the first number above the range
   */
  public record Range(long from, long below) {
    /** The range of all numbers. */
    public static final Range ALL = new Range(0, Long.MAX_VALUE);

    boolean contains(long number) {
      return number >= from && number < below;
    }

    boolean isAll() {
      return from == ALL.from && below == ALL.below;
    }

    /** Whether the range holds no number. */
    public boolean isEmpty() {
      return from >= below;
    }
  }
}
