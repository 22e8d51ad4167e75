package io.github.tracecast.simulate;

/**
 * How many threads evaluate one run. The result is the same for any number.
 *
 * @param most the largest number, at least 1
 * @param leastRanks the fewest ranks that pay for a thread, at least 1
 */
public record Threads(int most, int leastRanks) {
  /** With fewer ranks each, threads wait for messages more than they compute. */
  private static final int LEAST_RANKS = 512;

  /** One thread. */
  public static final Threads ONE = upTo(1);

  public Threads {
    if (most < 1 || leastRanks < 1) {
      throw new IllegalArgumentException(
          "found " + most + " threads of " + leastRanks + " ranks; expected at least 1 of each");
    }
  }

  /** At most so many, and fewer for a run of few ranks. */
  public static Threads upTo(int most) {
    return new Threads(most, LEAST_RANKS);
  }

  /** As many as the processor has cores, and fewer for a run of few ranks. */
  public static Threads all() {
    return upTo(Runtime.getRuntime().availableProcessors());
  }

  /** The number of threads for a run. */
  public int forRanks(int ranks) {
    return Math.max(1, Math.min(most, ranks / leastRanks));
  }
}
