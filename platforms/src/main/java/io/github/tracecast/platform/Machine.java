package io.github.tracecast.platform;

import java.util.Arrays;

/**
 * A platform fitted to a run: its nodes, their network, and the core of each rank. Memory: 8 bytes
 * per rank in addition to the platform. Immutable and thread-safe.
 */
public final class Machine {
  private static final int MAX_CORES = 1 << 26;

  private final Platform platform;
  private final int nodes;
  private final int[] shape;
  private final boolean[] wraps;
  private final int[] nodeOf;
  private final int[] coreOf;
  private final Routes routes;

  private Machine(
      Platform platform,
      int nodes,
      int[] shape,
      boolean[] wraps,
      Placement placement,
      Routes routes) {
    this.platform = platform;
    this.nodes = nodes;
    this.shape = shape;
    this.wraps = wraps;
    this.nodeOf = placement.nodeOf;
    this.coreOf = placement.coreOf;
    this.routes = routes;
  }

  /**
   * Fits a platform to a run. If the default number of ranks per node is too small but the nodes
   * have enough cores, each node hosts as many ranks as needed. {@link #ranksPerNode} is then
   * larger than the platform's.
   *
   * @param ranks ranks of the run, at least 1
   * @param mapping the placement of ranks
   * @throws PlatformException if the machine cannot hold the ranks or the mapping does not suit it
   */
  public static Machine fit(Platform platform, int ranks, MappingSpec mapping) {
    if (ranks < 1) {
      throw new PlatformException("ranks: found " + ranks + "; expected at least 1");
    }
    int perNode = platform.node().cores();
    int needed = Math.ceilDiv(ranks, perNode);
    int[] shape = {};
    boolean[] wraps = {};
    int nodes;
    Routes routes;
    switch (platform.topology()) {
      case Topology.Torus torus -> {
        shape = Partitions.shape(platform, torus, ranks, needed);
        nodes = Arrays.stream(shape).reduce(1, Math::multiplyExact);
        wraps = Partitions.wraps(torus, shape, nodes);
        routes = new TorusRoutes(torus, shape, wraps);
      }
      case Topology.Cabinets cabinets -> {
        nodes = cabinets.hosts();
        routes = new CabinetRoutes(cabinets);
      }
      case Topology.Star star -> {
        nodes = star.nodes() == 0 ? needed : star.nodes();
        routes = new StarRoutes(star, nodes);
      }
      case Topology.FatTree tree -> {
        nodes = tree.nodes();
        routes = new FatTreeRoutes(tree);
      }
    }
    if (needed > nodes && platform.canHost(Math.ceilDiv(ranks, nodes))) {
      return fit(platform.hosting(Math.ceilDiv(ranks, nodes)), ranks, mapping);
    }
    if (needed > nodes) {
      throw Partitions.tooManyRanks(platform, ranks, nodes, sizeKey(platform.topology()));
    }
    if ((long) nodes * perNode > MAX_CORES) {
      throw new PlatformException(platform.name() + ": " + sizeKey(platform.topology()) + ": found "
          + nodes + " nodes with " + perNode + " ranks; expected at most " + MAX_CORES
          + " cores in all");
    }
    Placement placement = Placement.of(mapping, ranks, nodes, perNode, shape);
    return new Machine(platform, nodes, shape, wraps, placement, routes);
  }

  private static String sizeKey(Topology topology) {
    return switch (topology) {
      case Topology.Torus torus -> "network.shape";
      case Topology.Cabinets cabinets -> "network.hosts_per_cabinet";
      case Topology.Star star -> "network.nodes";
      case Topology.FatTree tree -> "network.down";
    };
  }

  /** The machine's description. */
  public Platform platform() {
    return platform;
  }

  /** Ranks of the run. */
  public int ranks() {
    return nodeOf.length;
  }

  /** Returns the number of nodes of the partition or of the whole machine, used or not. */
  public int nodes() {
    return nodes;
  }

  /** Most ranks on a node. */
  public int ranksPerNode() {
    return platform.node().cores();
  }

  /** Nodes along each dimension, as a copy; empty if the machine is no torus. */
  public int[] shape() {
    return shape.clone();
  }

  /**
   * Whether each dimension's rings are closed, as a copy; empty if the machine is no torus.
   * Rings of one or two nodes count as open, because no route would use the closing link.
   */
  public boolean[] wraps() {
    return wraps.clone();
  }

  /** The node of a rank. */
  public int nodeOf(int rank) {
    return nodeOf[rank];
  }

  /** Whether some two ranks are on the same node. */
  public boolean sharesNodes() {
    return Arrays.stream(nodeOf).distinct().count() < nodeOf.length;
  }

  /** The core of a rank on its node, from 0. */
  public int coreOf(int rank) {
    return coreOf[rank];
  }

  /** Links and routes between nodes. */
  public Routes routes() {
    return routes;
  }

  /** Returns a node's name in reports: its coordinates on a torus, otherwise its number. */
  public String nodeName(int node) {
    return shape.length == 0 ? "(" + node + ")" : coordinatesText(node, shape);
  }

  static String coordinatesText(int node, int[] shape) {
    StringBuilder text = new StringBuilder("(");
    int rest = node;
    for (int d = 0; d < shape.length; d++) {
      text.append(d == 0 ? "" : ",").append(rest % shape[d]);
      rest /= shape[d];
    }
    return text.append(')').toString();
  }

  /** A dimension's letter: x, y, z up to three dimensions, a to f beyond. */
  static char letter(int dimension, int dimensions) {
    return (char) ((dimensions <= 3 ? 'x' : 'a') + dimension);
  }
}
