package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Node;
import io.github.tracecast.simulate.Picos;

/**
 * The times of messages within a node. Each such message is a copy in the node's memory. Copies do
 * not delay each other or the messages on the network.
 */
public final class NodeMemory {
  private NodeMemory() {}

  /** The time of a message in ps: the memory's latency for its size, and a gap for each byte after the first. */
  public static long picos(Machine machine, int from, int to, long bytes) {
    long following = Math.max(0, bytes - 1);
    return Picos.ofSeconds(
        latencySeconds(machine, from, to, bytes) + following / bandwidth(machine, from, to));
  }

  /** The latency, in seconds, of a message within a node; it does not depend on the bandwidth. */
  public static double latencySeconds(Machine machine, int from, int to, long bytes) {
    Node node = machine.platform().node();
    return machine.sharesSocket(from, to)
        ? node.memoryLatency().seconds(bytes)
        : node.otherSocketLatency().seconds(bytes);
  }

  private static double bandwidth(Machine machine, int from, int to) {
    Node node = machine.platform().node();
    return machine.sharesSocket(from, to)
        ? node.memoryBytesPerSecond()
        : node.otherSocketBytesPerSecond();
  }
}
