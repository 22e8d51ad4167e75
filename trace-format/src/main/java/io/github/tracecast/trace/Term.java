package io.github.tracecast.trace;

import java.util.Objects;

/**
 * One number of a parameter: plain, relative to the rank that executes the event, or a special value that no number can be mistaken for.
 *
 * @param number the constant or the offset k; 0 for {@link Kind#ANY} and {@link Kind#NONE}
 */
public record Term(Kind kind, long number) {
  /** How {@link #number} is to be understood. */
  public enum Kind {
    /** The number itself. */
    CONSTANT,
    /** (rank in the communicator) + number. */
    RANK_PLUS,
    /** ((rank in the communicator) + number) mod (size of the communicator), never negative. */
    RANK_PLUS_MOD,
    /** Any source, any tag. */
    ANY,
    /** No process, null request, null communicator, undefined colour. */
    NONE,
    /** Among the persistent requests alone ({@link MpiCall#makesPersistentRequest()}), 1 is the rank's most recent, 2 the one before, and so on. */
    PERSISTENT
  }

  /** Any source, any tag. */
  public static final Term ANY = new Term(Kind.ANY, 0);

  /** No process, null request, null communicator, undefined colour. */
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

  public static Term persistent(long offset) {
    return new Term(Kind.PERSISTENT, offset);
  }

  public static Term rankPlusMod(long offset) {
    return new Term(Kind.RANK_PLUS_MOD, offset);
  }
}
