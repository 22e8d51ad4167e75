package io.github.tracecast.compress;

import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import java.util.Arrays;

/**
 * The values of a parameter over the executions of an event, as some ranks see them: one period. A value that may follow the rank
 * is held in up to three forms at once: absolute, relative to the rank, and relative modulo the size of the communicator. Joining
 * the terms of different ranks leaves, value by value, the forms in which they agree. Immutable.
 */
final class Terms {
  /** Forms, as bits. */
  static final int CONSTANT = 1;

  static final int PLUS = 2;
  static final int PLUS_MOD = 4;

  /** Where each tuple begins, and the end; null where all are single values. */
  private final int[] starts;

  private final long[] constants;

  /** Null where nothing may follow the rank, as {@link #mods} and {@link #forms}. */
  private final long[] offsets;

  private final long[] mods;

  /** Forms left, by value. */
  private final byte[] forms;

  private Terms(int[] starts, long[] constants, long[] offsets, long[] mods, byte[] forms) {
    this.starts = starts;
    this.constants = constants;
    this.offsets = offsets;
    this.mods = mods;
    this.forms = forms;
  }

  /** Values that are what they are.
   *
   * @param starts null where there are no tuples
   */
  static Terms constants(int[] starts, long[] numbers) {
    return new Terms(starts, numbers, null, null, null);
  }

  /** Values of one rank that may follow it.
   *
   * @param localRanks rank in the communicator, by value
   * @param sizes of the communicator, by value
   */
  static Terms relative(int[] starts, long[] numbers, int[] localRanks, int[] sizes) {
    long[] offsets = numbers.clone();
    long[] mods = numbers.clone();
    byte[] forms = new byte[numbers.length];
    Arrays.fill(forms, (byte) (CONSTANT | PLUS | PLUS_MOD));
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != TaskCompressor.ANY && numbers[i] != TaskCompressor.NONE) {
        offsets[i] = numbers[i] - localRanks[i];
        mods[i] = Math.floorMod(offsets[i], (long) sizes[i]);
        if (numbers[i] < 0 || numbers[i] >= sizes[i]) {
          forms[i] = CONSTANT | PLUS;
        }
      }
    }
    return new Terms(starts, numbers, offsets, mods, forms);
  }

  boolean isRelative() {
    return forms != null;
  }

  /** A hash of the values in one form; terms that agree in that form have the same. */
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

  /** The terms of the ranks of both, or null where they do not agree in this one form. */
  Terms joinedIn(int form, Terms other) {
    if (!sameStarts(other) || !Arrays.equals(numbers(form), other.numbers(form))) {
      return null;
    }
    if (forms == null) {
      return this;
    }
    for (int i = 0; i < forms.length; i++) {
      if ((forms[i] & other.forms[i] & form) == 0) {
        return null;
      }
    }
    return joined(other);
  }

  /** The terms of the ranks of both, in whichever form each value agrees, or null where one agrees in none. */
  Terms joined(Terms other) {
    if (!sameStarts(other)) {
      return null;
    }
    if (forms == null) {
      return Arrays.equals(constants, other.constants) ? this : null;
    }
    byte[] left = null;
    for (int i = 0; i < forms.length; i++) {
      int common = forms[i] & other.forms[i];
      common &= (constants[i] == other.constants[i] ? CONSTANT : 0)
          | (offsets[i] == other.offsets[i] ? PLUS : 0)
          | (mods[i] == other.mods[i] ? PLUS_MOD : 0);
      if (common == 0) {
        return null;
      }
      if (common != forms[i]) {
        left = left == null ? forms.clone() : left;
        left[i] = (byte) common;
      }
    }
    return left == null ? this : new Terms(starts, constants, offsets, mods, left);
  }

  private boolean sameStarts(Terms other) {
    return constants.length == other.constants.length && Arrays.equals(starts, other.starts);
  }

  /** As the trace has it: absolute where possible, else relative, else relative modulo the size. */
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
    } else if (constants[i] < 0 && constants[i] <= TaskCompressor.PERSISTENT + Integer.MAX_VALUE) {
      builder.add(Term.Kind.PERSISTENT, constants[i] - TaskCompressor.PERSISTENT);
    } else if (forms == null || (forms[i] & CONSTANT) != 0) {
      builder.add(Term.Kind.CONSTANT, constants[i]);
    } else if ((forms[i] & PLUS) != 0) {
      builder.add(Term.Kind.RANK_PLUS, offsets[i]);
    } else {
      builder.add(Term.Kind.RANK_PLUS_MOD, mods[i]);
    }
  }

  /** The same values with each number replaced. */
  Terms mapped(java.util.function.LongUnaryOperator change) {
    long[] changed = new long[constants.length];
    for (int i = 0; i < changed.length; i++) {
      changed[i] =
          constants[i] == TaskCompressor.NONE ? constants[i] : change.applyAsLong(constants[i]);
    }
    return constants(starts, changed);
  }
}
