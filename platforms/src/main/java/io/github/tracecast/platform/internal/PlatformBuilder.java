package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.Factor;
import io.github.tracecast.platform.InterruptNetwork;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Node;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.PartitionRules;
import io.github.tracecast.platform.Piecewise;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.ReceiveCharge;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.TreeNetwork;
import io.github.tracecast.platform.Wrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Builds a platform from checked figures, and checks rules between several figures. */
final class PlatformBuilder {
  /** The most switches and cables of a fat tree per node, because each takes memory. */
  private static final int CABLES_PER_NODE = 16;

  private final Figures figures;

  private PlatformBuilder(Figures figures) {
    this.figures = figures;
  }

  static Platform build(String name, String description, Figures figures) {
    return new PlatformBuilder(figures).platform(name, description);
  }

  private Platform platform(String name, String description) {
    Optional<TreeNetwork> tree =
        figures.has("tree.link_bandwidth") ? Optional.of(tree()) : Optional.empty();
    Optional<InterruptNetwork> interrupt = figures.has("interrupt.round_trip")
        ? Optional.of(new InterruptNetwork(figures.number("interrupt.round_trip")))
        : Optional.empty();
    Optional<Packets> packets = figures.has("packets.payload")
        ? Optional.of(new Packets(
            figures.count("packets.payload"),
            figures.count("packets.header"),
            figures.count("packets.chunk"),
            figures.count("packets.trailer")))
        : Optional.empty();
    return new Platform(
        name,
        description,
        node(),
        topology(),
        mpi(),
        packets,
        tree,
        interrupt,
        collectives(tree.isPresent(), interrupt.isPresent()),
        figures.sources(),
        figures.texts());
  }

  private Node node() {
    int cores = figures.count("node.cores");
    String key = "node.ranks_per_node";
    for (String mode : figures.keys("node.modes.")) {
      requireCores(mode, cores);
    }
    if (figures.has("node.mode")) {
      key = "node.modes." + figures.get("node.mode", String.class);
    }
    requireCores(key, cores);
    return new Node(
        figures.count(key),
        figures.number("node.speed"),
        figures.number("node.instruction_rate"),
        figures.number("node.memory_bandwidth"),
        figures.get("node.memory_latency", Piecewise.class),
        figures.get("node.copy", Piecewise.class),
        cores);
  }

  private void requireCores(String key, int cores) {
    if (figures.count(key) > cores) {
      throw figures.refuse(key, "at most the " + cores + " of node.cores");
    }
  }

  private Topology topology() {
    return switch (figures.get("network.topology", String.class)) {
      case "torus" -> torus();
      case "cabinets" -> cabinets();
      case "star" ->
        new Topology.Star(
            figures.count("network.nodes"),
            figures.number("network.link_bandwidth"),
            figures.number("network.link_latency"),
            figures.number("network.backbone_bandwidth"),
            figures.number("network.backbone_latency"));
      case "fat-tree" -> fatTree();
      default -> throw new AssertionError(figures.texts().get("network.topology"));
    };
  }

  private Topology torus() {
    List<Integer> shape = figures.list("network.shape");
    List<List<Integer>> smallBlocks = figures.list("network.small_blocks");
    List<Integer> block = figures.list("network.block");
    List<Integer> maxShape = figures.list("network.max_shape");
    for (String key : List.of("network.block", "network.max_shape")) {
      if (shape.isEmpty() && figures.list(key).isEmpty()) {
        throw figures.refuse(key, "a shape such as 8x8x8, because network.shape is auto");
      }
    }
    if (!maxShape.isEmpty()) {
      requireWithin("network.shape", shape, maxShape);
      requireWithin("network.block", block, maxShape);
      smallBlocks.forEach(small -> requireWithin("network.small_blocks", small, maxShape));
    }
    return new Topology.Torus(
        shape,
        Wrap.valueOf(figures.get("network.wrap", String.class).toUpperCase(Locale.ROOT)),
        figures.number("network.link_bandwidth"),
        figures.number("network.hop_latency"),
        figures.number("network.injection_bandwidth"),
        new PartitionRules(
            smallBlocks, block, maxShape, figures.count("network.torus_from_nodes")));
  }

  private void requireWithin(String key, List<Integer> shape, List<Integer> maxShape) {
    if (shape.isEmpty()) {
      return;
    }
    boolean within = shape.size() == maxShape.size();
    for (int d = 0; within && d < shape.size(); d++) {
      within = shape.get(d) <= maxShape.get(d);
    }
    if (!within) {
      throw figures.refuse(
          key,
          maxShape.size() + " dimensions within the machine's "
              + figures.texts().get("network.max_shape"));
    }
  }

  private Topology cabinets() {
    List<Integer> hosts = figures.list("network.hosts_per_cabinet");
    if (hosts.stream().mapToLong(Integer::longValue).sum() > Topology.MAX_NODES) {
      throw figures.refuse(
          "network.hosts_per_cabinet", "at most " + Topology.MAX_NODES + " hosts in all");
    }
    return new Topology.Cabinets(
        hosts,
        figures.number("network.host_link_bandwidth"),
        figures.number("network.host_link_latency"),
        figures.number("network.host_limiter"),
        figures.number("network.uplink_bandwidth"),
        figures.number("network.uplink_latency"),
        figures.number("network.uplink_limiter"));
  }

  private Topology fatTree() {
    List<Integer> down = figures.list("network.down");
    List<Integer> up = figures.list("network.up");
    List<Integer> parallel = figures.list("network.parallel");
    for (String key : List.of("network.up", "network.parallel")) {
      if (figures.list(key).size() != down.size()) {
        throw figures.refuse(key, down.size() + " entries, one per level, as in network.down");
      }
    }
    double nodes = down.stream().mapToDouble(Integer::doubleValue).reduce(1, (a, b) -> a * b);
    if (nodes > Topology.MAX_NODES) {
      throw figures.refuse("network.down", "a product of at most " + Topology.MAX_NODES + " nodes");
    }
    double most = Math.max(1 << 20, CABLES_PER_NODE * nodes);
    double cables = 0;
    double members = nodes;
    for (int level = 0; level < down.size(); level++) {
      cables += members * up.get(level) * parallel.get(level);
      members = members / down.get(level) * up.get(level);
      if (cables > most || members > most) {
        throw figures.refuse(
            "network.up", String.format(Locale.ROOT, "at most %.0f switches and cables", most));
      }
    }
    return new Topology.FatTree(
        down.size(),
        down,
        up,
        parallel,
        figures.number("network.link_bandwidth"),
        figures.number("network.link_latency"));
  }

  private MpiCosts mpi() {
    return new MpiCosts(
        figures.get("mpi.send_overhead", Piecewise.class),
        figures.get("mpi.receive_overhead", Piecewise.class),
        figures.get("mpi.receive_overhead_charged", ReceiveCharge.class),
        figures.get("mpi.gap", Piecewise.class),
        figures.get("mpi.eager_limit", Long.class),
        figures.get("mpi.detached_limit", Long.class),
        figures.get("mpi.eager_waits_from", Long.class),
        figures.get("mpi.rendezvous_handshake", Boolean.class),
        figures.get("mpi.flight_overhead", Piecewise.class),
        figures.count("mpi.communicator_agreements"),
        figures.get("mpi.latency_factor", Factor.class),
        figures.get("mpi.bandwidth_factor", Factor.class),
        figures.get("mpi.in_turn_limit", Long.class),
        figures.get("mpi.cross_traffic", Boolean.class));
  }

  private TreeNetwork tree() {
    int payload = figures.count("tree.packet_payload");
    int header = figures.count("tree.packet_header");
    return new TreeNetwork(
        figures.number("tree.link_bandwidth"),
        figures.number("tree.hop_latency"),
        figures.count("tree.arity"),
        new Packets(payload, header, payload + header, 0),
        figures.count("tree.reduce_passes"),
        figures.count("tree.integer_reduce_passes"));
  }

  private CollectiveRules collectives(boolean hasTree, boolean hasInterrupt) {
    List<CollectiveRules.Rule> rules = new ArrayList<>();
    for (String key : figures.keys("collectives.")) {
      List<CollectiveRules.Rule> of = figures.list(key);
      for (CollectiveRules.Rule rule : of) {
        if (rule.algorithm().equals("tree") && !hasTree) {
          throw figures.refuse(
              key, "an algorithm that needs no tree network, or a section tree in the file");
        }
        if (rule.algorithm().equals("interrupt") && !hasInterrupt) {
          throw figures.refuse(
              key,
              "an algorithm that needs no interrupt network, or a section interrupt in the file");
        }
        rules.add(rule);
      }
    }
    return new CollectiveRules(rules);
  }
}
