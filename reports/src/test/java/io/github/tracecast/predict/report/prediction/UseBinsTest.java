package io.github.tracecast.predict.report.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.result.ReplayResult.LinkLoad;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class UseBinsTest {
  private static List<LinkLoad> used(double... shares) {
    return Arrays.stream(shares)
        .mapToObj(share -> new LinkLoad("link", "level", 1, 1, share))
        .toList();
  }

  private static String last(UseBins bins) {
    return bins.count() + " bins, the last " + bins.label(bins.count() - 1);
  }

  @Test
  void binsHaveARoundWidthAndEndAtTheBusiestLink() {
    assertThat(last(UseBins.of(used(0.01, 0.012)))).isEqualTo("12 bins, the last 1.1–1.2");
    assertThat(last(UseBins.of(used(0.01, 0.229)))).isEqualTo("12 bins, the last 22–24");
    assertThat(last(UseBins.of(used(0.5, 0.97)))).isEqualTo("20 bins, the last 95–100");
    assertThat(last(UseBins.of(used(1.3, 7.2)))).isEqualTo("15 bins, the last 700–750");
    assertThat(last(UseBins.of(used(1e-9)))).isEqualTo("1 bins, the last 0.0–0.1");
  }

  @Test
  void aLinkIsInTheBinThatHoldsItsUse() {
    List<LinkLoad> links = used(0, 0.0499, 0.05, 1);
    UseBins bins = UseBins.of(links);

    assertThat(links.stream().map(bins::of)).containsExactly(0, 0, 1, 19);
  }
}
