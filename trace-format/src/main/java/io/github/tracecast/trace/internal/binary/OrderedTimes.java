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

/**
 * Writes times in order as small distances from a middle value, on the logarithmic scale of {@link RoundedTimes}. A time
 * takes three to four bits of the file, as a row of the table of distributions it takes some forty. One instance for a
 * file, since a row that is shaped like the one before says so. Not thread-safe.
 */
final class OrderedTimes {
  /** Stands where other rows have the number of their distributions. */
  static final int MARK = 0;

  /** Times that are closer on the scale have too many different distances. */
  private static final int LEAST_UNIT = 16;

  private static final int MOST_UNIT = 1 << 20;

  /** At most one of this number of times in a row may be off the scale of the row. */
  private static final int MOST_OTHERS = 8;

  /** No step of the scale is further from 0. */
  private static final int MOST_STEP = 900 * RoundedTimes.STEPS;

  /** In the column of steps: a time of 0. */
  private static final int ZERO = 0;

  /** In the column of steps: a time that is not on the scale, in the column of others. */
  private static final int OTHER = 1;

  /** Added to the zigzag distances. */
  private static final int FIRST = 2;

  /**
   * The values that rows often share.
   *
   * @param period how many times
   * @param unit of the distances, in steps of the scale
   * @param calls of each rank, which take the times in turn
   */
  private record Shape(int period, int unit, long calls) {}

  /** Distances that are expected are numbers of these fractions. */
  private static final int FRACTIONS = 16;

  /** What is expected of a time moves by this fraction of the way to the one in each row. */
  private static final int MEMORY = 4;

  private Shape before = new Shape(0, 0, 0);
  private int middleBefore;

  /** By time: the distance that the rows of this shape suggest, in fractions. */
  private int[] expected = new int[0];

  private int rows;
  private final ByteColumn steps = new ByteColumn();
  private final ByteColumn others = new ByteColumn();

  /** The values of steps that were read. */
  private final Map<Integer, Double> values = new HashMap<>();

  /**
   * Writes the times of a delta if they have this form.
   *
   * @param heads receives the mark, the shape and the middle
   * @return whether they have this form
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
        Arrays.stream(onScale).map(step -> step - onScale[0]).reduce(0, OrderedTimes::divisor);
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

  /** The distance of a time, by those of the rows before. */
  private int expected(int time) {
    return Math.floorDiv(expected[time] + FRACTIONS / 2, FRACTIONS);
  }

  private void expect(int time, int distance) {
    expected[time] += (distance * FRACTIONS - expected[time]) / MEMORY;
  }

  private static boolean isZero(double time) {
    return Double.doubleToRawLongBits(time) == 0;
  }

  private static int divisor(int one, int two) {
    return two == 0 ? one : divisor(two, one % two);
  }

  /** The calls of each rank; empty if the times are not single ones that all ranks take equally often in turn. */
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
      if (delta.byExecution().get(i).count() != ranks * turns(calls, period, i)) {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(calls);
  }

  /** How many of the calls take a time of the period. */
  private static long turns(long calls, int period, int time) {
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

  /** Returns what {@link #write} added. */
  TableWriter table() {
    return new TableWriter(rows, steps, others);
  }

  /** Reads what {@link #write} wrote, after the mark. */
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
      long count = ranks * turns(before.calls, before.period, i);
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
