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
import io.github.tracecast.platform.internal.TopologyType;
import io.github.tracecast.platform.internal.Wrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A torus or mesh of one to six dimensions. A message crosses one dimension after another.
 *
 * @param shape number of nodes along each dimension; empty if {@code partitions} fit the shape to
 *     the run
 * @param wrap whether rings are closed, for each dimension
 * @param linkBytesPerSecond raw bandwidth of a link in each direction
 * @param hopLatencySeconds latency of a hop
 * @param injectionBytesPerSecond bandwidth with which all ranks of a node together send into the
 *     network; infinite if unlimited
 * @param interfaceBytesPerSecond bandwidth with which all ranks of a node together send and
 *     receive; infinite if unlimited
 * @param splitsTies whether messages that go halfway round an even ring take either direction, by
 *     the parity of the sender's coordinate; otherwise, they all go upwards, except messages to
 *     coordinate 0
 * @param routing the rule that chooses routes
 * @param partitions the rules for partitions
 */
record Torus(
    List<Integer> shape,
    List<Wrap> wrap,
    double linkBytesPerSecond,
    double hopLatencySeconds,
    double injectionBytesPerSecond,
    double interfaceBytesPerSecond,
    boolean splitsTies,
    Routing routing,
    PartitionRules partitions)
    implements Topology {
  static final TopologyType TYPE = new TopologyType(
      "torus",
      "A torus or mesh of one to six dimensions, routed dimension by dimension.",
      Torus::keys,
      Torus::read,
      Torus::draft);

  public Torus {
    shape = List.copyOf(shape);
    wrap = List.copyOf(wrap);
  }

  private static void keys(Keys keys) {
    keys.may(
        "network.shape",
        Kind.SHAPE_OR_AUTO,
        "auto",
        "nodes along each dimension; `auto` takes the smallest block that holds the ranks");
    keys.may(
        "network.wrap",
        Kind.WRAPS,
        "auto",
        "whether dimensions have wraparound links (`torus`) or not (`mesh`); `auto` adds them from `network.torus_from_nodes` nodes on");
    keys.need(
        "network.link_bandwidth", Kind.BANDWIDTH, "raw bandwidth of a link in each direction");
    keys.need("network.hop_latency", Kind.TIME, "latency of one hop");
    keys.may(
        "network.injection_bandwidth",
        Kind.BANDWIDTH_OR_NONE,
        "none",
        "limit on the bandwidth of a message where it enters the network");
    keys.may(
        "network.interface_bandwidth",
        Kind.BANDWIDTH_OR_NONE,
        "none",
        "limit on the total bandwidth of a node's sends and receives; not with engine `simgrid`");
    keys.may(
        "network.split_ties",
        Kind.YES_OR_NO,
        "no",
        "whether messages to the opposite node of an even ring take either direction, by the parity of the"
            + " sender's coordinate, to imitate adaptive routing; not with engine `simgrid`");
    keys.may(
        "network.small_blocks",
        Kind.SHAPES_OR_NONE,
        "none",
        "shapes smaller than `network.block` that `network.shape: auto` may take");
    keys.may(
        "network.block",
        Kind.SHAPE_OR_NONE,
        "none",
        "block whose multiples `network.shape: auto` may take, besides `network.small_blocks`; `network.shape:"
            + " auto` needs this key");
    keys.may(
        "network.max_shape",
        Kind.SHAPE_OR_NONE,
        "none",
        "shape of the whole machine; `network.shape: auto` needs this key");
    keys.may(
        "network.torus_from_nodes",
        Kind.NODES,
        "1",
        "smallest number of nodes for which `network.wrap: auto` closes the rings");
    Routing.keys(keys, List.of("minimal", "valiant", "ugal"));
  }

  private static void draft(Draft draft) {
    draft.requireOneRail();
    int[] shape = new int[3];
    int left = draft.nodes();
    for (int d = 2; d >= 0; d--) {
      shape[d] = (int) Math.ceil(Math.pow(left, 1.0 / (d + 1)) - 1e-9);
      left = Math.ceilDiv(left, shape[d]);
    }
    draft.put(
        "network.shape",
        Grids.text(shape),
        "assumption: a cube of at least the stated number of nodes");
    draft.put("network.wrap", "torus", "assumption: all rings are closed");
    draft.put("network.link_bandwidth", draft.bandwidth(), "stated");
    draft.putLatency("network.hop_latency", 1 + shape[0] / 2 + shape[1] / 2 + shape[2] / 2);
  }

  private static Topology read(Figures figures) {
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
      requireWithin(figures, "network.shape", shape, maxShape);
      requireWithin(figures, "network.block", block, maxShape);
      smallBlocks.forEach(small -> requireWithin(figures, "network.small_blocks", small, maxShape));
    }
    return new Torus(
        shape,
        wrap(figures, shape, maxShape),
        figures.number("network.link_bandwidth"),
        figures.number("network.hop_latency"),
        figures.number("network.injection_bandwidth"),
        figures.number("network.interface_bandwidth"),
        figures.get("network.split_ties", Boolean.class),
        Routing.read(figures),
        new PartitionRules(
            smallBlocks, block, maxShape, figures.count("network.torus_from_nodes")));
  }

  private static List<Wrap> wrap(Figures figures, List<Integer> shape, List<Integer> maxShape) {
    int dimensions = shape.isEmpty() ? maxShape.size() : shape.size();
    String each = "one for each of the " + dimensions + " dimensions";
    return Interfaces.oneOrEach(figures, "network.wrap", dimensions, "one word", each);
  }

  private static void requireWithin(
      Figures figures, String key, List<Integer> shape, List<Integer> maxShape) {
    if (shape.isEmpty()) {
      return;
    }
    boolean within = shape.size() == maxShape.size();
    for (int d = 0; within && d < shape.size(); d++) {
      within = shape.get(d) <= maxShape.get(d);
    }
    if (!within) {
      throw figures.refuse(
          key, "a shape within network.max_shape, " + figures.text("network.max_shape"));
    }
  }

  @Override
  public String sizeKey() {
    return "network.shape";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    int[] fitted = Partitions.shape(platform, this, ranks, needed);
    int nodes = Grids.product(fitted);
    boolean[] wraps = Partitions.wraps(this, fitted, nodes);
    TorusRoutes paths = new TorusRoutes(this, fitted, wraps);
    return new Fabric(
        nodes, fitted, wraps, routing.adapts() ? new ChosenRoutes(paths, routing) : paths);
  }

  @Override
  public OptionalInt wholeMachine(Platform platform) {
    return OptionalInt.of(
        Grids.product(Grids.array(shape.isEmpty() ? partitions.maxShape() : shape)));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The injection limit of a torus node limits the bandwidth of each message that the node
   * sends. The limiter of a torus node in SimGrid cannot model this limit, because it limits both
   * directions and all passing traffic.
   */
  @Override
  public double injectionShare() {
    return Math.min(1, injectionBytesPerSecond / linkBytesPerSecond);
  }

  /**
   * The size of a ring in SimGrid's torus, whose rings are always closed. An open ring of n nodes
   * becomes a part of a closed ring of 2(n-1) nodes, in which no shortest path between the first n
   * nodes wraps around.
   */
  private static int ring(int size, boolean wraps) {
    return wraps ? size : Math.max(size, 2 * (size - 1));
  }

  @Override
  public int simGridHost(Machine machine, int node) {
    int[] sizes = machine.shape();
    boolean[] wraps = machine.wraps();
    int number = 0;
    int rest = node;
    int stride = 1;
    for (int d = 0; d < sizes.length; d++) {
      number += rest % sizes[d] * stride;
      rest /= sizes[d];
      stride *= ring(sizes[d], wraps[d]);
    }
    return number;
  }

  @Override
  public Optional<String> beyondSimGrid() {
    if (splitsTies) {
      return Optional.of("network.split_ties yes");
    }
    if (routing.adapts()) {
      return Optional.of("network.routing other than minimal");
    }
    return interfaceBytesPerSecond < Double.POSITIVE_INFINITY
        ? Optional.of("network.interface_bandwidth")
        : Optional.empty();
  }

  @Override
  public void writeZones(Machine machine, SimGridZones zones) {
    int[] nodes = machine.shape();
    boolean[] wraps = machine.wraps();
    int hosts = 1;
    List<String> sizes = new ArrayList<>();
    for (int d = 0; d < nodes.length; d++) {
      int ring = ring(nodes[d], wraps[d]);
      hosts = Math.multiplyExact(hosts, ring);
      // SimGrid would create a duplicate link for a dimension of size 1.
      if (ring > 1) {
        sizes.add(Integer.toString(ring));
      }
    }
    if (sizes.isEmpty()) {
      sizes.add("1");
    }
    zones.cluster(
        "machine",
        0,
        hosts,
        linkBytesPerSecond,
        hopLatencySeconds,
        " topology=\"TORUS\" topo_parameters=\"" + String.join(",", sizes) + "\"");
  }
}
