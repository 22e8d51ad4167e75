package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Fabric;
import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.NodeSlots;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import io.github.tracecast.platform.internal.TopologyType;
import io.github.tracecast.platform.topology.GlobalLinks.Arrangement;
import java.util.List;
import java.util.Locale;

/**
 * Groups of switches, each group connected to each. Within a group, all switches are connected, or
 * those of each row and column (Kim, Dally, Scott, Abts: "Technology-driven, highly-scalable
 * dragonfly topology", ISCA 2008).
 *
 * @param groups number of groups
 * @param groupShape switches of a group along each dimension
 * @param interfaces the nodes at the switches
 * @param localBytesPerSecond bandwidth between two switches of a group, by dimension
 * @param localLatencySeconds latency of that link
 * @param globalLinks cables between each two groups
 * @param arrangement which switch has which cable
 * @param globalBytesPerSecond bandwidth of a cable between groups
 * @param globalLatencySeconds latency of that cable
 * @param routing the choice among routes
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
    implements Switched {
  static final TopologyType TYPE = new TopologyType("dragonfly", Dragonfly::keys, Dragonfly::read);

  private static void keys(Keys keys) {
    keys.need("network.groups", Kind.GROUPS);
    keys.need("network.group_shape", Kind.SHAPE);
    Interfaces.keys(keys);
    keys.need("network.local_bandwidth", Kind.BANDWIDTHS);
    keys.need("network.local_latency", Kind.TIME);
    keys.need("network.global_links", Kind.CABLES);
    keys.may(
        "network.arrangement",
        Kind.choice(List.of("absolute", "relative", "circulant")),
        "absolute");
    keys.need("network.global_bandwidth", Kind.BANDWIDTH);
    keys.need("network.global_latency", Kind.TIME);
    Routing.keys(keys, Routing.ALL);
  }

  private static Topology read(Figures figures) {
    int groups = figures.count("network.groups");
    List<Integer> shape = figures.list("network.group_shape");
    List<Double> local = figures.list("network.local_bandwidth");
    if (local.size() != 1 && local.size() != shape.size()) {
      throw figures.refuse(
          "network.local_bandwidth",
          "one bandwidth, or one for each of the " + shape.size()
              + " dimensions of network.group_shape");
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
        Arrangement.valueOf(
            figures.get("network.arrangement", String.class).toUpperCase(Locale.ROOT)),
        figures.number("network.global_bandwidth"),
        figures.number("network.global_latency"),
        Routing.read(figures));
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
