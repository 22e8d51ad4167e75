package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TorusRoutesTest {

  private static List<String> names(Machine machine, int from, int to) {
    Routes routes = machine.routes();
    int[] links = new int[routes.longestRoute()];
    int count = routes.route(from, to, links);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(routes.linkName(links[i]));
    }
    return names;
  }

  private static int node(Machine machine, int x, int y, int z) {
    int[] shape = machine.shape();
    return x + shape[0] * (y + shape[1] * z);
  }

  @Test
  void aMessageGoesAlongXThenYThenZ() {
    Machine machine = Machines.torus("8x8x8", "torus");

    assertThat(names(machine, node(machine, 1, 1, 1), node(machine, 3, 0, 2)))
        .containsExactly("x+ (1,1,1)", "x+ (2,1,1)", "y- (3,1,1)", "z+ (3,0,1)");
  }

  @Test
  void aTorusTakesTheShorterWayRound() {
    Machine machine = Machines.torus("8x8x8", "torus");

    assertThat(names(machine, node(machine, 1, 0, 7), node(machine, 6, 0, 0)))
        .containsExactly("x- (1,0,7)", "x- (0,0,7)", "x- (7,0,7)", "z+ (6,0,7)");
  }

  @Test
  void splitTiesLoadBothWaysOfARingAlike() {
    Machine machine = Machine.fit(
        PlatformCatalogue.load(
            "bluegene-l",
            Map.of("network.shape", "8x1x1", "network.wrap", "torus", "network.split_ties", "yes")),
        8,
        MappingSpec.parse("default"));
    Map<String, Integer> loads = new java.util.TreeMap<>();
    for (int from = 0; from < 8; from++) {
      names(machine, from, (from + 4) % 8).stream()
          .filter(link -> link.startsWith("x"))
          .forEach(link -> loads.merge(link, 1, Integer::sum));
    }

    assertThat(loads).hasSize(16).allSatisfy((link, load) -> assertThat(load).isEqualTo(2));
    assertThat(machine.routes().hops(1, 5)).isEqualTo(4);
  }

  @Test
  void aMeshNeverWraps() {
    Machine machine = Machines.torus("4x4x2", "mesh");

    assertThat(names(machine, node(machine, 3, 3, 0), node(machine, 0, 3, 0)))
        .containsExactly("x- (3,3,0)", "x- (2,3,0)", "x- (1,3,0)");
    assertThat(machine.wraps()).containsExactly(false, false, false);
  }

  @Test
  void halfWayRoundAnEvenRingGoesUpExceptFromTheMiddleToZero() {
    Machine machine = Machines.torus("4x1x1", "torus");

    assertThat(names(machine, 0, 2)).containsExactly("x+ (0,0,0)", "x+ (1,0,0)");
    assertThat(names(machine, 1, 3)).containsExactly("x+ (1,0,0)", "x+ (2,0,0)");
    assertThat(names(machine, 2, 0)).containsExactly("x- (2,0,0)", "x- (1,0,0)");
    assertThat(names(machine, 3, 1)).containsExactly("x+ (3,0,0)", "x+ (0,0,0)");
  }

  @Test
  void ringsOfTwoCountAsOpen() {
    Machine machine = Machines.torus("2x8x2", "torus");

    assertThat(machine.wraps()).containsExactly(false, true, false);
    assertThat(names(machine, 1, 0)).containsExactly("x- (1,0,0)");
  }

  @Test
  void anInjectionLimitComesFirst() {
    Machine machine = Machines.load("bluegene-l", 512, Map.of());

    assertThat(names(machine, 2, 1)).containsExactly("injection (2,0,0)", "x- (2,0,0)");
  }

  @Test
  void beyondThreeDimensionsTheLettersAreAToF() {
    Machine machine = Machines.torus("2x2x2x3x2", "torus");

    assertThat(names(machine, 0, 8)).containsExactly("d+ (0,0,0,0,0)");
  }

  @Test
  void theFullMachinesFarthestNodesAre64HopsApart() {
    Machine machine = Machines.torus("64x32x32", "torus");
    Routes routes = machine.routes();
    int farthest = 0;
    long sum = 0;
    for (int to = 0; to < machine.nodes(); to++) {
      farthest = Math.max(farthest, routes.hops(0, to));
      sum += routes.hops(0, to);
    }

    assertThat(farthest).isEqualTo(64);
    assertThat(sum / 65_536.0).isEqualTo(64 / 4.0 + 32 / 4.0 + 32 / 4.0);
    assertThat(routes.latencySeconds(0, node(machine, 32, 16, 16)))
        .isCloseTo(64 * 90e-9, within(1e-18));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 6, 8, 10, 64})
  void anEvenRingsAverageIsAQuarterOfItsLength(int length) {
    Machine machine = Machines.torus(length + "x1x1", "torus");
    int hops = 0;
    for (int from = 0; from < length; from++) {
      for (int to = 0; to < length; to++) {
        hops += machine.routes().hops(from, to);
      }
    }

    assertThat(hops / (double) (length * length)).isEqualTo(length / 4.0);
  }

  @Test
  void routesOfRandomShapesLeadFromNeighbourToNeighbourAndAreShortest() {
    for (int size = 1; size <= 60; size++) {
      Random random = new Random(size);
      int[] shape = new int[1 + random.nextInt(4)];
      for (int d = 0; d < shape.length; d++) {
        shape[d] = 1 + random.nextInt(1 + size / 8);
      }
      boolean torus = random.nextBoolean();
      String text = Grids.text(shape);
      Machine machine = Machines.torus(text, torus ? "torus" : "mesh");
      int from = random.nextInt(machine.nodes());
      int[] distance = distances(from, shape, torus);
      for (int to = 0; to < machine.nodes(); to++) {
        assertThat(machine.routes().hops(from, to))
            .as("%s %d to %d", text, from, to)
            .isEqualTo(distance[to]);
        assertThat(walk(machine, from, to)).as("%s from %d", text, from).isEqualTo(to);
      }
    }
  }

  private static int[] distances(int from, int[] shape, boolean torus) {
    int[] distance = new int[Grids.product(shape)];
    Arrays.fill(distance, -1);
    distance[from] = 0;
    ArrayDeque<Integer> next = new ArrayDeque<>(List.of(from));
    while (!next.isEmpty()) {
      int node = next.remove();
      for (int d = 0; d < shape.length; d++) {
        for (int way : new int[] {1, -1}) {
          int neighbour = neighbour(node, d, way, shape, torus);
          if (neighbour >= 0 && distance[neighbour] < 0) {
            distance[neighbour] = distance[node] + 1;
            next.add(neighbour);
          }
        }
      }
    }
    return distance;
  }

  private static int neighbour(int node, int d, int way, int[] shape, boolean torus) {
    int stride = Grids.product(Arrays.copyOf(shape, d));
    int at = node / stride % shape[d];
    int moved = at + way;
    if (!torus && (moved < 0 || moved >= shape[d])) {
      return -1;
    }
    return node + (Math.floorMod(moved, shape[d]) - at) * stride;
  }

  private static int walk(Machine machine, int from, int to) {
    Routes routes = machine.routes();
    int[] shape = machine.shape();
    int[] links = new int[routes.longestRoute()];
    int count = routes.route(from, to, links);
    int node = from;
    for (int i = 0; i < count; i++) {
      int way = links[i] % (2 * shape.length);
      assertThat(routes.linkName(links[i])).endsWith(machine.nodeName(node));
      node = neighbour(node, way / 2, way % 2 == 0 ? 1 : -1, shape, true);
    }
    return node;
  }
}
