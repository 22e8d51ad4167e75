package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Draft;
import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import io.github.tracecast.platform.internal.NodeSlots;
import io.github.tracecast.platform.internal.TopologyType;
import java.util.List;

/**
 * A HyperX: switches on a grid, each connected to all other switches of its row along each
 * dimension (Ahn et al.: "HyperX: topology, routing, and packaging of efficient large-scale
 * networks", SC 2009).
 *
 * @param switchShape number of switches along each dimension
 * @param interfaces how nodes are connected to the switches
 * @param switchBytesPerSecond bandwidth between two switches, by dimension
 * @param switchLatencySeconds latency between two switches
 * @param routing the rule that chooses routes
 */
record HyperX(
    List<Integer> switchShape,
    Interfaces interfaces,
    List<Double> switchBytesPerSecond,
    double switchLatencySeconds,
    Routing routing)
    implements Switched {
  static final TopologyType TYPE = new TopologyType(
      "hyperx",
      "Switches on a grid. Along each dimension, each switch is connected to all other switches of its row.",
      HyperX::keys,
      HyperX::read,
      HyperX::draft);

  private static void keys(Keys keys) {
    keys.need("network.switch_shape", Kind.SHAPE, "switches along each dimension");
    Interfaces.keys(keys);
    keys.need(
        "network.switch_bandwidth",
        Kind.BANDWIDTHS,
        "bandwidth between two switches; one value, or one for each dimension");
    keys.need("network.switch_latency", Kind.TIME, "latency between two switches");
    Routing.keys(keys, List.of("minimal", "valiant", "ugal"));
  }

  private static void draft(Draft draft) {
    long side = 1;
    while (side * side * side < draft.interfaces() || side * side % draft.rails() != 0) {
      side++;
    }
    String square = "assumption: a square of switches with as many nodes as each row has switches";
    draft.put("network.switch_shape", side + "x" + side, square);
    draft.put("network.endpoints", side, square);
    draft.put("network.switch_bandwidth", draft.bandwidth(), "assumption: as an interface");
    draft.putLatency("network.switch_latency", 4);
    Interfaces.draft(draft, 4);
  }

  private static Topology read(Figures figures) {
    List<Integer> shape = figures.list("network.switch_shape");
    List<Double> bandwidths =
        Interfaces.perDimension(figures, "network.switch_bandwidth", "network.switch_shape");
    int switches = Grids.product(Grids.array(shape));
    Interfaces interfaces = Interfaces.read(figures, switches, 1);
    double degree = shape.stream().mapToInt(size -> size - 1).sum();
    Interfaces.requireFew(figures, "network.switch_shape", degree * switches);
    return new HyperX(
        shape,
        interfaces,
        bandwidths,
        figures.number("network.switch_latency"),
        Routing.read(figures));
  }

  @Override
  public TopologyType type() {
    return TYPE;
  }

  @Override
  public NodeSlots slots() {
    return NodeSlots.of(interfaces.rails(), Grids.product(Grids.array(switchShape)));
  }

  @Override
  public String sizeKey() {
    return "network.switch_shape";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    Lattice lattice = new Lattice(Grids.array(switchShape));
    SwitchPaths.Level[] levels = new SwitchPaths.Level[1 + lattice.dimensions];
    levels[0] = interfaces.level();
    for (int d = 0; d < lattice.dimensions; d++) {
      levels[1 + d] = new SwitchPaths.Level(
          "dimension " + Grids.letter(d, lattice.dimensions),
          switchBytesPerSecond.get(d),
          switchLatencySeconds);
    }
    return interfaces.fabric(new HyperXPaths(lattice, interfaces.perSwitch(), levels), routing);
  }
}
