package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for the routes of every topology. */
class RoutesContractTest {

  static Stream<Arguments> machines() {
    return Stream.of(
        Arguments.of("torus 6x5x4", Machines.torus("6x5x4", "torus")),
        Arguments.of("mesh 6x5x4", Machines.torus("6x5x4", "mesh")),
        Arguments.of("torus 2x1x1", Machines.torus("2x1x1", "torus")),
        Arguments.of("5D torus 4x3x2x2x3", Machines.torus("4x3x2x2x3", "torus")),
        Arguments.of("torus with injection limit", Machines.load("bluegene-l", 512, Map.of())),
        Arguments.of("graphene", Machines.load("graphene", 144, Map.of())),
        Arguments.of(
            "cabinets without limiters",
            Machines.load(
                "graphene",
                4,
                Map.of("network.host_limiter", "none", "network.uplink_limiter", "none"))),
        Arguments.of("star", Machines.load("loggp-default", 9, Map.of())),
        Arguments.of(
            "star with backbone",
            Machines.load(
                "cluster",
                300,
                Map.of("network.backbone_bandwidth", "1GBps", "network.backbone_latency", "1us"))),
        Arguments.of("fat tree", Machines.fatTree("4, 3, 5", "2, 3, 2", "1, 2, 2")),
        network("dragonfly", Machines.dragonfly(9, "4", 2, 1, "")),
        network("dragonfly, relative", Machines.dragonfly(9, "4", 2, 2, "arrangement: relative")),
        network("dragonfly, circulant", Machines.dragonfly(8, "4", 2, 3, "arrangement: circulant")),
        network(
            "dragonfly of odd circulants",
            Machines.dragonfly(7, "3", 1, 2, "arrangement: circulant")),
        network("dragonfly of grids", Machines.dragonfly(5, "4x3", 3, 4, "routing: ecmp")),
        network("dragonfly of one group", Machines.dragonfly(1, "5", 3, 1, "")),
        network("dragonfly with rails", Machines.dragonfly(6, "4", 3, 2, "rails: 2")),
        network("dragonfly+", Machines.dragonflyPlus(5, 4, 3, 2, 3, "")),
        network(
            "dragonfly+ with few cables", Machines.dragonflyPlus(7, 3, 4, 2, 1, "routing: ecmp")),
        network("hyperx 5x3x2", Machines.hyperX("5x3x2", 2, "")),
        Arguments.of("Summit's fat tree", Machines.load("fat-tree", 100, Map.of())));
  }

  private static Arguments network(String name, String network) {
    return Arguments.of(name, Machines.network(network, 1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("machines")
  void aRouteBackIsAsLongAsTheRouteThere(String name, Machine machine) {
    Routes routes = machine.routes();
    Random random = new Random(1);
    for (int pair = 0; pair < 2000; pair++) {
      int from = random.nextInt(machine.nodes());
      int to = random.nextInt(machine.nodes());

      if (!name.startsWith("dragonfly")) { // the receiver chooses the cable, and so the length
        assertThat(routes.hops(from, to)).isEqualTo(routes.hops(to, from));
        assertThat(routes.latencySeconds(from, to))
            .isCloseTo(routes.latencySeconds(to, from), within(1e-15));
      }
      assertThat(routes.bandwidthBytesPerSecond(from, to))
          .isEqualTo(routes.bandwidthBytesPerSecond(to, from));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("machines")
  void aRoutesLinksGiveItsLatencyBandwidthAndHops(String name, Machine machine) {
    Routes routes = machine.routes();
    int[] links = new int[routes.longestRoute()];
    Random random = new Random(2);
    int longest = 0;
    for (int pair = 0; pair < 2000; pair++) {
      int from = random.nextInt(machine.nodes());
      int to = random.nextInt(machine.nodes());
      int count = routes.route(from, to, links);
      double latency = 0;
      double bandwidth = Double.POSITIVE_INFINITY;
      int hops = 0;
      for (int i = 0; i < count; i++) {
        assertThat(links[i]).isBetween(0, routes.linkCount() - 1);
        latency += routes.linkLatencySeconds(links[i]);
        bandwidth = Math.min(bandwidth, routes.linkBytesPerSecond(links[i]));
        String link = routes.linkName(links[i]);
        hops +=
            link.startsWith("limiter") || link.startsWith("injection") || link.equals("backbone")
                ? 0
                : 1;
      }

      assertThat(routes.latencySeconds(from, to)).isCloseTo(latency, within(1e-15));
      assertThat(routes.bandwidthBytesPerSecond(from, to)).isEqualTo(bandwidth);
      assertThat(routes.hops(from, to)).isEqualTo(hops);
      longest = Math.max(longest, count);
    }
    assertThat(longest).isLessThanOrEqualTo(routes.longestRoute());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("machines")
  void aMessageWithinANodeCrossesNoLink(String name, Machine machine) {
    Routes routes = machine.routes();
    int node = machine.nodes() - 1;

    assertThat(routes.route(node, node, new int[0])).isZero();
    assertThat(routes.hops(node, node)).isZero();
    assertThat(routes.latencySeconds(node, node)).isZero();
    assertThat(routes.bandwidthBytesPerSecond(node, node)).isInfinite();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("machines")
  void everyLinkHasANameOfItsOwn(String name, Machine machine) {
    Routes routes = machine.routes();
    Map<String, Integer> names = new HashMap<>();
    for (int link = 0; link < routes.linkCount(); link++) {
      assertThat(names.put(routes.linkName(link), link))
          .as(routes.linkName(link))
          .isNull();
    }
  }
}
