package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RoundedTimes;
import io.github.tracecast.trace.times.RoundedTimes.BinRange;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads the rows of the table of distributions that are {@link RoundedTimes}. */
final class RoundedTable {
  /** The form number of rounded times, to which {@link #FINE} and {@link #SINGLE} are added. */
  static final int FORM = 32;

  /** The number that is added to the form if mean and extremes have small units. */
  private static final int FINE = 1;

  /** The number that is added to the form if the extremes equal the mean. */
  private static final int SINGLE = 2;

  private static final int MOST_FORM = FORM + FINE + SINGLE;

  /** The largest distance of a number in a row from the previous number. */
  private static final int MOST_DISTANCE = 1 << 21;

  private RoundedTable() {}

  static void write(RoundedTimes times, TableWriter table) {
    boolean single = times.min() == times.mean() && times.max() == times.mean();
    int form = FORM + (times.fine() ? FINE : 0) + (single ? SINGLE : 0);
    table.column(0).varint((long) DistributionTable.FORMS * times.bins().size() + form);
    table.column(5).zigzag(times.mean() / RoundedTimes.means(times.fine()));
    if (!single) {
      int unit = RoundedTimes.extremes(times.fine());
      int middle = Math.floorDiv(times.mean(), unit);
      table.column(4).zigzag(middle - times.min() / unit);
      table.column(6).zigzag(times.max() / unit - middle);
    }
    if (times.bins().isEmpty()) {
      table.column(1).varint(times.count());
    }
    int after = Math.floorDiv(times.min(), RoundedTimes.STEPS_A_BIN);
    for (BinRange bin : times.bins()) {
      table.column(1).varint(bin.count());
      table.column(2).zigzag(bin.from() - after);
      table.column(3).varint(bin.to() - bin.from());
      after = bin.to() + 1;
    }
  }

  static Distribution read(TableReader table, int form, int binCount) {
    if (form > MOST_FORM) {
      throw table.column(0).fail("form " + form, "at most " + MOST_FORM);
    }
    boolean fine = (form & FINE) != 0;
    int mean = distance(table.column(5)) * RoundedTimes.means(fine);
    int min = mean;
    int max = mean;
    if ((form & SINGLE) == 0) {
      int unit = RoundedTimes.extremes(fine);
      int middle = Math.floorDiv(mean, unit);
      min = (middle - distance(table.column(4))) * unit;
      max = (middle + distance(table.column(6))) * unit;
    }
    long count = binCount == 0 ? table.column(1).varint() : 0;
    List<BinRange> bins = new ArrayList<>();
    int after = Math.floorDiv(min, RoundedTimes.STEPS_A_BIN);
    for (int i = 0; i < binCount; i++) {
      int from = after + distance(table.column(2));
      int to = from + table.column(3).index(MOST_DISTANCE, "width of a bin");
      long values = table.column(1).varint();
      bins.add(new BinRange(from, to, values));
      count += values;
      after = to + 1;
    }
    RoundedTimes times = new RoundedTimes(fine, mean, min, max, count, bins);
    return table.column(4).placed(times::distribution);
  }

  private static int distance(ColumnReader column) {
    long distance = column.zigzag();
    if (Math.abs(distance) > MOST_DISTANCE) {
      throw column.fail("a distance of " + distance, "-" + MOST_DISTANCE + " to " + MOST_DISTANCE);
    }
    return (int) distance;
  }
}
