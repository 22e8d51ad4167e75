package io.github.tracecast.trace.internal.binary;

import static io.github.tracecast.trace.internal.binary.DefinitionTables.placed;

import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.RoundedTimes;

/** Writes and reads the rows of {@link RoundedTimes} in the table of distributions. */
final class RoundedTable {
  /** The first version that has them. */
  static final int VERSION = 9;

  /** Forms of a row: added up. */
  static final int FORM = 32;

  private static final int FINE = 1;

  /** The extremes equal the mean. */
  private static final int SINGLE = 2;

  static final int MOST_FORM = FORM + FINE + SINGLE;

  private RoundedTable() {}

  static void write(RoundedTimes times, TableWriter table) {
    boolean single = times.min() == times.mean() && times.max() == times.mean();
    table.column(0).varint(FORM + (times.fine() ? FINE : 0) + (single ? SINGLE : 0));
    table.column(7).varint(times.from().length);
    for (long count : times.counts()) {
      table.column(1).varint(count);
    }
    int key = Math.floorDiv(times.mean(), RoundedTimes.STEPS_A_BIN);
    int rest = times.mean() - key * RoundedTimes.STEPS_A_BIN;
    table.column(5).zigzag(key);
    table.column(8).octet(times.fine() ? rest : rest / RoundedTimes.COARSE_MEAN);
    if (!single) {
      int unit = RoundedTimes.extremes(times.fine());
      int middle = Math.floorDiv(times.mean(), unit);
      table.column(4).zigzag(middle - times.min() / unit);
      table.column(6).zigzag(times.max() / unit - middle);
    }
    bins(times, table);
  }

  /** The bins between those of the extremes: gaps and widths. */
  private static void bins(RoundedTimes times, TableWriter table) {
    int after = Math.floorDiv(times.min(), RoundedTimes.STEPS_A_BIN);
    for (int i = 0; i < times.from().length; i++) {
      table.column(2).zigzag(times.from()[i] - after);
      table.column(3).varint(times.to()[i] - times.from()[i]);
      after = times.to()[i] + 1;
    }
  }

  /** @param form less {@link #FORM} */
  static Distribution read(TableReader table, int form) {
    boolean fine = (form & FINE) != 0;
    int binCount = table.column(7).count(table.column(1).left(), "bins");
    long[] counts = new long[Math.max(1, binCount)];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = table.column(1).varint();
    }
    int rest = table.column(8).octet();
    int key = step(table.column(5), 0);
    int mean = key * RoundedTimes.STEPS_A_BIN + (fine ? rest : rest * RoundedTimes.COARSE_MEAN);
    int min = mean;
    int max = mean;
    if ((form & SINGLE) == 0) {
      int unit = RoundedTimes.extremes(fine);
      int middle = Math.floorDiv(mean, unit);
      min = (middle - step(table.column(4), 0)) * unit;
      max = (middle + step(table.column(6), 0)) * unit;
    }
    int[] from = new int[binCount];
    int[] to = new int[binCount];
    int after = Math.floorDiv(min, RoundedTimes.STEPS_A_BIN);
    for (int i = 0; i < binCount; i++) {
      from[i] = step(table.column(2), after);
      to[i] = from[i] + table.column(3).index(MOST_STEPS, "width of a bin");
      after = to[i] + 1;
    }
    RoundedTimes times = new RoundedTimes(fine, mean, min, max, counts, from, to);
    return placed(table.column(4), times::distribution);
  }

  private static final int MOST_STEPS = 1 << 13;

  private static int step(ColumnReader column, int from) {
    long step = column.zigzag();
    if (Math.abs(step) > MOST_STEPS) {
      throw column.fail("a step of " + step, "-" + MOST_STEPS + " to " + MOST_STEPS);
    }
    return from + (int) step;
  }
}
