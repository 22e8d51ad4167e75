package io.github.tracecast.platform;

/**
 * The links of a fitted machine, and the route of each message over them. Links are numbered from
 * 0. They are directed unless their name says otherwise. Some numbers belong to no link, for
 * example beyond the edge of a mesh; no route contains them.
 *
 * <p>Routes are computed from the node numbers, so memory does not grow with the number of pairs of
 * nodes. No method allocates memory except {@link #linkName}. Immutable and thread-safe.
 *
 * <p>A message within a node crosses no link: 0 hops, 0 seconds, infinite bandwidth.
 *
 * <p>A route leads from one node to another. If nodes have several sockets or interfaces, it leads
 * from one address to another, see {@link Machine#addressOf}.
 */
public interface Routes {

  /** Returns one more than the largest possible link number. Some numbers may have no link, see {@link #exists}. */
  int linkCount();

  /**
   * Returns a link's name in reports, for example {@code x+ (3,0,1)} for the link that leaves node
   * (3,0,1) in positive x direction.
   */
  String linkName(int link);

  /** Returns the name of a link's level in reports, such as node, local or global. */
  String linkLevel(int link);

  /** Whether a link has this number. At the edge of a mesh, some numbers have no link. */
  default boolean exists(int link) {
    return true;
  }

  /** Whether a link number belongs to one direction of a cable, and not to a limit that several cables share. */
  default boolean isCable(int link) {
    return exists(link) && link < firstInjectionLink();
  }

  /** Returns the number of switches, without the routers inside the nodes of a torus. */
  default int switches() {
    return 0;
  }

  /** Returns the number of network interfaces of a node. */
  default int rails() {
    return 1;
  }

  /** Returns a link's raw bandwidth in bytes per second; infinite if unlimited. */
  double linkBytesPerSecond(int link);

  /** Returns a link's latency in seconds; 0 for a limit that only shares a bandwidth. */
  double linkLatencySeconds(int link);

  /** Returns the number of cables between two nodes. Limits on the traffic of a node or cabinet do not count. */
  int hops(int fromNode, int toNode);

  /** Returns the sum of the latencies of a route's links, in seconds. */
  double latencySeconds(int fromNode, int toNode);

  /** Returns the bandwidth of a route's slowest link, in bytes per second. */
  double bandwidthBytesPerSecond(int fromNode, int toNode);

  /**
   * Returns the largest number of links of a route, which is the minimum length of the arrays
   * {@code links} of {@link #route(int, int, int[])}.
   */
  int longestRoute();

  /**
   * Returns how many links at the start of each route belong to the sender's interface, which sends
   * one message after another. It is 0 in a torus, where a node sends packets of several messages
   * in turn.
   */
  int ownLinks();

  /**
   * Whether routes are adaptive or random, so that they depend on the load or the message. If so,
   * each message takes the route that {@link #route(int, int, Load, int[])} returns at its start,
   * and all other methods assume idle links.
   */
  default boolean adapts() {
    return false;
  }

  /**
   * Returns the number of equal parts into which a message is split. Part i has its own route, from
   * {@link #stripe} i of the sender's address to stripe i of the receiver's.
   */
  default int stripes(long bytes) {
    return 1;
  }

  /** Whether messages of some size are split into parts. */
  default boolean cuts() {
    return false;
  }

  /** Returns the address of the interface that sends or receives a part of a message. */
  default int stripe(int address, int part) {
    return address;
  }

  /**
   * Returns the bandwidth of a message in bytes per second, which is the sum of the bandwidths of
   * the slowest links of its routes.
   */
  default double bandwidthBytesPerSecond(int fromNode, int toNode, long bytes) {
    return bandwidthBytesPerSecond(fromNode, toNode);
  }

  /**
   * Writes the links on the route of a message that starts now. All routes between two nodes begin
   * with the same {@link #ownLinks}.
   *
   * @param load the load of each link
   * @return the number of links of the route
   */
  default int route(int fromNode, int toNode, Load load, int[] links) {
    return route(fromNode, toNode, links);
  }

  /**
   * Writes the numbers of a route's links, from sender to receiver.
   *
   * @param links at least {@link #longestRoute} long; only the first entries are written
   * @return the number of links of the route
   */
  int route(int fromNode, int toNode, int[] links);

  /**
   * Returns the number of the first injection limit, or the number of links if there are none. An
   * injection limit is a link that only limits the bandwidth from a node into the network. If
   * messages share links as flows, {@link Topology#injectionShare} replaces these limits.
   */
  default int firstInjectionLink() {
    return linkCount();
  }
}
