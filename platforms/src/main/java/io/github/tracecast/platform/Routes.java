package io.github.tracecast.platform;

/**
 * The links of a fitted machine and which of them a message crosses. Links are numbered from 0 and
 * directed, unless their name says otherwise; a number may belong to a place where this machine
 * has no link (beyond a mesh's edge), and then no route holds it.
 *
 * <p>Routes are worked out from the node numbers, never kept in a table of pairs: memory is that of
 * the machine's description, and no method allocates except {@link #linkName}. Immutable; any
 * number of threads.
 *
 * <p>A message within a node crosses no link: 0 hops, 0 seconds, infinite bandwidth.
 */
public sealed interface Routes permits TorusRoutes, CabinetRoutes, StarRoutes, FatTreeRoutes {

  /** How many link numbers there are. */
  int linkCount();

  /** A link's name in reports, for example {@code x+ (3,0,1)}: the link that leaves node (3,0,1) along x. */
  String linkName(int link);

  /** A link's raw bandwidth, in bytes per second; infinite where it limits nothing. */
  double linkBytesPerSecond(int link);

  /** A link's latency, in seconds; 0 for links that only share a bandwidth. */
  double linkLatencySeconds(int link);

  /** Whether both directions share this link (a limiter), or all messages do (a backbone). */
  boolean linkIsShared(int link);

  /** Cables between two nodes; limits on a node's or cabinet's traffic are none. */
  int hops(int fromNode, int toNode);

  /** Sum of the latencies of a route's links, in seconds. */
  double latencySeconds(int fromNode, int toNode);

  /** Bandwidth of a route's slowest link, in bytes per second. */
  double bandwidthBytesPerSecond(int fromNode, int toNode);

  /**
   * The bandwidth that all that a node sends and receives shares, in bytes per second; infinite where
   * each direction has a bandwidth of its own.
   */
  default double bothWaysBytesPerSecond() {
    return Double.POSITIVE_INFINITY;
  }

  /** Most links that a route of this machine has: the length that {@code links} needs below. */
  int longestRoute();

  /**
   * Writes a route's link numbers in the order in which a message crosses them.
   *
   * @param links at least {@link #longestRoute} long; only the first entries are written
   * @return how many links the route has
   */
  int route(int fromNode, int toNode, int[] links);
}
