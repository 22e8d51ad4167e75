package io.github.tracecast.trace.times;

import java.util.Optional;
import java.util.StringJoiner;

/**
 * Writes times as lines of Ratn's traces in whole microseconds: {@code TIME: min avg max}, or
 * {@code TIME: base stride n1 n2 ...} with at least two buckets, so that the forms differ in how
 * many numbers they have.
 */
public final class RatnTimes {
  public static final String PREFIX = "TIME: ";

  private RatnTimes() {}

  /** Returns the line of a distribution in microseconds; empty if it has neither form. */
  public static Optional<String> line(Distribution times) {
    return switch (times) {
      case Distribution.MinAvgMax totals ->
        Optional.of(PREFIX + Math.round(totals.min()) + " " + Math.round(totals.avg()) + " "
            + Math.round(totals.max()));
      case Distribution.MeanStdDev _ -> Optional.empty();
      case Distribution.Histogram histogram -> EqualBuckets.in(histogram).map(RatnTimes::line);
    };
  }

  private static String line(EqualBuckets buckets) {
    StringJoiner line = new StringJoiner(" ", PREFIX, "");
    line.add("" + Math.round(buckets.base()));
    line.add("" + Math.max(1, Math.round(buckets.stride())));
    buckets.counts().forEach(count -> line.add(count.toString()));
    return buckets.counts().size() == 1 ? line.add("0").toString() : line.toString();
  }
}
