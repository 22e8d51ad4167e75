package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A machine with a wrong figure is refused by the name of a key, or it can be used. */
class DamagedMachineTest {
  private static final int SEEDS = Integer.getInteger("tracecast.seeds", 20);
  private static final List<String> TEXTS = List.of(
      "",
      "0",
      "-1",
      "1",
      "3",
      "99999999999",
      "1e9",
      "none",
      "auto",
      "4x4",
      "1x1x1x1x1x1x1",
      "2, 2",
      "2;2;2",
      "1GBps",
      "0GBps",
      "1us",
      "1ns",
      "-1us",
      "NaN",
      "65536",
      "16777216",
      "16",
      "ugal",
      "minimal",
      "yes",
      "{",
      "nodes:x",
      "64KiB");

  static List<String> names() {
    return PlatformCatalogue.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aWrongFigureIsRefusedByItsKey(String name) {
    List<String> keys =
        new ArrayList<>(PlatformCatalogue.load(name, Map.of()).figures().keySet());
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      String key = keys.get(random.nextInt(keys.size()));
      String text = TEXTS.get(random.nextInt(TEXTS.size()));
      try {
        Machine machine = Machine.fit(
            PlatformCatalogue.load(name, Map.of(key, text)), 64, new MappingSpec.Default());
        Routes routes = machine.routes();
        int to = machine.nodes() - 1;
        assertThat(routes.route(0, to, new int[routes.longestRoute()]))
            .isBetween(0, routes.longestRoute());
      } catch (PlatformException e) {
        assertThat(e.getMessage())
            .as("%s, seed %d: %s=%s", name, seed, key, text)
            .containsPattern(
                "(node|network|mpi|packets|tree|interrupt|collectives|node_names)[.][a-z_]+")
            .doesNotContain("\n");
      }
    }
  }
}
