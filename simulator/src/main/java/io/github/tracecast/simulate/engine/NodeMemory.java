package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Node;
import io.github.tracecast.simulate.Picos;

/**
 * Messages between ranks of one node. They use the node's memory. They do not delay each other or
 * the network's messages.
 */
public final class NodeMemory {
  private NodeMemory() {}

  /**
   * How long a message takes, ps: the memory's latency for its size, and a gap for each byte after
   * the first.
   */
  public static long picos(Node node, long bytes) {
    long following = Math.max(0, bytes - 1);
    return Picos.ofSeconds(
        node.memoryLatency().seconds(bytes) + following / node.memoryBytesPerSecond());
  }
}
