package io.github.tracecast.platform.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Load;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChosenRoutesTest {
  /** The 72 endpoints have 5,112 pairs, and 4,096 paths are kept, so some paths are kept and some are replaced. */
  @Test
  void anAdaptiveRouteOverIdleLinksIsTheStandardRoute() {
    Paths paths =
        SwitchPathsTest.dragonfly(9, new int[] {4}, 2, 1, GlobalLinks.Arrangement.ABSOLUTE);
    ChosenRoutes routes = new ChosenRoutes(paths, new Routing(Routing.Rule.ADAPTIVE, 0, 2, false));
    int[] standard = new int[paths.longestRoute()];
    int[] adaptive = new int[paths.longestRoute()];
    for (int time = 0; time < 2; time++) {
      for (int from = 0; from < paths.endpoints(); from++) {
        for (int to = 0; to < paths.endpoints(); to++) {
          int hops = from == to ? 0 : paths.route(from, to, standard);

          assertThat(routes.route(from, to, Load.NONE, adaptive)).isEqualTo(hops);
          assertThat(Arrays.equals(adaptive, 0, hops, standard, 0, hops))
              .as("from %s to %s", from, to)
              .isTrue();
        }
      }
    }
  }
}
