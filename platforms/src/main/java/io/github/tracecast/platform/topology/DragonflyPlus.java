package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Draft;
import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import io.github.tracecast.platform.internal.NodeSlots;
import io.github.tracecast.platform.internal.TopologyType;
import io.github.tracecast.platform.topology.GlobalLinks.Arrangement;

/**
 * A dragonfly+: groups of two levels of switches. The upper switches (spines) of each group are
 * connected to those of all other groups (Shpiner et al.: "Dragonfly+: low cost topology for
 * scaling datacenters", HiPINEB 2017).
 *
 * @param groups number of groups
 * @param leaves number of lower switches of a group, to which nodes are connected
 * @param spines number of upper switches of a group
 * @param interfaces the connection of nodes to the leaves
 * @param localBytesPerSecond bandwidth between a leaf and a spine
 * @param localLatencySeconds latency between a leaf and a spine
 * @param globalLinks number of cables between every two groups
 * @param arrangement the assignment of cables to spines
 * @param globalBytesPerSecond bandwidth of a cable between groups
 * @param globalLatencySeconds latency of a cable between groups
 * @param routing the rule that chooses routes
 */
record DragonflyPlus(
    int groups,
    int leaves,
    int spines,
    Interfaces interfaces,
    double localBytesPerSecond,
    double localLatencySeconds,
    int globalLinks,
    Arrangement arrangement,
    double globalBytesPerSecond,
    double globalLatencySeconds,
    Routing routing)
    implements Switched {
  static final TopologyType TYPE = new TopologyType(
      "dragonfly-plus",
      "Groups that are trees of two levels: leaves have the nodes, and spines have the cables to other groups. Any two groups are connected.",
      DragonflyPlus::keys,
      DragonflyPlus::read,
      DragonflyPlus::draft);

  private static void keys(Keys keys) {
    keys.need("network.groups", Kind.GROUPS, "number of groups");
    keys.need("network.leaves", Kind.GROUPS, "leaves of a group");
    keys.need("network.spines", Kind.GROUPS, "spines of a group");
    Interfaces.keys(keys);
    keys.need("network.local_bandwidth", Kind.BANDWIDTH, "bandwidth between a leaf and a spine");
    keys.need("network.local_latency", Kind.TIME, "latency between a leaf and a spine");
    keys.need("network.global_links", Kind.CABLES, "number of cables between any two groups");
    Arrangement.key(keys);
    keys.need("network.global_bandwidth", Kind.BANDWIDTH, "bandwidth of a cable between groups");
    keys.need("network.global_latency", Kind.TIME, "latency of a cable between groups");
    Routing.keys(keys, Routing.ALL);
  }

  private static void draft(Draft draft) {
    long ports = 1;
    while (ports * ports * (ports * ports + 1) < draft.interfaces() || ports % draft.rails() != 0) {
      ports++;
    }
    String balanced = "assumption: balanced; switches have as many links up as down";
    int groups = (int) Math.ceilDiv(draft.interfaces(), ports * ports);
    draft.put("network.groups", groups, "assumption: the number that the nodes need");
    draft.put("network.leaves", ports, balanced);
    draft.put("network.spines", ports, balanced);
    draft.put("network.endpoints", ports, balanced);
    draft.put("network.rails", draft.rails(), "stated");
    draft.put("network.link_bandwidth", draft.bandwidth(), "stated");
    draft.putLatency("network.link_latency", 5);
    draft.put("network.local_bandwidth", draft.bandwidth(), "assumption: as an interface");
    draft.putLatency("network.local_latency", 5);
    draft.put("network.global_links", Dragonfly.cables(ports * ports, groups), balanced);
    draft.put("network.global_bandwidth", draft.bandwidth(), "assumption: as an interface");
    draft.putLatency("network.global_latency", 5);
    draft.put("network.routing", "ugal", "assumption: adaptive routing");
  }

  private static Topology read(Figures figures) {
    int groups = figures.count("network.groups");
    int leaves = figures.count("network.leaves");
    int spines = figures.count("network.spines");
    int cables = figures.count("network.global_links");
    Interfaces interfaces = Interfaces.read(figures, leaves, groups);
    Interfaces.requireFew(figures, "network.spines", 2.0 * groups * leaves * spines);
    Interfaces.requireFew(figures, "network.global_links", groups * (groups - 1.0) * cables);
    return new DragonflyPlus(
        groups,
        leaves,
        spines,
        interfaces,
        figures.number("network.local_bandwidth"),
        figures.number("network.local_latency"),
        cables,
        Arrangement.read(figures, groups, spines),
        figures.number("network.global_bandwidth"),
        figures.number("network.global_latency"),
        Routing.read(figures));
  }

  @Override
  public TopologyType type() {
    return TYPE;
  }

  @Override
  public NodeSlots slots() {
    return NodeSlots.of(interfaces.rails(), leaves, groups);
  }

  @Override
  public String sizeKey() {
    return "network.groups";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    return interfaces.fabric(
        new DragonflyPlusPaths(
            routing.spread(),
            leaves,
            spines,
            new GlobalLinks(groups, globalLinks, spines, arrangement),
            interfaces.perSwitch(),
            interfaces.level(),
            new SwitchPaths.Level("local", localBytesPerSecond, localLatencySeconds),
            new SwitchPaths.Level("global", globalBytesPerSecond, globalLatencySeconds)),
        routing);
  }
}
