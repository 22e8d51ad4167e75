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
 * A dragonfly: groups of switches, with cables between every two groups. Within a group, all
 * switches are connected with each other, or only the switches of a row or a column (Kim, Dally,
 * Scott, Abts: "Technology-driven, highly-scalable dragonfly topology", ISCA 2008).
 *
 * @param groups number of groups
 * @param groupShape number of switches of a group along each dimension
 * @param interfaces how nodes are connected to the switches
 * @param localBytesPerSecond bandwidth between two switches of a group, by dimension
 * @param localLatencySeconds latency between two switches of a group
 * @param global the cables between groups
 * @param routing the rule that chooses routes
 */
record Dragonfly(
    int groups,
    List<Integer> groupShape,
    Interfaces interfaces,
    List<Double> localBytesPerSecond,
    double localLatencySeconds,
    GroupCables global,
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
    GroupCables.keys(keys);
  }

  private static void draft(Draft draft) {
    int half = 1;
    while (2L * half * half * (2L * half * half + 1) < draft.interfaces()
        || 2 * half % draft.rails() != 0) {
      half++;
    }
    String balanced =
        "assumption: balanced; a switch has as many nodes as global cables, and twice as many local cables";
    draft.put("network.group_shape", 2L * half, balanced);
    draft.put("network.endpoints", half, balanced);
    GroupCables.draft(draft, 2L * half * half, balanced);
  }

  private static Topology read(Figures figures) {
    int groups = figures.count("network.groups");
    List<Integer> shape = figures.list("network.group_shape");
    List<Double> local =
        Interfaces.perDimension(figures, "network.local_bandwidth", "network.group_shape");
    int switches = Grids.product(Grids.array(shape));
    Interfaces interfaces = Interfaces.read(figures, switches, groups);
    double degree = shape.stream().mapToInt(size -> size - 1).sum();
    Interfaces.requireFew(figures, "network.group_shape", groups * degree * switches);
    return new Dragonfly(
        groups,
        shape,
        interfaces,
        local,
        figures.number("network.local_latency"),
        GroupCables.read(figures, groups, switches),
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
    boolean alike = latency == localLatencySeconds && latency == global.latencySeconds();
    boolean ofOneRow = groupShape.size() == 1 && groups <= groupShape.getFirst();
    boolean numbered =
        groups == 1 || global.cables() == 1 && global.arrangement() == Arrangement.BY_NUMBER;
    boolean simple = alike
        && ofOneRow
        && numbered
        && multiple(localBytesPerSecond.getFirst()) > 0
        && multiple(global.bytesPerSecond()) > 0
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
        " topology=\"DRAGONFLY\" topo_parameters=\"" + groups + ","
            + multiple(global.bytesPerSecond()) + ";1,1;" + groupShape.getFirst() + ","
            + multiple(localBytesPerSecond.getFirst()) + ";"
            + interfaces.perSwitch() + "\"");
  }

  /**
   * The factor by which a bandwidth is a whole multiple of an interface's bandwidth; 0 if it is not
   * a whole multiple.
   */
  private long multiple(double bytesPerSecond) {
    double factor = bytesPerSecond / interfaces.bytesPerSecond();
    return factor == Math.rint(factor) && factor <= Integer.MAX_VALUE ? (long) factor : 0;
  }

  @Override
  public NodeSlots slots() {
    return NodeSlots.of(interfaces.rails(), Grids.product(Grids.array(groupShape)));
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
      levels[1 + d] = new SwitchPaths.Level(name, localBytesPerSecond.get(d), localLatencySeconds);
    }
    levels[1 + group.dimensions] = global.level();
    return interfaces.fabric(
        new DragonflyPaths(
            routing.spread(),
            group,
            global.links(groups, group.switches),
            interfaces.perSwitch(),
            levels),
        routing);
  }
}
