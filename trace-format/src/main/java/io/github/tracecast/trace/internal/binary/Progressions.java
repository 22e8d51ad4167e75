package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Sequence;
import java.util.Arrays;

/**
 * Writes and reads the numbers of sequences as progressions: how many numbers a progression has,
 * the distance of its first number from the number before, and, for more than one number, the step.
 * The progressions of a file represent at most {@link #MOST} numbers together, so that a short file
 * cannot demand endless memory. Each instance is used for one table.
 */
final class Progressions {
  private static final int MOST = 1 << 22;

  /** The approximate number of bytes of a progression. A single number takes about one byte. */
  private static final int COST = 3;

  private int numbersSoFar;

  /**
   * Whether the numbers of a sequence are shorter as progressions, and fit into the file's limit
   * for numbers in progressions.
   *
   * @param least number of bytes that the progressions must save
   */
  boolean takes(Sequence sequence, int least) {
    return hasRoomFor(sequence)
        && takes(COST * count(sequence) + least, sequence.terms(), sequence);
  }

  /**
   * Whether a sequence is shorter as a pattern in progressions than in another form, and fits into
   * the file's limit.
   *
   * @param least number of bytes that the pattern must save
   */
  boolean takes(Sequence pattern, Sequence sequence, int least) {
    if (!hasRoomFor(sequence)) {
      return false;
    }
    long otherwise = Math.min(COST * count(sequence), sequence.terms());
    return takes(COST * count(pattern) + least, otherwise, sequence);
  }

  private boolean takes(long bytes, long most, Sequence sequence) {
    if (bytes > most) {
      return false;
    }
    numbersSoFar += sequence.terms();
    return true;
  }

  private boolean hasRoomFor(Sequence sequence) {
    return sequence.terms() <= MOST - numbersSoFar;
  }

  private static long count(Sequence sequence) {
    long count = 0;
    for (int from = 0; from < sequence.terms(); from += length(sequence, from)) {
      count++;
    }
    return count;
  }

  /**
   * Returns how many numbers from an index on form a progression. Two numbers alone form a
   * progression only if they are equal.
   */
  private static int length(Sequence sequence, int from) {
    int left = sequence.terms() - from;
    if (left == 1) {
      return 1;
    }
    long step = sequence.numberAt(from + 1) - sequence.numberAt(from);
    int length = 2;
    while (length < left
        && sequence.numberAt(from + length) - sequence.numberAt(from + length - 1) == step) {
      length++;
    }
    return length == 2 && step != 0 ? 1 : length;
  }

  static void write(Sequence sequence, ByteColumn column) {
    long last = 0;
    for (int from = 0; from < sequence.terms(); ) {
      int length = length(sequence, from);
      long first = sequence.numberAt(from);
      column.varint(length).zigzag(first - last);
      if (length > 1) {
        column.zigzag(sequence.numberAt(from + 1) - first);
      }
      from += length;
      last = sequence.numberAt(from - 1);
    }
  }

  /** Reads {@code count} numbers. */
  static long[] read(int count, ColumnReader column) {
    long[] numbers = new long[Math.min(count, 64)];
    long last = 0;
    for (int from = 0; from < count; ) {
      int length = column.index(count - from + 1L, "length of a progression");
      if (length == 0) {
        throw column.fail("an empty progression", "at least one number");
      }
      last += column.zigzag();
      long step = length > 1 ? column.zigzag() : 0;
      if (from + length > numbers.length) {
        numbers = Arrays.copyOf(numbers, Math.min(count, Math.max(from + length, 2 * from)));
      }
      for (int i = 0; i < length; i++) {
        numbers[from + i] = last + i * step;
      }
      from += length;
      last = numbers[from - 1];
    }
    return numbers;
  }

  /**
   * Reads how many numbers the progressions of a sequence, or of one of its elements, represent.
   */
  int count(ColumnReader column) {
    int count = column.index(MOST - numbersSoFar + 1L, "number of elements in progressions");
    numbersSoFar += count;
    return count;
  }
}
