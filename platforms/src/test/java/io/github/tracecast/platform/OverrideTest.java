package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every figure of every machine can be set, and setting it reaches what the simulator reads. */
class OverrideTest {

  static Stream<Arguments> figures() {
    List<Arguments> figures = new ArrayList<>();
    for (String name : PlatformCatalogue.names()) {
      PlatformCatalogue.load(name, Map.of()).figures().forEach((key, value) -> {
        if (!key.equals("network.topology")
            && !key.equals(Platform.PRICE) // nothing for the simulator
            && !key.startsWith("node_names.")) {
          figures.add(Arguments.of(name, key, value));
        }
      });
    }
    return figures.stream();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("figures")
  void aFigureThatIsSetReachesTheMachine(String name, String key, String value) {
    Map<String, String> set = new TreeMap<>(Map.of(key, other(name, key, value)));
    if (key.equals("node.ranks_per_node")) {
      set.put("node.cores", "200");
    }
    Map<String, String> around = new TreeMap<>(set);
    around.remove(key);
    if (key.startsWith("node.modes.")) {
      around.put("node.mode", key.substring("node.modes.".length()));
    }
    set.putAll(around);
    Platform before = PlatformCatalogue.load(name, around);
    Platform after = PlatformCatalogue.load(name, set);

    assertThat(after.figures()).containsEntry(key, set.get(key));
    assertThat(after.provenance()).containsEntry(key, "set by the user");
    assertThat(withoutTexts(after)).isNotEqualTo(withoutTexts(before));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("figures")
  void aFigureCanBeSetToItsOwnText(String name, String key, String value) {
    Platform before = PlatformCatalogue.load(name, Map.of());
    Platform after = PlatformCatalogue.load(name, Map.of(key, value));

    assertThat(withoutTexts(after)).isEqualTo(withoutTexts(before));
  }

  private static Platform withoutTexts(Platform platform) {
    return new Platform(
        platform.name(),
        platform.description(),
        platform.node(),
        platform.topology(),
        platform.mpi(),
        platform.packets(),
        platform.tree(),
        platform.interrupt(),
        platform.collectives(),
        NodeNames.NUMBERS,
        platform.power(),
        Map.of(),
        new TreeMap<>());
  }

  private static boolean hasTorus(String name) {
    return PlatformCatalogue.load(name, Map.of())
        .figures()
        .get("network.topology")
        .equals("torus");
  }

  /** Another legal text for a figure. */
  private static String other(String name, String key, String value) {
    return switch (key) {
      case "node.cores" -> "200";
      case "node.power.busy", "node.power.waiting" -> "9kW";
      case "node.power.idle" -> "7W";
      case "node.mode" -> "virtual-node";
      case "node.modes.coprocessor" -> "2";
      case "node.ranks_per_node" -> value.equals("2") ? "1" : "2";
      case "node.modes.virtual-node" -> "1";
      case "network.shape" -> name.equals("bluegene-q") ? "5x5x5x5x2" : "5x5x5";
      case "network.wrap" -> "mesh";
      case "network.small_blocks" -> name.equals("bluegene-q") ? "2x2x2x2x1" : "2x2x2, 4x4x4";
      case "network.block" -> name.equals("bluegene-q") ? "4x2x2x2x2" : "4x4x4";
      case "network.max_shape" -> name.equals("bluegene-q") ? "4x12x16x16x2" : "32x32x32";
      case "network.torus_from_nodes" -> "32";
      case "network.nodes" -> "7";
      case "network.hosts_per_cabinet" -> "10, 20";
      case "network.group_shape" -> "8x4";
      case "network.rails" -> name.equals("marenostrum5-acc") ? "5" : value.equals("2") ? "3" : "2";
      case "node.sockets" -> "4";
      case "network.rail_binding" -> "in-turn";
      case "network.stripe_from" -> "64KiB";
      case "network.routing" ->
        !value.equals("minimal") ? "minimal" : hasTorus(name) ? "ugal" : "ecmp";
      case "network.adaptive_view" -> "first-link";
      case "network.sharing" -> value.equals("even") ? "by-latency" : "even";
      case "network.arrangement" -> "circulant";
      case "network.down" -> value.replaceFirst("[0-9]+$", "8");
      case "network.up" -> value.replaceFirst("[0-9]+$", "9");
      case "network.parallel" -> value.replaceFirst("[0-9]+$", "2");
      case "network.injection_bandwidth",
          "network.interface_bandwidth",
          "network.host_limiter",
          "network.uplink_limiter" -> value.equals("none") ? "1GBps" : "none";
      case "network.backbone_bandwidth", "network.link_bandwidth", "node.memory_bandwidth" ->
        "3GBps";
      case "mpi.waiting" -> "sleeps";
      case "node.binding" -> "core";
      case "network.split_ties",
          "mpi.rendezvous_handshake",
          "mpi.cross_traffic",
          "mpi.receive_overhead_charged" ->
        value.equals("yes") || value.equals("true") ? "no" : "yes";
      case "mpi.send_overhead",
          "mpi.receive_overhead",
          "mpi.flight_overhead",
          "mpi.reduction",
          "mpi.integer_reduction",
          "mpi.fresh_memory" -> "7us + 3ns/B";
      case "mpi.latency_factor", "mpi.bandwidth_factor" -> "0B: 0.5; 100B: 0.75";
      case "mpi.eager_waits_from" -> "257B";
      case "tree.arity", "tree.reduce_passes", "tree.integer_reduce_passes" -> "3";
      default -> otherQuantity(key, value);
    };
  }

  private static String otherQuantity(String key, String value) {
    if (key.equals("mpi.collectives")) {
      return value.equals("usual") ? "open-mpi-4.1" : "usual";
    }
    if (key.startsWith("collectives.")) {
      List<String> legal =
          Algorithms.namesWithNetworks(Operation.of(key.substring("collectives.".length())));
      return legal.getLast() + " below 7B; " + legal.getLast();
    }
    return value.replaceFirst("^[0-9.]+", "17");
  }
}
