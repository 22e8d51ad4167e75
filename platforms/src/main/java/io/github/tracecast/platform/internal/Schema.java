package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.CollectiveRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The keys of a machine. They depend on its topology and its networks. */
final class Schema {
  static final List<String> TOPOLOGIES = List.of("torus", "cabinets", "star", "fat-tree");

  /** Keys that describe the file, not the machine. */
  static final Set<String> HEADINGS = Set.of("name", "description", "extends");

  /**
   * One key.
   *
   * @param kind the kind of its value
   * @param fallback the text of the default value, or = and the key whose text is the default; null
   *     if the key is required
   * @param source the origin of the default
   */
  record Key(Kind<?> kind, String fallback, String source) {}

  private static final String OF_FORMAT = "default";
  private static final String CUSTOMARY =
      "typical choice of MPICH (literature, quoted from memory)";

  private final Map<String, Key> keys = new LinkedHashMap<>();

  /**
   * The keys of a machine with this topology.
   *
   * @param present keys from the file or the user; modes and networks exist if one of their keys is
   *     given
   */
  Schema(String topology, Set<String> present) {
    node(present);
    need("network.topology", Kind.choice(TOPOLOGIES));
    switch (topology) {
      case "torus" -> torus();
      case "cabinets" -> cabinets();
      case "star" -> star();
      case "fat-tree" -> fatTree();
      default -> throw new AssertionError(topology);
    }
    mpi();
    if (has(present, "packets.")) {
      need("packets.payload", Kind.PACKET_BYTES_POSITIVE);
      need("packets.header", Kind.PACKET_BYTES);
      need("packets.chunk", Kind.PACKET_BYTES_POSITIVE);
      need("packets.trailer", Kind.PACKET_BYTES);
    }
    if (has(present, "tree.")) {
      need("tree.link_bandwidth", Kind.BANDWIDTH);
      need("tree.hop_latency", Kind.TIME);
      may("tree.arity", Kind.ARITY, "2");
      need("tree.packet_payload", Kind.PACKET_BYTES_POSITIVE);
      need("tree.packet_header", Kind.PACKET_BYTES);
      may("tree.reduce_passes", Kind.PASSES, "1");
      may("tree.integer_reduce_passes", Kind.PASSES, "1");
    }
    if (has(present, "interrupt.")) {
      need("interrupt.round_trip", Kind.TIME);
    }
    for (String operation : CollectiveRules.legalAlgorithms().keySet()) {
      keys.put(
          "collectives." + operation,
          new Key(
              new Kind<>(text -> RuleText.read(operation, text)),
              RuleText.fallback(operation),
              CUSTOMARY));
    }
  }

  private void node(Set<String> present) {
    need("node.cores", Kind.CORES);
    List<String> modes = new TreeSet<>(present)
        .stream()
            .filter(key -> key.matches("node\\.modes\\.[a-z][a-z0-9-]*"))
            .map(key -> key.substring("node.modes.".length()))
            .toList();
    if (modes.isEmpty()) {
      may("node.ranks_per_node", Kind.CORES, "=node.cores");
    } else {
      need("node.mode", Kind.choice(modes));
      modes.forEach(mode -> need("node.modes." + mode, Kind.CORES));
    }
    need("node.speed", Kind.SPEED);
    need("node.instruction_rate", Kind.INSTRUCTION_RATE);
    need("node.memory_bandwidth", Kind.BANDWIDTH_OR_NONE);
    need("node.memory_latency", Kind.OVERHEAD);
    may("node.copy", Kind.OVERHEAD, "0s");
  }

  private void torus() {
    may("network.shape", Kind.SHAPE_OR_AUTO, "auto");
    may("network.wrap", Kind.choice(List.of("auto", "torus", "mesh")), "auto");
    need("network.link_bandwidth", Kind.BANDWIDTH);
    need("network.hop_latency", Kind.TIME);
    may("network.injection_bandwidth", Kind.BANDWIDTH_OR_NONE, "none");
    may("network.small_blocks", Kind.SHAPES_OR_NONE, "none");
    may("network.block", Kind.SHAPE_OR_NONE, "none");
    may("network.max_shape", Kind.SHAPE_OR_NONE, "none");
    may("network.torus_from_nodes", Kind.NODES, "1");
  }

  private void cabinets() {
    need("network.hosts_per_cabinet", Kind.COUNTS);
    need("network.host_link_bandwidth", Kind.BANDWIDTH);
    need("network.host_link_latency", Kind.TIME);
    may("network.host_limiter", Kind.BANDWIDTH_OR_NONE, "none");
    need("network.uplink_bandwidth", Kind.BANDWIDTH);
    need("network.uplink_latency", Kind.TIME);
    may("network.uplink_limiter", Kind.BANDWIDTH_OR_NONE, "none");
  }

  private void star() {
    may("network.nodes", Kind.NODES_OR_AUTO, "auto");
    need("network.link_bandwidth", Kind.BANDWIDTH_OR_NONE);
    need("network.link_latency", Kind.TIME);
    may("network.backbone_bandwidth", Kind.BANDWIDTH_OR_NONE, "none");
    may("network.backbone_latency", Kind.TIME, "0s");
  }

  private void fatTree() {
    need("network.down", Kind.COUNTS);
    need("network.up", Kind.COUNTS);
    need("network.parallel", Kind.COUNTS);
    need("network.link_bandwidth", Kind.BANDWIDTH);
    need("network.link_latency", Kind.TIME);
  }

  private void mpi() {
    need("mpi.send_overhead", Kind.OVERHEAD);
    need("mpi.receive_overhead", Kind.OVERHEAD);
    need("mpi.eager_limit", Kind.BYTES);
    may("mpi.detached_limit", Kind.BYTES, "=mpi.eager_limit");
    may("mpi.eager_waits_from", Kind.BYTES_OR_NONE, "none");
    may("mpi.receive_overhead_charged", Kind.RECEIVE_CHARGE, "yes");
    may("mpi.gap", Kind.OVERHEAD, "0s");
    may("mpi.rendezvous_handshake", Kind.YES_OR_NO, "yes");
    may("mpi.flight_overhead", Kind.OVERHEAD, "0s");
    may("mpi.communicator_agreements", Kind.PASSES, "1");
    may("mpi.latency_factor", Kind.FACTOR, "1");
    may("mpi.bandwidth_factor", Kind.FACTOR, "1");
    may("mpi.in_turn_limit", Kind.BYTES, "0B");
    may("mpi.cross_traffic", Kind.YES_OR_NO, "no");
  }

  private static boolean has(Set<String> present, String section) {
    return present.stream().anyMatch(key -> key.startsWith(section));
  }

  private void need(String name, Kind<?> kind) {
    keys.put(name, new Key(kind, null, ""));
  }

  private void may(String name, Kind<?> kind, String fallback) {
    String source =
        fallback.startsWith("=") ? OF_FORMAT + ": as " + fallback.substring(1) : OF_FORMAT;
    keys.put(name, new Key(kind, fallback, source));
  }

  /** Key names in the order of the documentation, each with its rules. */
  Map<String, Key> keys() {
    return keys;
  }
}
