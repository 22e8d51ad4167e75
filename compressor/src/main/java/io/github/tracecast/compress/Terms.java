package io.github.tracecast.compress;

import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of a parameter over the executions of an event, on some ranks. Only one period of the
 * values is kept. A value that may depend on the rank has up to three forms at once: absolute,
 * relative to the rank, and relative modulo the size of the communicator. When the terms of
 * different ranks are joined, each value keeps only the forms in which it is equal on all these
 * ranks. Immutable.
 */
final class Terms {
  /**
   * The form of a value that is not relative to the rank. Forms are bits, so that a number can
   * represent a set of forms.
   */
  static final int CONSTANT = 1;

  static final int PLUS = 2;
  static final int PLUS_MOD = 4;

  /** The forms of values that cannot depend on the rank. */
  private static final byte[] ABSOLUTE = {};

  private static final long[] NO_NUMBERS = {};
  private static final int[] NO_SIZES = {};

  /**
   * The index at which each tuple begins, and the end of the last tuple; null if all values are
   * single.
   */
  private final int @Nullable [] starts;

  private final long[] constants;

  /**
   * The values relative to the rank. This array and {@link #mods} are empty if the forms are {@link
   * #ABSOLUTE}.
   */
  private final long[] offsets;

  private final long[] mods;

  /** For each value, the set of forms in which the value is equal on all ranks so far. */
  private final byte[] forms;

  /** The size of the communicator of each value; empty if there are no {@link #grids}. */
  private final int[] sizes;

  /**
   * The grids, as a set of {@link SquareGrids}, in which each value has been the transposed rank
   * for all ranks so far.
   */
  private final long[] grids;

  private Terms(
      int @Nullable [] starts,
      long[] constants,
      long[] offsets,
      long[] mods,
      byte[] forms,
      int[] sizes,
      long[] grids) {
    this.starts = starts;
    this.constants = constants;
    this.offsets = offsets;
    this.mods = mods;
    this.forms = forms;
    this.sizes = sizes;
    this.grids = grids;
  }

  /**
   * Returns terms with absolute values only.
   *
   * @param starts the index at which each tuple begins; null if all values are single
   */
  static Terms constants(int @Nullable [] starts, long[] numbers) {
    return new Terms(starts, numbers, NO_NUMBERS, NO_NUMBERS, ABSOLUTE, NO_SIZES, NO_NUMBERS);
  }

  /**
   * Returns the values of one rank, which may depend on the rank.
   *
   * @param localRanks for each value, the local rank in its communicator
   * @param sizes for each value, the size of its communicator
   */
  static Terms relative(int @Nullable [] starts, long[] numbers, int[] localRanks, int[] sizes) {
    long[] offsets = numbers.clone();
    long[] mods = numbers.clone();
    byte[] forms = new byte[numbers.length];
    long[] grids = new long[numbers.length];
    boolean gridded = false;
    Arrays.fill(forms, (byte) (CONSTANT | PLUS | PLUS_MOD));
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != TaskCompressor.ANY
          && numbers[i] != TaskCompressor.NONE
          && TaskCompressor.matchedBack(numbers[i]) == 0) {
        offsets[i] = numbers[i] - localRanks[i];
        mods[i] = Math.floorMod(offsets[i], (long) sizes[i]);
        if (numbers[i] < 0 || numbers[i] >= sizes[i]) {
          forms[i] = CONSTANT | PLUS;
        } else {
          grids[i] = SquareGrids.of(sizes[i]).connecting(localRanks[i], numbers[i]);
          gridded |= grids[i] != 0;
        }
      }
    }
    return new Terms(
        starts,
        numbers,
        offsets,
        mods,
        forms,
        gridded ? sizes : NO_SIZES,
        gridded ? grids : NO_NUMBERS);
  }

  boolean isRelative() {
    return forms != ABSOLUTE;
  }

  /** Whether each value may have this form. */
  boolean has(int form) {
    for (byte own : forms) {
      if ((own & form) == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns a hash of the values in one form. Terms with equal values in that form have the same
   * hash.
   */
  int hash(int form) {
    return 31 * Arrays.hashCode(numbers(form)) + Arrays.hashCode(starts);
  }

  private long[] numbers(int form) {
    return switch (form) {
      case PLUS -> offsets;
      case PLUS_MOD -> mods;
      default -> constants;
    };
  }

  /** Joins the terms of two sets of ranks; null if their values differ in this form. */
  @Nullable Terms joinedIn(int form, Terms other) {
    if (!sameStarts(other) || !Arrays.equals(numbers(form), other.numbers(form))) {
      return null;
    }
    if (!isRelative()) {
      return this;
    }
    for (int i = 0; i < forms.length; i++) {
      if ((forms[i] & other.forms[i] & form) == 0) {
        return null;
      }
    }
    return joined(other);
  }

  /**
   * Joins the terms of two sets of ranks; null if at least one value has no form in which it is
   * equal. Values may be equal in different forms.
   */
  @Nullable Terms joined(Terms other) {
    return joined(other, false);
  }

  /**
   * Joins like {@link #joined(Terms)}. A value may also be the transposed rank in a square grid in
   * both terms.
   */
  @Nullable Terms joinedInGrids(Terms other) {
    return joined(other, true);
  }

  private @Nullable Terms joined(Terms other, boolean inGrids) {
    if (!sameStarts(other)) {
      return null;
    }
    if (!isRelative()) {
      return Arrays.equals(constants, other.constants) ? this : null;
    }
    byte[] left = forms;
    long[] gridsLeft = grids;
    boolean gridded = false;
    for (int i = 0; i < forms.length; i++) {
      int common = forms[i] & other.forms[i];
      common &= (constants[i] == other.constants[i] ? CONSTANT : 0)
          | (offsets[i] == other.offsets[i] ? PLUS : 0)
          | (mods[i] == other.mods[i] ? PLUS_MOD : 0);
      long own = hasGrids() ? grids[i] : 0;
      long shared =
          own == 0 || !other.hasGrids() || sizes[i] != other.sizes[i] ? 0 : own & other.grids[i];
      if (common == 0 && (!inGrids || shared == 0)) {
        return null;
      }
      if (shared != own) {
        gridsLeft = gridsLeft == grids ? grids.clone() : gridsLeft;
        gridsLeft[i] = shared;
      }
      gridded |= shared != 0;
      if (common != forms[i]) {
        left = left == forms ? forms.clone() : left;
        left[i] = (byte) common;
      }
    }
    if (left == forms && gridsLeft == grids) {
      return this;
    }
    return new Terms(
        starts,
        constants,
        offsets,
        mods,
        left,
        gridded ? sizes : NO_SIZES,
        gridded ? gridsLeft : NO_NUMBERS);
  }

  private boolean sameStarts(Terms other) {
    return constants.length == other.constants.length && Arrays.equals(starts, other.starts);
  }

  /** Whether values may be the transposed ranks in a square grid. */
  boolean hasGrids() {
    return grids.length > 0;
  }

  /**
   * Returns the values for the trace. Each value is absolute if possible, else relative, else
   * relative modulo the size, else the transposed rank in a square grid.
   */
  Sequence sequence() {
    Sequence.Builder builder = Sequence.builder();
    int tuples = starts == null ? constants.length : starts.length - 1;
    for (int tuple = 0; tuple < tuples; tuple++) {
      int from = starts == null ? tuple : starts[tuple];
      int to = starts == null ? tuple + 1 : starts[tuple + 1];
      for (int i = from; i < to; i++) {
        add(builder, i);
      }
      builder.endTuple();
    }
    return builder.build();
  }

  private void add(Sequence.Builder builder, int i) {
    if (constants[i] == TaskCompressor.ANY) {
      builder.add(Term.Kind.ANY, 0);
    } else if (constants[i] == TaskCompressor.NONE) {
      builder.add(Term.Kind.NONE, 0);
    } else if (TaskCompressor.matchedBack(constants[i]) > 0) {
      builder.add(Term.Kind.MATCHED, TaskCompressor.matchedBack(constants[i]));
    } else if (RequestNumbers.isPersistent(constants[i])) {
      builder.add(Term.Kind.PERSISTENT, constants[i] - RequestNumbers.PERSISTENT);
    } else if (!isRelative() || (forms[i] & CONSTANT) != 0) {
      builder.add(Term.Kind.CONSTANT, constants[i]);
    } else if ((forms[i] & PLUS) != 0) {
      builder.add(Term.Kind.RANK_PLUS, offsets[i]);
    } else if ((forms[i] & PLUS_MOD) != 0) {
      builder.add(Term.Kind.RANK_PLUS_MOD, mods[i]);
    } else {
      builder.add(Term.Kind.TRANSPOSED, SquareGrids.of(sizes[i]).width(grids[i]));
    }
  }

  /** Returns the same terms with a function applied to each number. */
  Terms mapped(java.util.function.LongUnaryOperator change) {
    long[] changed = new long[constants.length];
    for (int i = 0; i < changed.length; i++) {
      changed[i] =
          constants[i] == TaskCompressor.NONE ? constants[i] : change.applyAsLong(constants[i]);
    }
    return constants(starts, changed);
  }
}
