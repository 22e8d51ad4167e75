package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RoundedTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.commons.numbers.core.ArithmeticUtils;

/**
 * Writes the times of successive executions in order, as small distances from a middle value on the
 * logarithmic scale of {@link RoundedTimes}. A time takes three to four bits of the file. As a row
 * of the table of distributions, it would take about forty bits. There is one instance for each
 * file, because a row refers to the shape of the previous row. Not thread-safe.
 */
final class OrderedTimes {
  /** Marks a delta in this form. A delta in another form has its number of distributions in this place. */
  static final int MARK = 0;

  /**
   * The smallest unit of distances. With a smaller unit, there would be too many different
   * distances.
   */
  private static final int LEAST_UNIT = 16;

  private static final int MOST_UNIT = 1 << 20;

  /**
   * The times are written in this form only if at most one of this many times is not on the scale.
   */
  private static final int MOST_OTHERS = 8;

  /** The largest step of the scale, of either sign. */
  private static final int MOST_STEP = 900 * RoundedTimes.STEPS;

  /** The code for a time of 0 in the column of steps. */
  private static final int ZERO = 0;

  /**
   * The code, in the column of steps, for a time that is not on the scale. The time itself is in
   * the column of other times.
   */
  private static final int OTHER = 1;

  /** The smallest code of a distance. The zigzag code of the distance is added to it. */
  private static final int FIRST = 2;

  /**
   * The properties that successive rows often share.
   *
   * @param period the number of times
   * @param unit the unit of the distances, in steps of the scale
   * @param calls the number of calls of each rank, which take the times in turn
   */
  private record Shape(int period, int unit, long calls) {}

  /** Expected distances are kept in fractions of a unit; a unit has this many fractions. */
  private static final int FRACTIONS = 16;

  /**
   * In each row, an expected distance moves towards the actual distance by their difference divided
   * by this number.
   */
  private static final int MEMORY = 4;

  private Shape before = new Shape(0, 0, 0);
  private int middleBefore;

  /**
   * The expected distance of each time, in fractions. It follows from earlier rows of this shape.
   */
  private int[] expected = new int[0];

  private int rows;
  private final ByteColumn steps = new ByteColumn();
  private final ByteColumn others = new ByteColumn();

  /** The values of the steps that were read so far. */
  private final Map<Integer, Double> values = new HashMap<>();

  /**
   * Writes the times of a delta if this form can represent them.
   *
   * @param heads receives the mark, the shape and the middle
   * @return whether the times were written
   */
  boolean write(Delta delta, ByteColumn heads) {
    OptionalLong calls = calls(delta);
    if (calls.isEmpty()) {
      return false;
    }
    List<OptionalInt> found =
        delta.byExecution().stream().map(time -> RoundedTimes.step(time.mean())).toList();
    int[] onScale = found.stream().flatMapToInt(OptionalInt::stream).sorted().toArray();
    long zeros =
        delta.byExecution().stream().filter(time -> isZero(time.mean())).count();
    int unit =
        Arrays.stream(onScale).map(step -> step - onScale[0]).reduce(0, ArithmeticUtils::gcd);
    if (onScale.length == 0
        || unit != 0 && unit < LEAST_UNIT
        || unit > MOST_UNIT
        || found.size() - onScale.length - zeros > 1 + found.size() / MOST_OTHERS) {
      return false;
    }
    Shape shape = new Shape(found.size(), Math.max(1, unit), calls.getAsLong());
    int middle = onScale[onScale.length / 2];
    head(shape, middle, heads);
    for (int i = 0; i < found.size(); i++) {
      double time = delta.byExecution().get(i).mean();
      if (found.get(i).isPresent()) {
        int distance = (found.get(i).getAsInt() - middle) / shape.unit;
        int further = distance - expected(i);
        steps.varint(FIRST + (further << 1 ^ further >> 31));
        expect(i, distance);
      } else if (isZero(time)) {
        steps.varint(ZERO);
      } else {
        steps.varint(OTHER);
        others.real(time);
      }
    }
    rows++;
    return true;
  }

  /** Returns the expected distance of a time, which follows from earlier rows. */
  private int expected(int time) {
    return Math.floorDiv(expected[time] + FRACTIONS / 2, FRACTIONS);
  }

  private void expect(int time, int distance) {
    expected[time] += (distance * FRACTIONS - expected[time]) / MEMORY;
  }

  private static boolean isZero(double time) {
    return Double.doubleToRawLongBits(time) == 0;
  }

  /**
   * Returns the number of calls of each rank. The result is empty unless each distribution is a
   * single time, and the calls of every rank take these times in turn.
   */
  private static OptionalLong calls(Delta delta) {
    long all = 0;
    for (Distribution time : delta.byExecution()) {
      if (!(time instanceof Distribution.MinAvgMax)
          || time.min() != time.max()
          || time.count() > RankList.MAX_RANKS * (long) Integer.MAX_VALUE) {
        return OptionalLong.empty();
      }
      all += time.count();
    }
    int period = delta.byExecution().size();
    int ranks = delta.ranks().size();
    long calls = all / ranks;
    if (period == 1 || calls > Integer.MAX_VALUE) {
      return OptionalLong.empty();
    }
    for (int i = 0; i < period; i++) {
      if (delta.byExecution().get(i).count() != ranks * executionsWith(calls, period, i)) {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(calls);
  }

  /** Returns how many calls have the time at an index of the period. */
  private static long executionsWith(long calls, int period, int time) {
    return (calls - time + period - 1) / period;
  }

  private void head(Shape shape, int middle, ByteColumn heads) {
    heads.varint(MARK);
    if (shape.equals(before)) {
      heads.varint(0);
    } else {
      heads.varint(shape.period).varint(shape.unit).varint(shape.calls);
      expected = new int[shape.period];
    }
    heads.zigzag(middle - middleBefore);
    before = shape;
    middleBefore = middle;
  }

  /** Returns the table with the rows that {@link #write} added. */
  TableWriter table() {
    return new TableWriter(rows, steps, others);
  }

  /** Reads the times that {@link #write} wrote. The caller has already read the mark. */
  List<Distribution> read(ColumnReader heads, TableReader table, int ranks) {
    ColumnReader column = table.column(0);
    int period = heads.count(column.left(), "times");
    if (period > 0) {
      int unit = heads.index(MOST_UNIT + 1L, "unit");
      before = new Shape(period, unit, heads.number("calls"));
      expected = new int[period];
    }
    if (before.calls < before.period) {
      throw heads.fail(before.calls + " calls", "at least the " + before.period + " times");
    }
    middleBefore = inScale(middleBefore + heads.zigzag(), heads);
    List<Distribution> times = new ArrayList<>();
    for (int i = 0; i < before.period; i++) {
      long code = column.varint();
      double time =
          code == ZERO ? 0 : code == OTHER ? table.column(1).real() : onScale(i, code, column);
      long count = ranks * executionsWith(before.calls, before.period, i);
      times.add(column.placed(() -> new Distribution.MinAvgMax(count, time, time, time)));
    }
    return times;
  }

  private double onScale(int time, long code, ColumnReader column) {
    long zigzag = code - FIRST;
    long distance = expected(time) + (zigzag >>> 1 ^ -(zigzag & 1));
    if (Math.abs(distance) > 2 * MOST_STEP) {
      throw column.fail("a distance of " + distance, "at most " + 2 * MOST_STEP);
    }
    expect(time, (int) distance);
    int step = inScale(middleBefore + distance * before.unit, column);
    return values.computeIfAbsent(step, RoundedTimes::value);
  }

  private static int inScale(long step, ColumnReader column) {
    if (Math.abs(step) > MOST_STEP) {
      throw column.fail("step " + step, -MOST_STEP + " to " + MOST_STEP);
    }
    return (int) step;
  }
}
