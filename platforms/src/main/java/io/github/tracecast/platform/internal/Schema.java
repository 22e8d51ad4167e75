package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.MpiCosts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys of a machine. They depend on its topology and its networks. */
final class Schema {
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
  record Key(Kind<?> kind, @Nullable String fallback, String source) {}

  /** Nodes have one socket unless this key is given. */
  static final String SOCKETS = "node.sockets";

  /** The section that says what nodes are called. */
  static final String NAMES = "node_names.";

  private static final String CUSTOMARY = "assumption: what MPICH commonly chooses";

  private final Keys keys = new Keys();

  /**
   * The keys of a machine with this topology.
   *
   * @param types the topologies that there are
   * @param present keys from the file or the user; modes and networks exist if one of their keys is
   *     given
   */
  Schema(List<TopologyType> types, String topology, Set<String> present) {
    node(present);
    keys.need("network.topology", Kind.choice(TopologyType.names(types)));
    TopologyType.named(topology, types).keys().accept(keys);
    keys.may("network.sharing", Kind.choice(List.of("by-latency", MpiCosts.EVEN)), "by-latency");
    mpi();
    names(present);
    if (has(present, "packets.")) {
      keys.need("packets.payload", Kind.PACKET_BYTES_POSITIVE);
      keys.need("packets.header", Kind.PACKET_BYTES);
      keys.need("packets.chunk", Kind.PACKET_BYTES_POSITIVE);
      keys.need("packets.trailer", Kind.PACKET_BYTES);
    }
    if (has(present, "tree.")) {
      keys.need("tree.link_bandwidth", Kind.BANDWIDTH);
      keys.need("tree.hop_latency", Kind.TIME);
      keys.may("tree.arity", Kind.ARITY, "2");
      keys.need("tree.packet_payload", Kind.PACKET_BYTES_POSITIVE);
      keys.need("tree.packet_header", Kind.PACKET_BYTES);
      keys.may("tree.reduce_passes", Kind.PASSES, "1");
      keys.may("tree.integer_reduce_passes", Kind.PASSES, "1");
    }
    if (has(present, "interrupt.")) {
      keys.need("interrupt.round_trip", Kind.TIME);
    }
    for (String operation : CollectiveRules.legalAlgorithms().keySet()) {
      keys.may(
          "collectives." + operation,
          new Kind<>(text -> RuleText.read(operation, text)),
          RuleText.fallback(operation),
          CUSTOMARY);
    }
  }

  private void node(Set<String> present) {
    keys.need("node.cores", Kind.CORES);
    List<String> modes = new TreeSet<>(present)
        .stream()
            .filter(key -> key.matches("node\\.modes\\.[a-z][a-z0-9-]*"))
            .map(key -> key.substring("node.modes.".length()))
            .toList();
    if (modes.isEmpty()) {
      keys.may("node.ranks_per_node", Kind.CORES, "=node.cores");
    } else {
      keys.need("node.mode", Kind.choice(modes));
      modes.forEach(mode -> keys.need("node.modes." + mode, Kind.CORES));
    }
    keys.need("node.speed", Kind.SPEED);
    keys.need("node.instruction_rate", Kind.INSTRUCTION_RATE);
    keys.need("node.memory_bandwidth", Kind.BANDWIDTH_OR_NONE);
    keys.need("node.memory_latency", Kind.OVERHEAD);
    keys.may("node.copy", Kind.OVERHEAD, "0s");
    if (present.contains(SOCKETS)) {
      keys.need(SOCKETS, Kind.RAILS);
      keys.may("node.other_socket_bandwidth", Kind.BANDWIDTH_OR_NONE, "=node.memory_bandwidth");
      keys.may("node.other_socket_latency", Kind.OVERHEAD, "=node.memory_latency");
    }
  }

  private void mpi() {
    keys.need("mpi.send_overhead", Kind.OVERHEAD);
    keys.need("mpi.receive_overhead", Kind.OVERHEAD);
    keys.need("mpi.eager_limit", Kind.BYTES);
    keys.may("mpi.detached_limit", Kind.BYTES, "=mpi.eager_limit");
    keys.may("mpi.eager_waits_from", Kind.BYTES_OR_NONE, "none");
    keys.may("mpi.receive_overhead_charged", Kind.RECEIVE_CHARGE, "yes");
    keys.may("mpi.gap", Kind.OVERHEAD, "0s");
    keys.may("mpi.rendezvous_handshake", Kind.YES_OR_NO, "yes");
    keys.may("mpi.flight_overhead", Kind.OVERHEAD, "0s");
    keys.may("mpi.communicator_agreements", Kind.PASSES, "1");
    keys.may("mpi.reduction", Kind.OVERHEAD, "0s");
    keys.may("mpi.integer_reduction", Kind.OVERHEAD, "=mpi.reduction");
    keys.may("mpi.queue_search", Kind.TIME, "0s");
    keys.may("mpi.latency_factor", Kind.FACTOR, "1");
    keys.may("mpi.bandwidth_factor", Kind.FACTOR, "1");
    keys.may("mpi.in_turn_limit", Kind.BYTES, "0B");
    keys.may("mpi.cross_traffic", Kind.YES_OR_NO, "no");
  }

  private void names(Set<String> present) {
    if (!has(present, NAMES)) {
      return;
    }
    keys.may(NAMES + "table", Kind.TEXT, "none");
    keys.may(NAMES + "pattern", Kind.TEXT, "none");
    new TreeSet<>(present)
        .stream()
            .filter(key -> key.matches("node_names\\.[a-z]+"))
            .filter(key -> !keys.all().containsKey(key))
            .forEach(key -> keys.need(key, NameField.KIND));
  }

  private static boolean has(Set<String> present, String section) {
    return present.stream().anyMatch(key -> key.startsWith(section));
  }

  /** Key names in the order of the documentation, each with its rules. */
  Map<String, Key> keys() {
    return keys.all();
  }
}
