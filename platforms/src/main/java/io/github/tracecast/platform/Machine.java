package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.Rails;
import io.github.tracecast.platform.noise.CoreSharing;
import java.util.BitSet;

/**
 * A platform fitted to a run: the nodes, their network, and the core of each rank. It takes 8 bytes
 * per rank in addition to the platform. Immutable and thread-safe.
 */
public final class Machine {
  private static final int MAX_CORES = 1 << 26;

  private final Platform platform;
  private final int nodes;

  /** The number of nodes that the ranks need. The network was fitted for this number. */
  private final int needed;

  private final int[] shape;
  private final boolean[] wraps;
  private final int[] nodeOf;
  private final int[] coreOf;
  private final Routes routes;
  private final Rails rails;

  /** Number of addresses of a node: sockets times rails (network interfaces). */
  private final int places;

  /**
   * Number of ranks on each node; empty if it is not needed, because all factors on computation are
   * 1 and no core can be shared.
   */
  private final int[] ranksOn;

  private final boolean sharesCores;

  private Machine(Platform platform, Fabric fabric, int needed, int[] nodeOf, int[] coreOf) {
    this.platform = platform;
    this.needed = needed;
    this.nodes = fabric.nodes();
    this.shape = fabric.shape();
    this.wraps = fabric.wraps();
    this.nodeOf = nodeOf;
    this.coreOf = coreOf;
    this.rails = fabric.rails();
    this.places = rails.count() * platform.node().sockets();
    this.routes =
        places == 1 ? fabric.routes() : new RailRoutes(fabric, platform.node().sockets());
    boolean isSlowed = platform.node().slowdown().stream().anyMatch(factor -> factor != 1);
    boolean mayShare = platform.node().cores() > platform.node().physicalCores()
        || platform.node().sharing().load().stream().anyMatch(load -> load > 0);
    this.ranksOn = new int[isSlowed || mayShare ? nodes : 0];
    for (int rank = 0; ranksOn.length > 0 && rank < nodeOf.length; rank++) {
      ranksOn[nodeOf[rank]]++;
    }
    this.sharesCores = mayShare && someRankShares();
    if (sharesCores && platform.mpi().receivesAtArrival()) {
      throw new PlatformException(
          platform.name()
              + ": mpi.receive_overhead_charged: found at-arrival; expected yes or no, because ranks share cores");
    }
  }

  /**
   * Fits a platform to a run. If the default number of ranks per node is too small but the nodes
   * have enough cores, each node hosts as many ranks as needed. Then {@link #ranksPerNode} is
   * larger than the platform's number of ranks per node.
   *
   * @param ranks ranks of the run, at least 1
   * @param mapping the placement of ranks
   * @throws PlatformException if the machine has too few cores for the ranks, or if the mapping
   *     does not fit the machine
   */
  public static Machine fit(Platform platform, int ranks, MappingSpec mapping) {
    if (ranks < 1) {
      throw new PlatformException("ranks: found " + ranks + "; expected at least 1");
    }
    int perNode = platform.node().cores();
    int needed = mapping.nodesFor(ranks, perNode);
    Topology topology = platform.topology();
    Fabric fabric = topology.fit(platform, ranks, needed);
    int nodes = fabric.nodes();
    int enough = Math.ceilDiv(ranks, nodes);
    while (enough < ranks && mapping.nodesFor(ranks, enough) > nodes) {
      enough++; // jobs side by side may leave parts of their last nodes empty
    }
    if (needed > nodes && platform.canHost(enough)) {
      return fit(platform.hosting(enough, "as many as the run needs"), ranks, mapping);
    }
    if (needed > nodes) {
      throw platform.tooManyRanks(ranks, nodes, topology.sizeKey());
    }
    if ((long) nodes * perNode > MAX_CORES) {
      throw new PlatformException(platform.name() + ": " + topology.sizeKey() + ": found "
          + nodes + " nodes for " + perNode + " ranks each; expected nodes for at most "
          + MAX_CORES + " ranks in total");
    }
    if ((long) nodes * fabric.rails().count() * platform.node().sockets() > Integer.MAX_VALUE) {
      throw new PlatformException(platform.name() + ": node.sockets: found "
          + platform.node().sockets() + " sockets on each of " + nodes
          + " nodes; expected fewer sockets, rails or nodes");
    }
    int cores = platform.node().physicalCores();
    if ((long) nodes * platform.node().sharing().groups(cores) > MAX_CORES) {
      throw new PlatformException(platform.name() + ": node.binding: found core on " + nodes
          + " nodes of " + cores + " cores; expected at most " + MAX_CORES + " cores in total");
    }
    Placement placement = Placement.of(mapping, ranks, nodes, platform, fabric.shape());
    return new Machine(platform, fabric, needed, placement.nodeOf, placement.coreOf);
  }

  /** Returns a slower machine with the same placement of ranks. */
  public Machine with(Slower factors) {
    Platform other = factors.platform(platform);
    Fabric fabric = other.topology().fit(other, ranks(), needed);
    return new Machine(other, fabric, needed, nodeOf, coreOf);
  }

  /** Returns the machine's description. */
  public Platform platform() {
    return platform;
  }

  /** Returns the number of ranks of the run. */
  public int ranks() {
    return nodeOf.length;
  }

  /**
   * Returns the number of nodes of the partition, or of the whole machine if it has no partitions.
   * It includes unused nodes.
   */
  public int nodes() {
    return nodes;
  }

  /** Returns the largest number of ranks that a node may host. */
  public int ranksPerNode() {
    return platform.node().cores();
  }

  /** Returns a copy of the number of nodes along each dimension; empty if the machine is not a torus or mesh. */
  public int[] shape() {
    return shape.clone();
  }

  /**
   * Returns, as a copy, whether the rings of each dimension are closed; empty if the machine is not
   * a torus or mesh. Rings of one or two nodes count as open, because no route would use the
   * closing link.
   */
  public boolean[] wraps() {
    return wraps.clone();
  }

  /** Returns the node of a rank. */
  public int nodeOf(int rank) {
    return nodeOf[rank];
  }

  /**
   * Returns the address at which messages of a rank start and end. It encodes node, socket and
   * network interface ({@link RailRoutes}). If nodes have one socket and one interface, it is the
   * number of the node.
   */
  public int addressOf(int rank) {
    if (places == 1) {
      return nodeOf[rank];
    }
    int sockets = platform.node().sockets();
    int socket = (int) ((long) coreOf[rank] * sockets / platform.node().cores());
    int rail = rails.rail(coreOf[rank], socket, sockets);
    return nodeOf[rank] + nodes * (socket * rails.count() + rail);
  }

  /** Whether two addresses are on the same node. */
  public boolean isLocal(int fromAddress, int toAddress) {
    return fromAddress == toAddress || places > 1 && (fromAddress - toAddress) % nodes == 0;
  }

  /** Whether two addresses of a node are on the same socket. */
  public boolean sharesSocket(int fromAddress, int toAddress) {
    return fromAddress == toAddress
        || fromAddress / nodes / rails.count() == toAddress / nodes / rails.count();
  }

  /** Whether any two ranks are on the same node. */
  public boolean sharesNodes() {
    return usedNodes() < nodeOf.length;
  }

  /** Returns the number of nodes with ranks. */
  public int usedNodes() {
    BitSet used = new BitSet(nodes);
    for (int node : nodeOf) {
      used.set(node);
    }
    return used.cardinality();
  }

  /** Returns the core of a rank on its node, from 0. */
  public int coreOf(int rank) {
    return coreOf[rank];
  }

  /** Whether some rank shares its core with other ranks or competing processes. */
  public boolean sharesCores() {
    return sharesCores;
  }

  /** Returns the number of ranks on a node. It is known only on a machine that {@link #sharesCores}. */
  public int ranksOn(int node) {
    return ranksOn[node];
  }

  private boolean someRankShares() {
    CoreSharing sharing = platform.node().sharing();
    int cores = platform.node().physicalCores();
    BitSet taken = new BitSet();
    for (int rank = 0; rank < nodeOf.length; rank++) {
      int group = coreGroupOf(rank);
      boolean crowded = sharing.bound() ? taken.get(group) : ranksOn[nodeOf[rank]] > cores;
      if (crowded || sharing.competing(group, cores) > 0) {
        return true;
      }
      taken.set(group);
    }
    return false;
  }

  /** Returns the cores that a rank may use: its own core if ranks are bound, otherwise its node. Cores are counted over all nodes. */
  public int coreGroupOf(int rank) {
    int groups = platform.node().sharing().groups(platform.node().physicalCores());
    return nodeOf[rank] * groups + coreOf[rank] % groups;
  }

  /** Returns the factor on a rank's computation that results from the shared memory bandwidth of its node. */
  public double slowdownOf(int rank) {
    return ranksOn.length == 0 ? 1 : platform.node().slowdown(ranksOn[nodeOf[rank]]);
  }

  /** Returns the links of the network and the routes between addresses. */
  public Routes routes() {
    return routes;
  }

  /** Whether SimGrid's network has a host in its middle where messages can wait, as in a star. */
  public boolean hasCentre() {
    return platform.topology().hasCentre() && platform.mpi().inTurnLimitBytes() > 0;
  }

  /** Returns a node's name in reports: its coordinates on a torus, otherwise its number. */
  public String nodeName(int node) {
    return shape.length == 0 ? "(" + node + ")" : Grids.coordinates(node, shape);
  }
}
