package io.github.tracecast.simulate.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BusiestLinksTest {
  @Test
  void highestUtilizationComesFirstAndEqualOnesKeepTheirOrder() {
    ReplayResult result = result(
        List.of(link("a", 0.2), link("b", 0.9), link("c", 0.2), link("d", 0.9), link("e", 0.5)));

    assertThat(result.busiestLinks(4))
        .extracting(ReplayResult.LinkLoad::link)
        .containsExactly("b", "d", "e", "a");
    assertThat(result.busiestLinks(9)).hasSize(5);
    assertThat(result(List.of()).busiestLinks(1)).isEmpty();
  }

  private static ReplayResult.LinkLoad link(String name, double utilization) {
    return new ReplayResult.LinkLoad(name, "node", 1, 1, utilization);
  }

  private static ReplayResult result(List<ReplayResult.LinkLoad> links) {
    Traffic none = new Traffic(1);
    return new ReplayResult(
        "loggp", List.of(), List.of(), 0, 0, List.of(), 0, 0, 0, 0, none, links, List.of());
  }
}
