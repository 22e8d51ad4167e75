package io.github.tracecast.platform;

/**
 * The links of a fitted machine, and the links that a message crosses. Links are numbered from 0.
 * They are directed unless their name says otherwise. Some numbers belong to no link, such as
 * beyond the edge of a mesh; no route has them.
 *
 * <p>Routes are computed from the node numbers and never kept in a table of pairs. So memory does
 * not grow with the pairs of nodes. No method allocates memory except {@link #linkName}. Immutable
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

  /** The level of a link in words for people, such as node, local or global. */
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
   * Returns the number of links at the start of each route that belong to the sender's interface,
   * which sends one message after another. It is 0 in a torus, where a node sends packets of
   * several messages in turn.
   */
  int ownLinks();

  /**
   * Whether routes depend on the load or differ from message to message. If so, each message has
   * the route of {@link #route(int, int, Load, int[])} at its start, and all other methods assume
   * idle links.
   */
  default boolean adapts() {
    return false;
  }

  /**
   * Returns the number of equal parts that a message is cut into. Each part has its own route,
   * between the {@link #stripe} of the sender's and of the receiver's address.
   */
  default int stripes(long bytes) {
    return 1;
  }

  /** Whether messages of some size are cut into parts. */
  default boolean cuts() {
    return false;
  }

  /** The address of the interface that sends or receives a part of a message. */
  default int stripe(int address, int part) {
    return address;
  }

  /** Bandwidth of the slowest link of a message's routes together, in bytes per second. */
  default double bandwidthBytesPerSecond(int fromNode, int toNode, long bytes) {
    return bandwidthBytesPerSecond(fromNode, toNode);
  }

  /**
   * Writes the links on the route of a message that starts now. All routes between two nodes begin
   * with the same own links.
   *
   * @param load the bytes under way on each link
   * @return how many links the route has
   */
  default int route(int fromNode, int toNode, Load load, int[] links) {
    return route(fromNode, toNode, links);
  }

  /**
   * Writes the numbers of a route's links, in the order from sender to receiver.
   *
   * @param links at least {@link #longestRoute} long; only the first entries are written
   * @return how many links the route has
   */
  int route(int fromNode, int toNode, int[] links);

  /**
   * The first link that only limits the bytes from a node into the network; the number of links if
   * there is none. Where messages share links as flows, {@link Topology#injectionShare} replaces
   * them.
   */
  default int firstInjectionLink() {
    return linkCount();
  }
}
