package io.github.tracecast.platform;

/**
 * A separate network for collectives: a tree over the nodes of the partition.
 *
 * @param linkBytesPerSecond raw bandwidth of a tree link
 * @param hopLatencySeconds latency of one level of the tree
 * @param arity number of children of a tree node, at least 2
 * @param packets the division of messages into packets on the tree
 * @param reducePasses number of passes of a floating-point reduction over the tree, at least 1
 * @param integerReducePasses number of passes of an integer reduction over the tree, at least 1
 */
public record TreeNetwork(
    double linkBytesPerSecond,
    double hopLatencySeconds,
    int arity,
    Packets packets,
    int reducePasses,
    int integerReducePasses) {

  /**
   * Returns the latency in seconds from the root to the farthest of {@code nodes} nodes: one hop
   * for each level, 0 for one node.
   */
  public double oneWaySeconds(int nodes) {
    return hopLatencySeconds * levels(nodes);
  }

  /**
   * Returns the number of levels of a tree over {@code nodes} nodes: the logarithm to the base
   * {@code arity}, rounded up.
   */
  public int levels(int nodes) {
    int levels = 0;
    for (long reach = 1; reach < nodes; reach *= arity) {
      levels++;
    }
    return levels;
  }

  /** Returns the bandwidth of the payload in full packets, in bytes per second. */
  public double payloadBytesPerSecond() {
    return linkBytesPerSecond * packets.payloadBytes() / packets.wireBytes(packets.payloadBytes());
  }
}
