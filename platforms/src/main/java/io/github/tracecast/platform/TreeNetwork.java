package io.github.tracecast.platform;

/**
 * A separate network for collectives: a tree over the nodes of the partition.
 *
 * @param linkBytesPerSecond raw bandwidth of a tree link
 * @param hopLatencySeconds latency of one level of the tree
 * @param arity children of a tree node, at least 2
 * @param packets the division of messages into packets on the tree
 * @param reducePasses times that a floating-point reduction runs over the tree, at least 1
 * @param integerReducePasses times that an integer reduction runs over the tree, at least 1
 */
public record TreeNetwork(
    double linkBytesPerSecond,
    double hopLatencySeconds,
    int arity,
    Packets packets,
    int reducePasses,
    int integerReducePasses) {

  /** Seconds from the root to the farthest of this many nodes: one hop a level, 0 for one node. */
  public double oneWaySeconds(int nodes) {
    return hopLatencySeconds * levels(nodes);
  }

  /** Levels of a tree over this many nodes: the logarithm to the base {@code arity}, rounded up. */
  public int levels(int nodes) {
    int levels = 0;
    for (long reach = 1; reach < nodes; reach *= arity) {
      levels++;
    }
    return levels;
  }

  /** Bandwidth of full packets, in bytes of payload per second. */
  public double payloadBytesPerSecond() {
    return linkBytesPerSecond * packets.payloadBytes() / packets.wireBytes(packets.payloadBytes());
  }
}
