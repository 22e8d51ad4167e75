package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.Spread;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A bin of neighbouring ranks; times are in seconds.
 *
 * @param first the first rank
 * @param last the last one
 * @param work time inside calls without waiting
 */
public record RankBin(
    int first, int last, Spread end, Spread compute, Spread work, Spread waiting) {
  /**
   * Returns all ranks in order, in at most this number of bins. All have the same size except the
   * last.
   */
  public static List<RankBin> of(List<RankTimes> ranks, int most) {
    int size = Math.max(1, Math.ceilDiv(ranks.size(), most));
    List<RankBin> bins = new ArrayList<>();
    for (int from = 0; from < ranks.size(); from += size) {
      List<RankTimes> bin = ranks.subList(from, Math.min(from + size, ranks.size()));
      bins.add(new RankBin(
          bin.getFirst().rank(),
          bin.getLast().rank(),
          spread(bin, RankTimes::endSeconds),
          spread(bin, RankTimes::computeSeconds),
          spread(bin, rank -> rank.callSeconds() - rank.waitSeconds()),
          spread(bin, RankTimes::waitSeconds)));
    }
    return bins;
  }

  private static Spread spread(List<RankTimes> ranks, ToDoubleFunction<RankTimes> time) {
    double sum = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = 0;
    for (RankTimes rank : ranks) {
      double seconds = time.applyAsDouble(rank);
      sum += seconds;
      min = Math.min(min, seconds);
      max = Math.max(max, seconds);
    }
    return new Spread(sum / ranks.size(), min, max);
  }

  /** For example {@code 0–255}. */
  public String label() {
    return label(first, last);
  }

  public static String label(int first, int last) {
    return first == last ? Integer.toString(first) : first + "–" + last;
  }
}
