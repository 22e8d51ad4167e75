package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hops, latencies and lengths of routes of all pairs of nodes, against formulas. The formulas
 * compare the coordinates of two nodes, without links or routes.
 */
class HopFormulasTest {
  /** Latencies of the levels. Their sum determines the number of links of each level. */
  private static final double[] NANOSECONDS = {1, 100, 10_000};

  private static final String SWITCHED = " link_bandwidth: 1GBps, link_latency: 1ns,"
      + " local_bandwidth: 1GBps, local_latency: 100ns, global_bandwidth: 1GBps,"
      + " global_latency: 10us";

  /** The number of links of each level between two different nodes. */
  private interface Formula {
    int[] links(int from, int to);
  }

  static Stream<Arguments> instances() {
    return Stream.of(
        torus("3D torus", "torus", 5, 4, 3),
        torus("3D mesh", "mesh", 4, 3, 5),
        torus("5D torus as of Blue Gene/Q", "torus", 4, 3, 2, 3, 2),
        torus(
            "6D mesh and torus as of Tofu", "torus,mesh,torus,torus,mesh,torus", 3, 3, 2, 2, 3, 2),
        tree("two levels tapered 4 to 1", "4, 5", "1, 1", "1, 1", 4, 5),
        tree("three levels tapered 2 to 1", "4, 3, 4", "1, 2, 3", "1, 1, 1", 4, 3, 4),
        tree("three levels with parallel cables", "2, 4, 3", "1, 2, 2", "1, 1, 2", 2, 4, 3),
        dragonfly("absolute", 9, new int[] {4}, 2, HopFormulasTest::absolutePort),
        dragonfly("relative", 7, new int[] {3}, 2, HopFormulasTest::relativePort),
        dragonfly("circulant", 9, new int[] {8}, 1, HopFormulasTest::circulantPort),
        dragonfly("absolute", 6, new int[] {4, 3}, 2, HopFormulasTest::absolutePort),
        plus(5, 3, 4, 2),
        hyperX(3, 5, 4),
        hyperX(2, 4, 3, 3));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("instances")
  void allPairsAreAsFarApartAsTheirCoordinatesSay(String name, Machine machine, Formula formula) {
    Routes routes = machine.routes();
    int[] route = new int[routes.longestRoute()];
    assertThat(machine.nodes()).isGreaterThan(15);
    for (int from = 0; from < machine.nodes(); from++) {
      for (int to = 0; to < machine.nodes(); to++) {
        int hops = 0;
        double nanoseconds = 0;
        int[] links = from == to ? new int[0] : formula.links(from, to);
        for (int level = 0; level < links.length; level++) {
          hops += links[level];
          nanoseconds += links[level] * NANOSECONDS[level];
        }
        String pair = from + " to " + to;
        assertThat(routes.hops(from, to)).as(pair).isEqualTo(hops);
        assertThat(routes.route(from, to, route)).as(pair).isEqualTo(hops);
        assertThat(routes.latencySeconds(from, to) * 1e9)
            .as(pair)
            .isCloseTo(nanoseconds, within(1e-6));
      }
    }
  }

  private static Arguments torus(String name, String wrap, int... shape) {
    Machine machine = Machines.network(
        "topology: torus, shape: " + Grids.text(shape) + ", wrap: '" + wrap
            + "', link_bandwidth: 1GBps, hop_latency: 1ns",
        1);
    String[] words = wrap.split(",");
    return Arguments.of(name, machine, (Formula) (from, to) -> {
      int hops = 0;
      for (int d = 0; d < shape.length; d++) {
        int apart = Math.abs(coordinate(from, shape, d) - coordinate(to, shape, d));
        boolean mesh = words[words.length == 1 ? 0 : d].equals("mesh");
        hops += mesh ? apart : Math.min(apart, shape[d] - apart);
      }
      return new int[] {hops};
    });
  }

  /** Up to the lowest level whose block of nodes has both, and down again. */
  private static Arguments tree(
      String name, String down, String up, String parallel, int... blocks) {
    Machine machine = Machines.network(
        "topology: fat-tree, down: '" + down + "', up: '" + up + "', parallel: '" + parallel
            + "', link_bandwidth: 1GBps, link_latency: '"
            + (blocks.length == 2 ? "1ns, 100ns" : "1ns, 100ns, 10us") + "'",
        1);
    return Arguments.of("fat tree, " + name, machine, (Formula) (from, to) -> {
      int[] links = new int[blocks.length];
      int block = 1;
      for (int level = 0; level < blocks.length && from / block != to / block; level++) {
        links[level] = 2;
        block *= blocks[level];
      }
      return links;
    });
  }

  /** The port of a group, of one for each other group, that leads to another. */
  private interface Ports {
    int port(int groups, int group, int to);
  }

  private static int absolutePort(int groups, int group, int to) {
    return to > group ? to - 1 : to;
  }

  private static int relativePort(int groups, int group, int to) {
    return (to - group + groups) % groups - 1;
  }

  /** Ports 0, 1, 2, 3 lead to the groups after, before, two after and two before. */
  private static int circulantPort(int groups, int group, int to) {
    int after = (to - group + groups) % groups;
    int before = groups - after;
    return after <= before ? 2 * after - 2 : 2 * before - 1;
  }

  /** To the switch with the cable, over it, and from there; in a group, a link a coordinate. */
  private static Arguments dragonfly(
      String arrangement, int groups, int[] shape, int endpoints, Ports ports) {
    Machine machine = Machines.network(
        "topology: dragonfly, groups: " + groups + ", group_shape: '" + Grids.text(shape)
            + "', endpoints: " + endpoints + ", global_links: 1, arrangement: " + arrangement + ","
            + SWITCHED,
        1);
    int switches = Grids.product(shape);
    int atEach = Math.ceilDiv(groups - 1, switches);
    return Arguments.of(
        "dragonfly of groups " + Grids.text(shape) + ", " + arrangement, machine, (Formula)
            (from, to) -> {
              int own = from / endpoints / switches;
              int other = to / endpoints / switches;
              int first = from / endpoints % switches;
              int last = to / endpoints % switches;
              if (own == other) {
                return new int[] {2, differing(first, last, shape), 0};
              }
              int leaves = ports.port(groups, own, other) / atEach;
              int arrives = ports.port(groups, other, own) / atEach;
              return new int[] {
                2, differing(first, leaves, shape) + differing(arrives, last, shape), 1
              };
            });
  }

  /** Up, over a cable, and down; in a group up and down; at a leaf neither. */
  private static Arguments plus(int groups, int leaves, int spines, int endpoints) {
    Machine machine = Machines.network(
        "topology: dragonfly-plus, groups: " + groups + ", leaves: " + leaves + ", spines: "
            + spines + ", endpoints: " + endpoints + ", global_links: " + spines + "," + SWITCHED,
        1);
    int group = leaves * endpoints;
    return Arguments.of("dragonfly+", machine, (Formula) (from, to) ->
        from / endpoints == to / endpoints
            ? new int[] {2, 0, 0}
            : new int[] {2, 2, from / group == to / group ? 0 : 1});
  }

  private static Arguments hyperX(int endpoints, int... shape) {
    Machine machine = Machines.network(
        "topology: hyperx, switch_shape: '" + Grids.text(shape) + "', endpoints: " + endpoints
            + ", link_bandwidth: 1GBps, link_latency: 1ns, switch_bandwidth: 1GBps,"
            + " switch_latency: 100ns",
        1);
    return Arguments.of("hyperx " + Grids.text(shape), machine, (Formula)
        (from, to) -> new int[] {2, differing(from / endpoints, to / endpoints, shape)});
  }

  private static int differing(int a, int b, int[] shape) {
    int differing = 0;
    for (int d = 0; d < shape.length; d++) {
      differing += coordinate(a, shape, d) == coordinate(b, shape, d) ? 0 : 1;
    }
    return differing;
  }

  private static int coordinate(int number, int[] shape, int d) {
    int rest = number;
    for (int lower = 0; lower < d; lower++) {
      rest /= shape[lower];
    }
    return rest % shape[d];
  }
}
