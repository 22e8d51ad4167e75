package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Grids;
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
import io.github.tracecast.platform.internal.TopologyType;
import io.github.tracecast.platform.topology.GlobalLinks.Arrangement;
import java.util.List;
import java.util.Optional;

/**
 * A dragonfly: groups of switches, with cables between every two groups. Within a group, every two
 * switches are connected, or every two switches of a row or a column (Kim, Dally, Scott, Abts:
 * "Technology-driven, highly-scalable dragonfly topology", ISCA 2008).
 *
 * @param groups number of groups
 * @param groupShape number of switches of a group along each dimension
 * @param interfaces the connection of nodes to the switches
 * @param localBytesPerSecond bandwidth between two switches of a group, by dimension
 * @param localLatencySeconds latency between two switches of a group
 * @param globalLinks number of cables between every two groups
 * @param arrangement the assignment of cables to switches
 * @param globalBytesPerSecond bandwidth of a cable between groups
 * @param globalLatencySeconds latency of a cable between groups
 * @param routing the rule that chooses routes
 */
record Dragonfly(
    int groups,
    List<Integer> groupShape,
    Interfaces interfaces,
    List<Double> localBytesPerSecond,
    double localLatencySeconds,
    int globalLinks,
    Arrangement arrangement,
    double globalBytesPerSecond,
    double globalLatencySeconds,
    Routing routing)
    implements Topology {
  static final TopologyType TYPE = new TopologyType(
      "dragonfly",
      "Groups of switches. Any two groups are connected. In a group, all switches are connected. If `network.group_shape` has two dimensions, the switches of each row and of each column are connected, as in Cray's Aries.",
      Dragonfly::keys,
      Dragonfly::read,
      Dragonfly::draft);

  private static void keys(Keys keys) {
    keys.need("network.groups", Kind.GROUPS, "number of groups");
    keys.need("network.group_shape", Kind.SHAPE, "switches of a group, such as `32` or `16x6`");
    Interfaces.keys(keys);
    keys.need(
        "network.local_bandwidth",
        Kind.BANDWIDTHS,
        "bandwidth between two switches of a group; one value, or one for each dimension");
    keys.need("network.local_latency", Kind.TIME, "latency between two switches of a group");
    keys.need("network.global_links", Kind.CABLES, "number of cables between any two groups");
    Arrangement.key(keys);
    keys.need("network.global_bandwidth", Kind.BANDWIDTH, "bandwidth of a cable between groups");
    keys.need("network.global_latency", Kind.TIME, "latency of a cable between groups");
    Routing.keys(keys, Routing.ALL);
  }

  private static void draft(Draft draft) {
    int half = 1;
    while (2L * half * half * (2L * half * half + 1) < draft.interfaces()
        || 2 * half % draft.rails() != 0) {
      half++;
    }
    String balanced =
        "assumption: balanced; a switch has as many nodes as global cables, and twice as many local cables";
    int groups = (int) Math.ceilDiv(draft.interfaces(), 2L * half * half);
    draft.put("network.groups", groups, "assumption: the number that the nodes need");
    draft.put("network.group_shape", 2L * half, balanced);
    draft.put("network.endpoints", half, balanced);
    draft.put("network.rails", draft.rails(), "stated");
    draft.put("network.link_bandwidth", draft.bandwidth(), "stated");
    draft.putLatency("network.link_latency", 5);
    draft.put("network.local_bandwidth", draft.bandwidth(), "assumption: as an interface");
    draft.putLatency("network.local_latency", 5);
    draft.put("network.global_links", cables(2L * half * half, groups), balanced);
    draft.put("network.global_bandwidth", draft.bandwidth(), "assumption: as an interface");
    draft.putLatency("network.global_latency", 5);
    draft.put("network.routing", "ugal", "assumption: adaptive routing");
  }

  /** The number of cables between every two groups, from the number of ports of a group. */
  static long cables(long ports, int groups) {
    return groups < 2 ? 1 : Math.clamp(ports / (groups - 1), 1, 1024);
  }

  private static Topology read(Figures figures) {
    int groups = figures.count("network.groups");
    List<Integer> shape = figures.list("network.group_shape");
    List<Double> local = figures.list("network.local_bandwidth");
    if (local.size() != 1 && local.size() != shape.size()) {
      throw figures.refuse(
          "network.local_bandwidth",
          "one bandwidth"
              + (shape.size() == 1
                  ? ""
                  : ", or one for each of the " + shape.size()
                      + " dimensions of network.group_shape"));
    }
    int switches = Grids.product(Grids.array(shape));
    Interfaces interfaces = Interfaces.read(figures, switches, groups);
    int cables = figures.count("network.global_links");
    double degree = shape.stream().mapToInt(size -> size - 1).sum();
    Interfaces.requireFew(figures, "network.group_shape", groups * degree * switches);
    Interfaces.requireFew(figures, "network.global_links", groups * (groups - 1.0) * cables);
    return new Dragonfly(
        groups,
        shape,
        interfaces,
        local,
        figures.number("network.local_latency"),
        cables,
        Arrangement.read(figures, groups, switches),
        figures.number("network.global_bandwidth"),
        figures.number("network.global_latency"),
        Routing.read(figures));
  }

  /**
   * {@inheritDoc}
   *
   * <p>SimGrid's dragonfly has groups of one row, a single latency, and one cable between every two
   * groups. In a group, the cable to group j is at switch j. Bandwidths of cables are multiples of
   * an interface's bandwidth.
   */
  @Override
  public Optional<String> beyondSimGrid() {
    double latency = interfaces.latencySeconds();
    boolean alike = latency == localLatencySeconds && latency == globalLatencySeconds;
    boolean ofOneRow = groupShape.size() == 1 && groups <= groupShape.getFirst();
    boolean numbered = groups == 1 || globalLinks == 1 && arrangement == Arrangement.BY_NUMBER;
    boolean simple = alike
        && ofOneRow
        && numbered
        && multiple(localBytesPerSecond.getFirst()) > 0
        && multiple(globalBytesPerSecond) > 0
        && interfaces.rails().count() == 1
        && routing.rule() == Routing.Rule.MINIMAL;
    return simple
        ? Optional.empty()
        : Optional.of(
            "a dragonfly that differs from SimGrid's (minimal routing, one rail, one latency, groups of one row, one cable by-number between groups)");
  }

  @Override
  public void writeZones(Machine machine, SimGridZones zones) {
    zones.cluster(
        "machine",
        0,
        machine.nodes(),
        interfaces.bytesPerSecond(),
        interfaces.latencySeconds(),
        " topology=\"DRAGONFLY\" topo_parameters=\"" + groups + "," + multiple(globalBytesPerSecond)
            + ";1,1;" + groupShape.getFirst() + "," + multiple(localBytesPerSecond.getFirst()) + ";"
            + interfaces.perSwitch() + "\"");
  }

  /** A bandwidth as a whole multiple of an interface's bandwidth; 0 if it is no such multiple. */
  private long multiple(double bytesPerSecond) {
    double factor = bytesPerSecond / interfaces.bytesPerSecond();
    return factor == Math.rint(factor) && factor <= Integer.MAX_VALUE ? (long) factor : 0;
  }

  @Override
  public NodeSlots slots() {
    return NodeSlots.of(interfaces.rails(), Grids.product(Grids.array(groupShape)), groups);
  }

  @Override
  public String sizeKey() {
    return "network.groups";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    Lattice group = new Lattice(Grids.array(groupShape));
    SwitchPaths.Level[] levels = new SwitchPaths.Level[2 + group.dimensions];
    levels[0] = interfaces.level();
    for (int d = 0; d < group.dimensions; d++) {
      String name = group.dimensions == 1 ? "local" : "local " + Grids.letter(d, group.dimensions);
      levels[1 + d] = new SwitchPaths.Level(
          name,
          localBytesPerSecond.get(localBytesPerSecond.size() == 1 ? 0 : d),
          localLatencySeconds);
    }
    levels[1 + group.dimensions] =
        new SwitchPaths.Level("global", globalBytesPerSecond, globalLatencySeconds);
    GlobalLinks global = new GlobalLinks(groups, globalLinks, group.switches, arrangement);
    return interfaces.fabric(
        new DragonflyPaths(routing.spread(), group, global, interfaces.perSwitch(), levels),
        routing);
  }
}
