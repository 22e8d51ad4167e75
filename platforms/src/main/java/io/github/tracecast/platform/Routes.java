package io.github.tracecast.platform;

/**
 * The links of a fitted machine, and the links that a message crosses. Links are numbered from 0.
 * They are directed unless their name says otherwise. Some numbers may belong to places without a
 * link, such as beyond a mesh's edge; no route holds them.
 *
 * <p>Routes are computed from the node numbers and never kept in a table of pairs. So memory is
 * that of the machine's description. No method allocates memory except {@link #linkName}. Immutable
 * and thread-safe.
 *
 * <p>A message within a node crosses no link: 0 hops, 0 seconds, infinite bandwidth.
 *
 * <p>Ends are nodes. Where nodes have several sockets or interfaces, they are addresses, see {@link
 * Machine#addressOf}.
 */
public interface Routes {

  /** How many link numbers there are. */
  int linkCount();

  /** A link's name in reports, for example {@code x+ (3,0,1)}: the link that leaves node (3,0,1) along x. */
  String linkName(int link);

  /** What people call links of this kind, such as node, local or global. */
  String linkLevel(int link);

  /** Whether there is a link of this number; beyond a mesh's edge there is none. */
  default boolean exists(int link) {
    return true;
  }

  /** How many interfaces to the network a node has. */
  default int rails() {
    return 1;
  }

  /** Returns a link's raw bandwidth in bytes per second; infinite if unlimited. */
  double linkBytesPerSecond(int link);

  /** A link's latency, in seconds; 0 for links that only share a bandwidth. */
  double linkLatencySeconds(int link);

  /**
   * Returns the number of cables between two nodes. Limits on the traffic of a node or cabinet do
   * not count.
   */
  int hops(int fromNode, int toNode);

  /** Sum of the latencies of a route's links, in seconds. */
  double latencySeconds(int fromNode, int toNode);

  /** Bandwidth of a route's slowest link, in bytes per second. */
  double bandwidthBytesPerSecond(int fromNode, int toNode);

  /**
   * Returns the most links of a route of this machine, which is the length that {@code links} needs
   * below.
   */
  int longestRoute();

  /**
   * Returns how many links at the start of each route are its sender's interface, which sends one
   * message after another. 0 in a torus, where a node sends packets of several messages in turn.
   */
  int ownLinks();

  /**
   * Whether routes depend on the load or differ from message to message. If so, each message asks
   * {@link #route(int, int, Load, int[])} when it starts, and all other methods tell of the route
   * over idle links.
   */
  default boolean adapts() {
    return false;
  }

  /**
   * Returns how many parts of equal size a message is cut into; each takes a route of its own, from
   * {@link #stripe} of the sender's address to that of the receiver's.
   */
  default int stripes(long bytes) {
    return 1;
  }

  /** Whether messages of some size are cut into parts. */
  default boolean cuts() {
    return false;
  }

  /** The address from or to which a part of a message goes. */
  default int stripe(int address, int part) {
    return address;
  }

  /** Bandwidth of the slowest link of a message's routes together, in bytes per second. */
  default double bandwidthBytesPerSecond(int fromNode, int toNode, long bytes) {
    return bandwidthBytesPerSecond(fromNode, toNode);
  }

  /**
   * Writes the links of the route that a message takes which starts now. All routes between two
   * nodes begin with the same own links.
   *
   * @param load what is under way
   * @return how many links the route has
   */
  default int route(int fromNode, int toNode, Load load, int[] links) {
    return route(fromNode, toNode, links);
  }

  /**
   * Writes a route's link numbers in the order in which a message crosses them.
   *
   * @param links at least {@link #longestRoute} long; only the first entries are written
   * @return how many links the route has
   */
  int route(int fromNode, int toNode, int[] links);

  /**
   * The first of the links that only limit what a node sends into the network; the number of links
   * if there is none. Where messages share links as flows, {@link Topology#injectionShare} replaces
   * them.
   */
  default int firstInjectionLink() {
    return linkCount();
  }
}
