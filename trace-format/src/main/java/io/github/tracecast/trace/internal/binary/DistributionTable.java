package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.BinScale;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RoundedTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes and reads distributions, each distinct distribution only once. Recorded times are whole
 * numbers of clock ticks, so the values of a bin can be stored as small distances. The minimum is
 * stored as its distance from the bin before, the maximum as its distance from the minimum. The
 * mean times the count is a whole number, too; it is stored as its distance from the count times
 * the middle between minimum and maximum. Edges on the {@link BinScale} follow from minimum and
 * maximum.
 */
final class DistributionTable {
  /** A row begins with its number of bins times this factor, plus its form. */
  static final int FORMS = 64;

  /** The number that is added to the form if the ranks of the extremes follow. */
  private static final int EXTREMES = 16;

  /**
   * The form of a distribution whose values are all stored as doubles, see {@link Reals}. All other
   * forms are 1 + 2 x scale, plus 1 if edges are written.
   */
  private static final int PLAIN = 0;

  /**
   * The number that is added to the form of a row without bins if the standard deviation follows.
   */
  private static final int DEVIATION = 8;

  /**
   * The number of fractions of a unit. A standard deviation that is a whole number of fractions is
   * stored as this whole number.
   */
  private static final double DEVIATION_SCALE = 1000;

  /** The code that precedes a standard deviation stored as a double. */
  private static final int REAL_DEVIATION = 0;

  private static final double[] SCALES = {1, 100, 1000, 1_000_000};

  /** The code that precedes a mean stored as a double. */
  private static final int REAL_MEAN = 0;

  /** The limit below which doubles represent whole numbers exactly. */
  private static final double LIMIT = 1L << 52;

  private DistributionTable() {}

  static TableWriter write(List<Distribution> distributions) {
    TableWriter table =
        new TableWriter(distributions.size(), SectionId.DISTRIBUTIONS.columns().length);
    for (Distribution distribution : distributions) {
      RoundedTimes.of(distribution)
          .ifPresentOrElse(
              rounded -> RoundedTable.write(rounded, table), () -> exact(distribution, table));
    }
    return table;
  }

  private static void exact(Distribution distribution, TableWriter table) {
    List<Bin> bins = distribution.bins();
    boolean edges = distribution instanceof Distribution.Histogram
        && !bins.stream().allMatch(DistributionTable::onScale);
    int scale = scale(bins);
    int form = scale < 0 ? PLAIN : 1 + 2 * scale + (edges ? 1 : 0);
    form += distribution instanceof Distribution.MeanStdDev ? DEVIATION : 0;
    int written = distribution instanceof Distribution.Histogram ? bins.size() : 0;
    Optional<Distribution.Extremes> extremes = extremes(distribution);
    form += extremes.isPresent() ? EXTREMES : 0;
    table.column(0).varint((long) FORMS * written + form);
    extremes.ifPresent(ranks -> table.column(0).varint(ranks.minRank()).varint(ranks.maxRank()));
    long before = 0;
    for (Bin bin : bins) {
      table.column(1).varint(bin.count());
      if (written > 0 && (edges || scale < 0)) {
        table.column(2).real(bin.lower());
        table.column(3).real(bin.upper());
      }
      if (scale < 0) {
        table.column(4).real(bin.min());
        table.column(5).real(bin.mean());
        table.column(6).real(bin.max());
      } else {
        before = scaled(bin, SCALES[scale], before, table);
      }
    }
    if (distribution instanceof Distribution.MeanStdDev values) {
      deviation(values.deviation(), table);
    }
  }

  private static void deviation(double deviation, TableWriter table) {
    if (isWhole(deviation, DEVIATION_SCALE)) {
      table.column(5).varint(1 + (long) Math.rint(deviation * DEVIATION_SCALE));
    } else {
      table.column(5).varint(REAL_DEVIATION).real(deviation);
    }
  }

  private static Optional<Distribution.Extremes> extremes(Distribution distribution) {
    return distribution instanceof Distribution.Histogram histogram
        ? histogram.extremes()
        : Optional.empty();
  }

  private static boolean onScale(Bin bin) {
    return bin.lower() == BinScale.lower(BinScale.bin(bin.min()))
        && bin.upper() == BinScale.upper(BinScale.bin(bin.max()));
  }

  /**
   * Returns the coarsest scale on which all minima and maxima are whole numbers; -1 if there is
   * none.
   */
  private static int scale(List<Bin> bins) {
    for (int scale = 0; scale < SCALES.length; scale++) {
      double one = SCALES[scale];
      if (bins.stream().allMatch(bin -> isWhole(bin.min(), one) && isWhole(bin.max(), one))) {
        return scale;
      }
    }
    return -1;
  }

  private static boolean isWhole(double value, double scale) {
    double whole = Math.rint(value * scale);
    return Math.abs(whole) < LIMIT
        && Double.doubleToRawLongBits((long) whole / scale) == Double.doubleToRawLongBits(value);
  }

  /** Writes the values of a bin on the scale. Returns the scaled maximum of the bin. */
  private static long scaled(Bin bin, double scale, long before, TableWriter table) {
    long min = (long) Math.rint(bin.min() * scale);
    long max = (long) Math.rint(bin.max() * scale);
    table.column(4).zigzag(min - before);
    table.column(6).zigzag(max - min);
    double sum = Math.rint(bin.mean() * bin.count() * scale);
    double largest = Math.max(Math.abs((double) min), Math.abs((double) max)) * bin.count();
    if (largest < LIMIT
        && Double.doubleToRawLongBits(mean((long) sum, scale, bin.count()))
            == Double.doubleToRawLongBits(bin.mean())) {
      long distance = (long) sum - halfway(min, max, bin.count());
      table.column(5).varint(1 + (distance << 1 ^ distance >> 63));
    } else {
      table.column(5).varint(REAL_MEAN).real(bin.mean());
    }
    return max;
  }

  private static double mean(long sum, double scale, long count) {
    return sum / (scale * count);
  }

  private static long halfway(long min, long max, long count) {
    return min * count + (max - min) * count / 2;
  }

  static List<Distribution> read(TableReader table) {
    return table.rows(() -> {
      int both = table
          .column(0)
          .index(
              Math.min(Integer.MAX_VALUE, FORMS * (table.column(1).left() + 1L)), "bins and form");
      int form = both % FORMS;
      int binCount = both / FORMS;
      return form >= RoundedTable.FORM
          ? RoundedTable.read(table, form, binCount)
          : exact(table, form, binCount);
    });
  }

  private static Distribution exact(TableReader table, int both, int binCount) {
    Optional<Distribution.Extremes> extremes = (both & EXTREMES) == 0
        ? Optional.empty()
        : Optional.of(new Distribution.Extremes(rank(table), rank(table)));
    int form = both & ~EXTREMES;
    boolean deviates = binCount == 0 && form >= DEVIATION;
    int most = 2 * SCALES.length;
    int values = deviates ? form - DEVIATION : form;
    if (values > most) {
      throw table.column(0).fail("form " + form, "0 to " + most);
    }
    if (deviates) {
      return deviating(table, values);
    }
    return binCount == 0 ? totals(table, values) : histogram(table, values, binCount, extremes);
  }

  private static int rank(TableReader table) {
    return table.column(0).index(RankList.MAX_RANKS, "ranks");
  }

  /** The count, the extremes and the mean of a bin that was read. */
  private record Found(long count, double min, double mean, double max, long scaledMax) {}

  private static Distribution totals(TableReader table, int form) {
    Found found = found(table, form, 0);
    return table
        .column(4)
        .placed(() -> new Distribution.MinAvgMax(found.count, found.min, found.mean, found.max));
  }

  private static Distribution deviating(TableReader table, int form) {
    Found found = found(table, form, 0);
    long code = table.column(5).varint();
    double deviation =
        code == REAL_DEVIATION ? table.column(5).real() : (code - 1) / DEVIATION_SCALE;
    return table
        .column(4)
        .placed(() ->
            new Distribution.MeanStdDev(found.count, found.min, found.mean, deviation, found.max));
  }

  private static Distribution histogram(
      TableReader table, int form, int binCount, Optional<Distribution.Extremes> extremes) {
    List<Bin> bins = new ArrayList<>();
    long before = 0;
    for (int b = 0; b < binCount; b++) {
      boolean edges = form == PLAIN || form % 2 == 0;
      double lower = edges ? table.column(2).real() : 0;
      double upper = edges ? table.column(3).real() : 0;
      Found found = found(table, form, before);
      before = found.scaledMax;
      bins.add(table
          .column(4)
          .placed(() -> new Bin(
              edges ? lower : BinScale.lower(BinScale.bin(found.min)),
              edges ? upper : BinScale.upper(BinScale.bin(found.max)),
              found.count,
              found.min,
              found.mean,
              found.max)));
    }
    return table.column(4).placed(() -> new Distribution.Histogram(bins, extremes));
  }

  private static Found found(TableReader table, int form, long before) {
    long count = table.column(1).varint();
    if (form == PLAIN) {
      double min = table.column(4).real();
      double mean = table.column(5).real();
      return new Found(count, min, mean, table.column(6).real(), 0);
    }
    double scale = SCALES[(form - 1) / 2];
    long min = before + table.column(4).zigzag();
    long max = min + table.column(6).zigzag();
    long code = table.column(5).varint();
    if (code == REAL_MEAN) {
      return new Found(count, min / scale, table.column(5).real(), max / scale, max);
    }
    long distance = (code - 1) >>> 1 ^ -((code - 1) & 1);
    return new Found(
        count,
        min / scale,
        mean(halfway(min, max, count) + distance, scale, count),
        max / scale,
        max);
  }
}
