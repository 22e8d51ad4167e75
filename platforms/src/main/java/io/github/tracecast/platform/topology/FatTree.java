package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Draft;
import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import io.github.tracecast.platform.internal.NodeSlots;
import io.github.tracecast.platform.internal.Rails;
import io.github.tracecast.platform.internal.TopologyType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A fat tree in SimGrid's convention. Entry i of each list describes the links between level i and
 * level i + 1. Level 0 consists of the nodes.
 *
 * @param levels number of levels of switches
 * @param down number of children of a switch of level i + 1
 * @param up number of parents of a node or switch of level i
 * @param parallel number of cables between a parent and a child
 * @param linkBytesPerSecond bandwidth of a cable in each direction
 * @param linkLatencySeconds latency of a cable plus the switch at its end
 * @param rails the network interfaces of a node; if there are several, level 0 consists of
 *     interfaces
 * @param routing the rule that chooses routes
 */
record FatTree(
    int levels,
    List<Integer> down,
    List<Integer> up,
    List<Integer> parallel,
    List<Double> linkBytesPerSecond,
    List<Double> linkLatencySeconds,
    Rails rails,
    Routing routing)
    implements Topology {
  static final TopologyType TYPE = new TopologyType(
      "fat-tree",
      "Each list has one entry for each level, from the nodes upwards. The number of nodes is the product of `network.down`.",
      FatTree::keys,
      FatTree::read,
      FatTree::draft);

  /** The largest number of switches per node, and of cables per node. These limits bound memory. */
  private static final int CABLES_PER_NODE = 16;

  public FatTree {
    down = List.copyOf(down);
    up = List.copyOf(up);
    linkBytesPerSecond = List.copyOf(linkBytesPerSecond);
    linkLatencySeconds = List.copyOf(linkLatencySeconds);
    parallel = List.copyOf(parallel);
    if (down.size() != levels || up.size() != levels || parallel.size() != levels) {
      throw new IllegalArgumentException("found " + down + ", " + up + ", " + parallel
          + "; expected " + levels + " entries in each");
    }
  }

  private static void keys(Keys keys) {
    keys.need("network.down", Kind.COUNTS, "children of a switch at each level");
    keys.need("network.up", Kind.COUNTS, "parents of a node or switch at each level");
    keys.need("network.parallel", Kind.COUNTS, "cables between a child and a parent at each level");
    keys.need(
        "network.link_bandwidth",
        Kind.BANDWIDTHS,
        "bandwidth of a cable in each direction; one value, or one for each level");
    keys.need(
        "network.link_latency",
        Kind.TIMES,
        "latency of a cable plus the switch at its end; one value, or one for each level");
    Interfaces.railKeys(keys);
    Routing.keys(keys, Routing.SHORTEST);
  }

  /**
   * Number of downward ports, and of upward ports, of a switch in a machine file that {@code
   * platforms new} writes.
   */
  private static final int DRAFTED_PORTS = 20;

  private static void draft(Draft draft) {
    String switches = "assumption: switches of " + 2 * DRAFTED_PORTS + " ports, half of them up";
    int leaves = (int) Math.ceilDiv(draft.interfaces(), (long) DRAFTED_PORTS);
    boolean two = leaves <= 2 * DRAFTED_PORTS;
    int top = two ? leaves : Math.ceilDiv(leaves, DRAFTED_PORTS);
    top = Math.ceilDiv(top, draft.rails()) * draft.rails();
    String port = ", " + DRAFTED_PORTS;
    draft.put("network.down", DRAFTED_PORTS + (two ? ", " : port + ", ") + top, switches);
    draft.put("network.up", "1" + port + (two ? "" : port), switches);
    draft.put(
        "network.parallel", two ? "1, 1" : "1, 1, 1", "assumption: one cable between two switches");
    draft.put("network.link_bandwidth", draft.bandwidth(), "stated");
    draft.putLatency("network.link_latency", two ? 4 : 6);
    draft.put("network.rails", draft.rails(), "stated");
    draft.put(
        "network.routing",
        "ecmp",
        "assumption: a hash distributes messages over equally long routes");
  }

  private static Topology read(Figures figures) {
    List<Integer> down = figures.list("network.down");
    List<Integer> up = figures.list("network.up");
    List<Integer> parallel = figures.list("network.parallel");
    for (String key : List.of("network.up", "network.parallel")) {
      if (figures.list(key).size() != down.size()) {
        throw figures.refuse(
            key,
            (down.size() == 1 ? "1 entry" : down.size() + " entries, one per level")
                + ", as in network.down");
      }
    }
    double nodes = down.stream().mapToDouble(Integer::doubleValue).reduce(1, (a, b) -> a * b);
    if (nodes > MAX_NODES) {
      throw figures.refuse("network.down", "a product of at most " + MAX_NODES + " nodes");
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
    Rails rails = Interfaces.rails(figures, (int) (nodes / down.getFirst()), down.getFirst());
    if (rails.count() > 1 && up.getFirst() * parallel.getFirst() > 1) {
      throw figures.refuse("network.rails", "1, because network.up gives a node several cables");
    }
    return new FatTree(
        down.size(),
        down,
        up,
        parallel,
        perLevel(figures, "network.link_bandwidth", down.size()),
        perLevel(figures, "network.link_latency", down.size()),
        rails,
        Routing.read(figures));
  }

  private static List<Double> perLevel(Figures figures, String key, int levels) {
    return Interfaces.oneOrEach(
        figures, key, levels, "one value", levels + " values, one per level");
  }

  /** Number of network interfaces (one or more for each node) at level 0: the product of {@code down}. */
  public int nodes() {
    return down.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
  }

  @Override
  public NodeSlots slots() {
    return NodeSlots.of(rails, nodes() / down.getFirst());
  }

  @Override
  public String sizeKey() {
    return "network.down";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    Paths paths = new FatTreeRoutes(this);
    return new Fabric(
        paths.endpoints() / rails.count(),
        routing.rule() == Routing.Rule.MINIMAL ? paths : new ChosenRoutes(paths, routing),
        rails);
  }

  @Override
  public Optional<String> beyondSimGrid() {
    boolean simple = rails.count() == 1
        && routing.rule() == Routing.Rule.MINIMAL
        && linkBytesPerSecond.stream().distinct().count() == 1
        && linkLatencySeconds.stream().distinct().count() == 1;
    return simple
        ? Optional.empty()
        : Optional.of(
            "a fat tree with rails, with unequal links on its levels, or with a routing other than minimal");
  }

  @Override
  public void writeZones(Machine machine, SimGridZones zones) {
    String parameters = levels + ";" + joined(down) + ";" + joined(up) + ";" + joined(parallel);
    zones.cluster(
        "machine",
        0,
        machine.nodes(),
        linkBytesPerSecond.getFirst(),
        linkLatencySeconds.getFirst(),
        " topology=\"FAT_TREE\" topo_parameters=\"" + parameters + "\"");
  }

  private static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
