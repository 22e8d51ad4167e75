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

/**
 * A dragonfly+: groups of two levels of switches. The upper switches (spines) of each group are
 * connected to the spines of all other groups (Shpiner et al.: "Dragonfly+: low cost topology for
 * scaling datacenters", HiPINEB 2017).
 *
 * @param groups number of groups
 * @param leaves number of lower switches of a group, to which nodes are connected
 * @param spines number of upper switches of a group
 * @param interfaces how nodes are connected to the leaves
 * @param localBytesPerSecond bandwidth between a leaf and a spine
 * @param localLatencySeconds latency between a leaf and a spine
 * @param global the cables between groups
 * @param routing the rule that chooses routes
 */
record DragonflyPlus(
    int groups,
    int leaves,
    int spines,
    Interfaces interfaces,
    double localBytesPerSecond,
    double localLatencySeconds,
    GroupCables global,
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
    GroupCables.keys(keys);
  }

  private static void draft(Draft draft) {
    long ports = 1;
    while (ports * ports * (ports * ports + 1) < draft.interfaces() || ports % draft.rails() != 0) {
      ports++;
    }
    String balanced = "assumption: balanced; switches have as many links up as down";
    draft.put("network.leaves", ports, balanced);
    draft.put("network.spines", ports, balanced);
    draft.put("network.endpoints", ports, balanced);
    GroupCables.draft(draft, ports * ports, balanced);
  }

  private static Topology read(Figures figures) {
    int groups = figures.count("network.groups");
    int leaves = figures.count("network.leaves");
    int spines = figures.count("network.spines");
    Interfaces interfaces = Interfaces.read(figures, leaves, groups);
    Interfaces.requireFew(figures, "network.spines", 2.0 * groups * leaves * spines);
    return new DragonflyPlus(
        groups,
        leaves,
        spines,
        interfaces,
        figures.number("network.local_bandwidth"),
        figures.number("network.local_latency"),
        GroupCables.read(figures, groups, spines),
        Routing.read(figures));
  }

  @Override
  public TopologyType type() {
    return TYPE;
  }

  @Override
  public NodeSlots slots() {
    return NodeSlots.of(interfaces.rails(), leaves);
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
            global.links(groups, spines),
            interfaces.perSwitch(),
            interfaces.level(),
            new SwitchPaths.Level("local", localBytesPerSecond, localLatencySeconds),
            global.level()),
        routing);
  }
}
