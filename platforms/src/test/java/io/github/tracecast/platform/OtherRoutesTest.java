package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtherRoutesTest {

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

  @Test
  void grapheneHostsOfOneCabinetMeetAtItsSwitch() {
    Machine machine = Machines.load("graphene", 144, Map.of());

    assertThat(names(machine, 0, 38))
        .containsExactly("limiter (0)", "up (0)", "down (38)", "limiter (38)");
    assertThat(machine.routes().latencySeconds(0, 38)).isCloseTo(48e-6, within(1e-18));
    assertThat(machine.routes().bandwidthBytesPerSecond(0, 38)).isEqualTo(1.25e8);
  }

  @Test
  void grapheneCabinetsMeetAtTheBackbone() {
    Machine machine = Machines.load("graphene", 144, Map.of());

    assertThat(names(machine, 38, 39))
        .containsExactly(
            "limiter (38)",
            "up (38)",
            "up cabinet (0)",
            "limiter cabinet (0)",
            "limiter cabinet (1)",
            "down cabinet (1)",
            "down (39)",
            "limiter (39)");
    assertThat(names(machine, 104, 103)).contains("up cabinet (3)", "down cabinet (2)");
    assertThat(machine.routes().latencySeconds(38, 39)).isCloseTo(51e-6, within(1e-18));
  }

  @Test
  void aStarHasTwoLinksOnEachRouteAndPerhapsABackbone() {
    Machine plain = Machines.load("loggp-default", 4, Map.of());
    Machine shared =
        Machines.load("loggp-default", 4, Map.of("network.backbone_bandwidth", "1MBps"));

    assertThat(names(plain, 3, 0)).containsExactly("up (3)", "down (0)");
    assertThat(plain.routes().latencySeconds(3, 0)).isEqualTo(2500e-9);
    assertThat(plain.routes().bandwidthBytesPerSecond(3, 0)).isCloseTo(1e9 / 6, within(1e-6));
    assertThat(names(shared, 3, 0)).containsExactly("up (3)", "backbone", "down (0)");
    assertThat(shared.routes().bandwidthBytesPerSecond(3, 0)).isEqualTo(1e6);
  }

  @Test
  void aFatTreeGoesUpByTheDestinationAndDownByTheSource() {
    Machine machine = Machines.fatTree("4, 4", "1, 2", "1, 2");

    assertThat(names(machine, 0, 3))
        .containsExactly("up (node 0, port 0)", "down (node 3, port 0)");
    assertThat(names(machine, 1, 6))
        .containsExactly(
            "up (node 1, port 0)",
            "up (switch 1.0, port 2)",
            "down (switch 1.1, port 2)",
            "down (node 6, port 0)");
  }

  @Test
  void summitsTreeHasSixHopsBetweenItsGroups() {
    Machine machine = Machines.load("fat-tree", 10, Map.of());

    assertThat(machine.nodes()).isEqualTo(4860);
    assertThat(machine.routes().hops(0, 17)).isEqualTo(2);
    assertThat(machine.routes().hops(0, 18)).isEqualTo(4);
    assertThat(machine.routes().hops(0, 324)).isEqualTo(6);
  }
}
