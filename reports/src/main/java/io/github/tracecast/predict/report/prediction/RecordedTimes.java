package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.stream.Stream;

/**
 * The recorded computation before the calls of one call site, for any previous call, on all ranks.
 *
 * @param unit the unit of all values
 * @param distributions number of distributions, by previous call, rank group and execution
 * @param histograms number of histograms among the distributions; the other distributions are
 *     averages
 * @param pieces groups of values that were recorded together
 * @param min the least value
 * @param max the largest value
 */
record RecordedTimes(
    Unit unit, int distributions, int histograms, List<Piece> pieces, double min, double max) {

  /**
   * A group of values in an interval. Only the interval and the number and mean of the values are
   * known.
   */
  record Piece(long count, double min, double mean, double max) {}

  /**
   * Returns the recorded times of a call site in one unit; without pieces if no times were
   * recorded.
   */
  static RecordedTimes of(Trace trace, int site, MpiCall call, Unit unit) {
    List<Distribution> all = trace.events().stream()
        .filter(event -> event.callSite() == site && event.call() == call)
        .flatMap(event -> event.deltas().stream())
        .filter(delta -> delta.kind() == Delta.Kind.COMPUTE && delta.unit() == unit)
        .flatMap(delta -> delta.byExecution().stream())
        .toList();
    return new RecordedTimes(
        unit,
        all.size(),
        (int) all.stream().filter(Distribution.Histogram.class::isInstance).count(),
        all.stream().flatMap(RecordedTimes::parts).toList(),
        all.stream().mapToDouble(Distribution::min).min().orElse(Double.POSITIVE_INFINITY),
        all.stream().mapToDouble(Distribution::max).max().orElse(Double.NEGATIVE_INFINITY));
  }

  private static Stream<Piece> parts(Distribution values) {
    return switch (values) {
      case Distribution.MeanStdDev d -> {
        double half = d.deviation() * Math.sqrt(3); // half the width if times are uniform
        yield Stream.of(new Piece(d.count(), d.mean() - half, d.mean(), d.mean() + half));
      }
      case Distribution.MinAvgMax(long count, double min, double avg, double max) ->
        Stream.of(new Piece(count, avg, avg, avg));
      case Distribution.Histogram histogram ->
        histogram.bins().stream()
            .map(bin -> new Piece(bin.count(), bin.min(), bin.mean(), bin.max()));
    };
  }

  long count() {
    return pieces.stream().mapToLong(Piece::count).sum();
  }

  double mean() {
    return pieces.stream().mapToDouble(piece -> piece.count() * piece.mean()).sum() / count();
  }

  /** Returns the standard deviation. Values are assumed to be uniform within a piece. */
  double deviation() {
    double mean = mean();
    double squares = 0;
    for (Piece piece : pieces) {
      double off = piece.mean() - mean;
      double width = piece.max() - piece.min();
      squares += piece.count() * (off * off + width * width / 12);
    }
    return Math.sqrt(squares / count());
  }

  /** Returns the lowest end of all pieces. A piece that is an average has no width. */
  double lowest() {
    return pieces.stream().mapToDouble(Piece::min).min().orElse(0);
  }

  /** Returns the highest end of all pieces. */
  double highest() {
    return pieces.stream().mapToDouble(Piece::max).max().orElse(0);
  }

  /**
   * Returns the number of values in each bin. The values of a piece are spread evenly over its
   * interval.
   *
   * @param edges the edges of the bins, ascending; the first edge is at or below {@link #lowest},
   *     the last edge at or above {@link #highest}
   */
  double[] histogram(double[] edges) {
    double[] counts = new double[edges.length - 1];
    for (Piece piece : pieces) {
      double width = piece.max() - piece.min();
      for (int bin = 0; bin < counts.length; bin++) {
        double from = Math.max(piece.min(), edges[bin]);
        double to = Math.min(piece.max(), edges[bin + 1]);
        if (width > 0) {
          counts[bin] += Math.max(0, to - from) / width * piece.count();
        } else if (edges[bin] <= piece.mean()
            && (piece.mean() < edges[bin + 1] || bin == counts.length - 1)) {
          counts[bin] += piece.count();
        }
      }
    }
    return counts;
  }
}
