package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;

/**
 * Writes and reads sequences of numbers as progressions: how many numbers, the distance of the
 * first from the number before it, and, for more than one number, the step. The progressions of a
 * file represent at most {@link #MOST} numbers together, so that a short file cannot demand endless
 * memory. Each instance is used for one table.
 */
final class Progressions {
  private static final int MOST = 1 << 22;

  /**
   * The approximate number of bytes of a progression. A number that is written alone takes about
   * one byte.
   */
  private static final int COST = 3;

  private int numbersSoFar;

  /** Whether a sequence is shorter as progressions, and fits into the file's limit for them. */
  boolean takes(Sequence sequence) {
    if (!sequence.isScalar()
        || !sequence.isConstant() && !isOf(Term.Kind.OTHER, sequence)
        || sequence.period() > MOST - numbersSoFar
        || COST * count(sequence) >= sequence.period()) {
      return false;
    }
    numbersSoFar += sequence.period();
    return true;
  }

  private static boolean isOf(Term.Kind kind, Sequence sequence) {
    for (int element = 0; element < sequence.period(); element++) {
      if (sequence.kind(element, 0) != kind) {
        return false;
      }
    }
    return true;
  }

  private static long count(Sequence sequence) {
    long count = 0;
    for (int from = 0; from < sequence.period(); from += length(sequence, from)) {
      count++;
    }
    return count;
  }

  /**
   * Returns how many numbers from an index on form a progression. Two numbers alone form one only
   * if they are equal.
   */
  private static int length(Sequence sequence, int from) {
    int left = sequence.period() - from;
    if (left == 1) {
      return 1;
    }
    long step = sequence.number(from + 1, 0) - sequence.number(from, 0);
    int length = 2;
    while (length < left
        && sequence.number(from + length, 0) - sequence.number(from + length - 1, 0) == step) {
      length++;
    }
    return length == 2 && step != 0 ? 1 : length;
  }

  static void write(Sequence sequence, ByteColumn column) {
    long last = 0;
    for (int from = 0; from < sequence.period(); ) {
      int length = length(sequence, from);
      long first = sequence.number(from, 0);
      column.varint(length).zigzag(first - last);
      if (length > 1) {
        column.zigzag(sequence.number(from + 1, 0) - first);
      }
      from += length;
      last = sequence.number(from - 1, 0);
    }
  }

  Sequence read(int period, ColumnReader column) {
    return read(Term.Kind.CONSTANT, period, column);
  }

  Sequence read(Term.Kind kind, int period, ColumnReader column) {
    Sequence.Builder builder = Sequence.builder();
    long last = 0;
    for (int from = 0; from < period; ) {
      int length = column.index(period - from + 1L, "length of a progression");
      if (length == 0) {
        throw column.fail("an empty progression", "at least one number");
      }
      last += column.zigzag();
      builder.add(kind, last).endTuple();
      long step = length > 1 ? column.zigzag() : 0;
      for (int i = 1; i < length; i++) {
        last += step;
        builder.add(kind, last).endTuple();
      }
      from += length;
    }
    return builder.build();
  }

  /** Reads the number of elements of a sequence. */
  int period(ColumnReader column) {
    int period = column.index(MOST - numbersSoFar + 1L, "number of elements in progressions");
    numbersSoFar += period;
    return period;
  }
}
