package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.simulate.result.ReplayResult.LinkLoad;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * The bins of a histogram of links by the use of their capacity: from 0 to the use of the busiest
 * link, with a round width. If the busiest link uses 22.9%, there are 12 bins of 2%.
 *
 * @param width the width of a bin in percent
 */
record UseBins(BigDecimal width, int count) {
  private static final int MOST = 20;

  /** The least width of a bin, because reports show percentages with one decimal. */
  private static final BigDecimal NARROWEST = new BigDecimal("0.1");

  static UseBins of(List<LinkLoad> links) {
    BigDecimal most = BigDecimal.valueOf(
        100 * links.stream().mapToDouble(LinkLoad::utilization).max().orElse(0));
    BigDecimal width = NARROWEST;
    for (int step = 0; most.compareTo(width.multiply(BigDecimal.valueOf(MOST))) > 0; step++) {
      width = width.multiply(new BigDecimal(step % 3 == 1 ? "2.5" : "2")).stripTrailingZeros();
    }
    return new UseBins(
        width, Math.max(1, most.divide(width, 0, RoundingMode.CEILING).intValue()));
  }

  /**
   * Returns the bin of a link. If the busiest link lies on the upper edge of the last bin, the link
   * counts in this bin.
   */
  int of(LinkLoad link) {
    return Math.min(count - 1, (int) (100 * link.utilization() / width.doubleValue()));
  }

  /** Returns the lower edge of a bin in percent, which is the upper edge of the previous bin. */
  BigDecimal edge(int bin) {
    return width.multiply(BigDecimal.valueOf(bin));
  }

  /** Text such as {@code 10–15}. */
  String label(int bin) {
    return edge(bin).toPlainString() + "–" + edge(bin + 1).toPlainString();
  }
}
