package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.Spread;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import java.util.ArrayList;
import java.util.List;

/**
 * A bin of neighbouring ranks; times are in seconds.
 *
 * @param first the first rank
 * @param last the last rank
 * @param work time inside calls without waiting
 */
public record RankBin(
    int first, int last, Spread end, Spread compute, Spread work, Spread waiting) {
  /**
   * Returns all ranks in order, in at most this number of bins. All bins have the same size, except
   * the last one.
   */
  public static List<RankBin> of(List<RankTimes> ranks, int most) {
    int size = Math.max(1, Math.ceilDiv(ranks.size(), most));
    List<RankBin> bins = new ArrayList<>();
    for (int from = 0; from < ranks.size(); from += size) {
      List<RankTimes> bin = ranks.subList(from, Math.min(from + size, ranks.size()));
      bins.add(new RankBin(
          bin.getFirst().rank(),
          bin.getLast().rank(),
          Spread.of(bin, RankTimes::endSeconds),
          Spread.of(bin, RankTimes::computeSeconds),
          Spread.of(bin, rank -> rank.callSeconds() - rank.waitSeconds()),
          Spread.of(bin, RankTimes::waitSeconds)));
    }
    return bins;
  }

  /** Text such as {@code 0–255}. */
  public String label() {
    return label(first, last);
  }

  public static String label(int first, int last) {
    return first == last ? Integer.toString(first) : first + "–" + last;
  }
}
