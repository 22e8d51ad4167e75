package io.github.tracecast.imports.internal.listing;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of calls that share a line {@code TIME: min avg max} or {@code TIME: base stride n1 n2
 * ...}. Successive calls of a rank take different values of the distribution, so that all calls
 * together have this distribution again. Not thread-safe.
 */
final class ListedTimes {
  private static final String EXPECTED =
      "TIME: min avg max in ascending order, or TIME: base stride n1 n2 ... with a stride above 0";

  /** The largest number of values that {@link #addTotals} adds between the minimum and the maximum. */
  private static final int MOST_BETWEEN = 1000;

  /** The golden ratio: with this step, as a share of all values, low and high values alternate. */
  private static final double STEP = 0.6180339887498949;

  /** The values; {@link #until} has the number of times up to and including each value. */
  private final List<Double> values = new ArrayList<>();

  private final List<Long> until = new ArrayList<>();
  private final long step;
  private long position;

  /** One of the ranks among which the values are divided evenly. */
  record Share(int rank, int ranks) {
    /** Returns the number of values that lower ranks take. */
    private long before(long all) {
      return rank * (all / ranks);
    }
  }

  private ListedTimes(List<Double> numbers, Share share) {
    if (numbers.size() == 3) {
      addTotals(numbers.get(0), numbers.get(1), numbers.get(2));
    } else {
      double stride = numbers.get(1);
      for (int i = 2; i < numbers.size(); i++) {
        add(numbers.get(0) + (i - 2 + 0.5) * stride, numbers.get(i).longValue());
      }
    }
    long all = until.getLast();
    long coprime = Math.max(1, Math.round(all * STEP));
    while (!BigInteger.valueOf(coprime).gcd(BigInteger.valueOf(all)).equals(BigInteger.ONE)) {
      coprime++;
    }
    step = coprime;
    position = BigInteger.valueOf(share.before(all))
        .multiply(BigInteger.valueOf(step))
        .add(BigInteger.valueOf(all / 2))
        .mod(BigInteger.valueOf(all))
        .longValueExact();
  }

  static ListedTimes of(String line, Share share, ListedDefinitions.Fault fault) {
    List<Double> numbers = new ArrayList<>();
    for (String word : line.split(" ")) {
      if (!word.equals("TIME:")) {
        numbers.add(number(word, line, fault));
      }
    }
    boolean legal = numbers.size() == 3
        ? numbers.get(0) <= numbers.get(1) && numbers.get(1) <= numbers.get(2)
        : numbers.size() > 3
            && numbers.get(1) > 0
            && numbers.stream().skip(2).allMatch(count -> count == Math.rint(count))
            && numbers.stream().skip(2).anyMatch(count -> count > 0);
    if (!legal) {
      throw fault.of("\"" + line + "\"", EXPECTED);
    }
    return new ListedTimes(numbers, share);
  }

  private static double number(String word, String line, ListedDefinitions.Fault fault) {
    // up to nine digits, so that sums of counts stay exact
    if (!word.matches("\\d{1,9}(\\.\\d{1,9})?")) {
      throw fault.of("\"" + line + "\"", EXPECTED);
    }
    return Double.parseDouble(word);
  }

  /**
   * Adds the minimum, the maximum, and as few equal values as possible between them that give the
   * average. The recorded number of values is unknown.
   */
  private void addTotals(double min, double avg, double max) {
    int between = 1;
    while (between < MOST_BETWEEN && !isBetween(rest(min, avg, max, between), min, max)) {
      between++;
    }
    add(min, 1);
    add(Math.clamp(rest(min, avg, max, between), min, max), between);
    add(max, 1);
  }

  private static double rest(double min, double avg, double max, int between) {
    return ((between + 2) * avg - min - max) / between;
  }

  private static boolean isBetween(double value, double min, double max) {
    return min <= value && value <= max;
  }

  private void add(double value, long count) {
    values.add(value);
    until.add((until.isEmpty() ? 0 : until.getLast()) + count);
  }

  /** Returns the time of the next call. */
  double next() {
    int at = 0;
    while (until.get(at) <= position) {
      at++;
    }
    position = (position + step) % until.getLast();
    return values.get(at);
  }
}
