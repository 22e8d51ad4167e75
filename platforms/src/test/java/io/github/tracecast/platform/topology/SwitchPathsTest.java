package io.github.tracecast.platform.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.topology.GlobalLinks.Arrangement;
import io.github.tracecast.platform.topology.SwitchPaths.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Routes from switch to switch are connected, start and end right, and have the lengths of the literature. */
class SwitchPathsTest {
  private static final Level NODE = new Level("node", 4, 1);
  private static final Level LOCAL = new Level("local", 2, 10);
  private static final Level GLOBAL = new Level("global", 1, 100);

  static SwitchPaths dragonfly(
      int groups, int[] shape, int perSwitch, int cables, Arrangement arrangement) {
    Lattice group = new Lattice(shape);
    Level[] levels = new Level[2 + shape.length];
    levels[0] = NODE;
    for (int d = 0; d < shape.length; d++) {
      levels[1 + d] = LOCAL;
    }
    levels[1 + shape.length] = GLOBAL;
    return new DragonflyPaths(
        PathSpread.BY_RECEIVER,
        group,
        new GlobalLinks(groups, cables, group.switches, arrangement),
        perSwitch,
        levels);
  }

  private static SwitchPaths plus(int groups, int leaves, int spines, int perSwitch, int cables) {
    return new DragonflyPlusPaths(
        PathSpread.BY_RECEIVER,
        leaves,
        spines,
        new GlobalLinks(groups, cables, spines, Arrangement.ABSOLUTE),
        perSwitch,
        NODE,
        LOCAL,
        GLOBAL);
  }

  private static SwitchPaths hyperX(int perSwitch, int... shape) {
    Level[] levels = new Level[1 + shape.length];
    Arrays.fill(levels, LOCAL);
    levels[0] = NODE;
    return new HyperXPaths(new Lattice(shape), perSwitch, levels);
  }

  static Stream<Arguments> instances() {
    Stream.Builder<Arguments> all = Stream.builder();
    all.add(Arguments.of("by number", dragonfly(5, new int[] {6}, 2, 1, Arrangement.BY_NUMBER)));
    all.add(
        Arguments.of("of one group", dragonfly(1, new int[] {3, 2}, 2, 1, Arrangement.BY_NUMBER)));
    for (Arrangement arrangement :
        List.of(Arrangement.ABSOLUTE, Arrangement.RELATIVE, Arrangement.CIRCULANT)) {
      all.add(
          Arguments.of("balanced " + arrangement, dragonfly(9, new int[] {4}, 2, 1, arrangement)));
      all.add(Arguments.of(
          "three cables " + arrangement, dragonfly(6, new int[] {5}, 1, 3, arrangement)));
      all.add(
          Arguments.of("grid " + arrangement, dragonfly(5, new int[] {4, 3}, 2, 2, arrangement)));
    }
    all.add(Arguments.of("plus, a cable at each spine", plus(5, 3, 4, 2, 4)));
    all.add(Arguments.of("plus, one cable", plus(6, 2, 3, 2, 1)));
    all.add(Arguments.of("hyperx", hyperX(2, 4, 3, 3)));
    return all.build();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("instances")
  void everyRouteIsConnectedAndEndsRight(String name, SwitchPaths paths) {
    int[] tails = tails(paths);
    int[] links = new int[paths.longestRoute()];
    Random random = new Random(1);
    for (int from = 0; from < paths.endpoints(); from++) {
      for (int to = 0; to < paths.endpoints(); to++) {
        if (from != to) {
          requireConnected(paths, tails, from, to, links, paths.route(from, to, links));
          int key = random.nextInt(1 << 30);
          requireConnected(paths, tails, from, to, links, paths.route(from, to, key, links));
          int middle = random.nextInt(paths.middles());
          requireConnected(
              paths, tails, from, to, links, paths.detour(from, to, middle, key, links));
        }
      }
    }
  }

  /** The switch where each link between switches begins, from the paths between all switches. */
  private static int[] tails(SwitchPaths paths) {
    int[] tails = new int[paths.linkCount()];
    Arrays.fill(tails, -1);
    for (int at = 0; at < paths.switches(); at++) {
      for (int endpoint = 0; endpoint < paths.endpoints(); endpoint++) {
        int to = paths.switchOf(endpoint);
        for (int key = 0; at != to && key < 12; key++) {
          int link = paths.next(at, to, key);
          assertThat(tails[link]).as("where link %s begins", link).isIn(-1, at);
          tails[link] = at;
        }
      }
    }
    return tails;
  }

  private static void requireConnected(
      SwitchPaths paths, int[] tails, int from, int to, int[] links, int count) {
    assertThat(links[0]).isEqualTo(2 * from);
    assertThat(links[count - 1]).isEqualTo(2 * to + 1);
    int at = paths.switchOf(from);
    for (int i = 1; i < count - 1; i++) {
      int link = links[i];
      assertThat(link).isBetween(paths.base(), paths.linkCount() - 1);
      assertThat(tails[link]).as("where link %s begins", link).isEqualTo(at);
      at = paths.head(link);
    }
    assertThat(at).isEqualTo(paths.switchOf(to));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("instances")
  void asManyCablesOfALevelLeadBack(String name, SwitchPaths paths) {
    int[] tails = tails(paths);
    List<List<Integer>> there = new ArrayList<>();
    List<List<Integer>> back = new ArrayList<>();
    for (int link = paths.base(); link < paths.linkCount(); link++) {
      there.add(List.of(tails[link], paths.head(link), paths.levelOf(link)));
      back.add(List.of(paths.head(link), tails[link], paths.levelOf(link)));
    }
    assertThat(back).containsExactlyInAnyOrderElementsOf(there);
  }

  /** Kim et al. 2008: at most local, global, local between the switches; in a group one local link. */
  @Test
  void aDragonflysRoutesHaveTheLengthsOfItsFormula() {
    SwitchPaths paths = dragonfly(9, new int[] {4}, 2, 1, Arrangement.ABSOLUTE);
    int[] ofLength = new int[6];
    for (int to = 0; to < paths.endpoints(); to++) {
      ofLength[paths.hops(0, to)]++;
    }
    // itself; its switch; its group; groups behind own and other switches, at their gateway or not
    assertThat(ofLength).containsExactly(1, 0, 1, 3 * 2 + 2 * 2, 2 * 3 * 2 + 6 * 2, 6 * 3 * 2);
  }

  @Test
  void aMillionNodesNeedNoTable() {
    SwitchPaths paths = dragonfly(1024, new int[] {32}, 32, 1, Arrangement.CIRCULANT);
    assertThat(paths.endpoints()).isEqualTo(1 << 20);
    int[] links = new int[paths.longestRoute()];
    Map<Integer, Integer> tails = new HashMap<>();
    Random random = new Random(2);
    for (int pair = 0; pair < 200_000; pair++) {
      int from = random.nextInt(paths.endpoints());
      int to = random.nextInt(paths.endpoints());
      int count = paths.route(from, to, links);
      int at = paths.switchOf(from);
      for (int i = 1; i < count - 1; i++) {
        assertThat(tails.merge(links[i], at, (known, again) -> known)).isEqualTo(at);
        at = paths.head(links[i]);
      }
      assertThat(at).isEqualTo(paths.switchOf(to));
    }
  }
}
