package io.github.tracecast.compress;

import java.util.Arrays;

/**
 * A growing sequence of numbers that keeps only its smallest period: number k is element k mod
 * {@link #period()}. The last period may be incomplete. While the numbers repeat, memory is one
 * period. Numbers that never repeat take 12 bytes each. Appending takes O(1) amortized time. Not
 * thread-safe.
 */
public final class LongSequence {
  /**
   * After this many repetitions only one period is kept. If a later number breaks the period, all
   * numbers are stored again.
   */
  private static final int SURE = 4;

  /** The value of {@link #borders} while only one period is kept. */
  private static final int[] ONE_PERIOD = {};

  /** One period if {@link #borders} is {@link #ONE_PERIOD}; otherwise all numbers. */
  private long[] numbers;

  /** The border array of Knuth, Morris and Pratt over all numbers. */
  private int[] borders = ONE_PERIOD;

  private long length;
  private int period = 1;

  /** The length of the sequence modulo the period, while only one period is kept. */
  private int phase;

  public LongSequence(long first) {
    numbers = new long[] {first};
    length = 1;
  }

  /** Creates a sequence from one period. It keeps the array. */
  private LongSequence(long[] onePeriod, long length) {
    this.numbers = onePeriod;
    this.period = onePeriod.length;
    this.length = length;
    this.phase = (int) (length % period);
  }

  void pack(PackedBytes bytes) {
    bytes.varint(length);
    bytes.varint(period);
    for (int i = 0; i < period; i++) {
      bytes.number(numbers[i]);
    }
  }

  /** Reads the numbers that {@link #pack} wrote. */
  static LongSequence unpack(PackedBytes.Reader reader) {
    long length = reader.varint();
    long[] onePeriod = new long[reader.smallVarint()];
    for (int i = 0; i < onePeriod.length; i++) {
      onePeriod[i] = reader.number();
    }
    return new LongSequence(onePeriod, length);
  }

  public long length() {
    return length;
  }

  public int period() {
    return period;
  }

  long get(long index) {
    return numbers[period == 1 ? 0 : (int) (borders == ONE_PERIOD ? index % period : index)];
  }

  /** Returns the numbers of one period. */
  long[] onePeriod() {
    return Arrays.copyOf(numbers, period);
  }

  public boolean isConstant() {
    return period == 1;
  }

  boolean hasSameNumbers(LongSequence other) {
    return length == other.length
        && period == other.period
        && Arrays.equals(numbers, 0, period, other.numbers, 0, period);
  }

  /** Appends a number. */
  public void append(long number) {
    if (borders == ONE_PERIOD) {
      if (numbers[phase] == number) {
        length++;
        phase = phase + 1 == period ? 0 : phase + 1;
        return;
      }
      spellOut();
    }
    extend(number);
    if (length >= (long) SURE * period) {
      borders = ONE_PERIOD;
      phase = (int) (length % period);
      numbers = Arrays.copyOf(numbers, period);
    }
  }

  /** Appends a number several times. */
  public void append(long number, long times) {
    if (isConstant() && number == numbers[0]) {
      repeatTo(length + times);
      return;
    }
    for (long left = times; left > 0; left--) {
      append(number);
    }
  }

  /** Appends numbers that continue the period, up to a new length. */
  public void repeatTo(long newLength) {
    if (borders != ONE_PERIOD) {
      borders = ONE_PERIOD;
      numbers = Arrays.copyOf(numbers, period);
    }
    length = newLength;
    phase = (int) (length % period);
  }

  /** Returns the sum of the numbers. */
  public long sum() {
    long ofPeriod = 0;
    long ofRest = 0;
    long rest = length % period;
    for (int i = 0; i < period; i++) {
      ofPeriod = Math.addExact(ofPeriod, numbers[i]);
      ofRest = Math.addExact(ofRest, i < rest ? numbers[i] : 0);
    }
    return Math.addExact(Math.multiplyExact(ofPeriod, length / period), ofRest);
  }

  void append(LongSequence other) {
    if (isConstant() && other.isConstant() && numbers[0] == other.numbers[0]) {
      length += other.length;
      return;
    }
    for (long i = 0; i < other.length; i++) {
      append(other.get(i));
    }
  }

  private void spellOut() {
    if (length > Integer.MAX_VALUE / 2) {
      throw new IllegalStateException(
          "a vector of " + length + " numbers does not fit into memory");
    }
    int count = (int) length;
    long[] period = numbers;
    numbers = new long[count + count / 2 + 4];
    borders = new int[numbers.length];
    length = 0;
    for (int i = 0, at = 0; i < count; i++) {
      extend(period[at]);
      at = at + 1 == period.length ? 0 : at + 1;
    }
  }

  private void extend(long number) {
    int at = (int) length++;
    if (at == numbers.length) {
      int more = at + at / 2 + 4;
      numbers = Arrays.copyOf(numbers, more);
      borders = Arrays.copyOf(borders, more);
    }
    numbers[at] = number;
    int border = at == 0 ? 0 : borders[at - 1];
    while (border > 0 && numbers[border] != number) {
      border = borders[border - 1];
    }
    if (at > 0 && numbers[border] == number) {
      border++;
    }
    borders[at] = border;
    period = at + 1 - border;
  }
}
