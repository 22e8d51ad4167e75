package io.github.tracecast.trace;

import java.util.Objects;

/**
 * One number of a parameter: a constant, a number relative to the executing rank, or a special
 * value. Special values have separate kinds, so that no number can be mistaken for a special value.
 *
 * @param number the constant or the offset k; 0 for {@link Kind#ANY} and {@link Kind#NONE}
 */
public record Term(Kind kind, long number) {
  /** The meaning of {@link #number}. */
  public enum Kind {
    /** The number itself. */
    CONSTANT,
    /** The rank in the communicator + the number. */
    RANK_PLUS,
    /**
     * (The rank in the communicator + the number) mod the size of the communicator, never negative.
     */
    RANK_PLUS_MOD,
    /** Any source or any tag. */
    ANY,
    /** MPI_PROC_NULL, a null request, MPI_COMM_NULL or an undefined colour. */
    NONE,
    /**
     * A persistent request ({@link MpiCall#makesPersistentRequest()}): 1 is the rank's most recent
     * persistent request, 2 the persistent request before, and so on.
     */
    PERSISTENT,
    /**
     * The transposed rank in a square grid of width w = number. The communicator's ranks form w
     * rows of w equal blocks. The n-th rank of the block in row i and column j has the n-th rank of
     * the block in row j and column i as its transposed rank. The square of w divides the
     * communicator's size.
     */
    TRANSPOSED,
    /**
     * A slope x the rank in the communicator + an offset. {@link Term#timesRank} packs slope and
     * offset into the number.
     */
    TIMES_RANK,
    /** The value of {@link #TIMES_RANK} mod the size of the communicator, never negative. */
    TIMES_RANK_MOD,
    /**
     * The n-th process of the communicator, counted from 0 without the executing process. A loop
     * over all other processes has the numbers 0, 1, 2 ... on every rank.
     */
    OTHER,
    /**
     * The process whose message an earlier receive matched at the same execution ({@link
     * Parameter#MATCHED_SOURCE}). 1 is the rank's last receive before the event, 2 the receive
     * before, and so on. Only receives in the same loops as the event are counted ({@link
     * io.github.tracecast.trace.calls.MatchedReceives}).
     */
    MATCHED
  }

  private static final int SLOPE_BITS = 20;

  /**
   * The largest slope of {@link Kind#TIMES_RANK}; the smallest slope is {@code -MOST_SLOPE - 1}.
   */
  public static final long MOST_SLOPE = (1 << (SLOPE_BITS - 1)) - 1;

  /** The term for any source or any tag. */
  public static final Term ANY = new Term(Kind.ANY, 0);

  /** The term for MPI_PROC_NULL, a null request, MPI_COMM_NULL or an undefined colour. */
  public static final Term NONE = new Term(Kind.NONE, 0);

  public Term {
    Objects.requireNonNull(kind);
    if ((kind == Kind.ANY || kind == Kind.NONE) && number != 0) {
      throw new IllegalArgumentException(kind + " takes no number, found " + number);
    }
  }

  public static Term constant(long number) {
    return new Term(Kind.CONSTANT, number);
  }

  public static Term rankPlus(long offset) {
    return new Term(Kind.RANK_PLUS, offset);
  }

  /**
   * Packs a slope and an offset into one number: the offset times 2^20, plus the slope.
   *
   * @param slope at most {@link #MOST_SLOPE}, of either sign
   * @param offset at most 2^31, of either sign
   */
  public static long timesRank(long slope, long offset) {
    return (offset << SLOPE_BITS) + slope;
  }

  /** Returns the slope that {@link #timesRank} packed into a number. */
  public static long slope(long timesRank) {
    return timesRank << (Long.SIZE - SLOPE_BITS) >> (Long.SIZE - SLOPE_BITS);
  }

  /** Returns the offset that {@link #timesRank} packed into a number. */
  public static long offset(long timesRank) {
    return timesRank - slope(timesRank) >> SLOPE_BITS;
  }

  public static Term transposed(long width) {
    return new Term(Kind.TRANSPOSED, width);
  }

  /**
   * Returns the rank that {@link Kind#TRANSPOSED} means.
   *
   * @param rank 0 to size - 1
   * @param width at least 1; its square divides the size
   */
  public static long transposed(long rank, long width, long size) {
    long blockRanks = size / (width * width);
    long block = rank / blockRanks;
    return (block % width * width + block / width) * blockRanks + rank % blockRanks;
  }

  /** Whether a square grid of a width divides the ranks into equal blocks. */
  public static boolean isSquareGrid(long width, long size) {
    return width >= 1 && width <= 1 << 15 && size % (width * width) == 0;
  }

  /**
   * Returns the rank that {@link Kind#OTHER} means.
   *
   * @param rank the rank in the communicator
   * @param number from 0 to the size of the communicator - 2
   */
  public static long other(long rank, long number) {
    return number < rank ? number : number + 1;
  }

  public static Term matched(long back) {
    return new Term(Kind.MATCHED, back);
  }

  public static Term persistent(long offset) {
    return new Term(Kind.PERSISTENT, offset);
  }

  public static Term rankPlusMod(long offset) {
    return new Term(Kind.RANK_PLUS_MOD, offset);
  }
}
