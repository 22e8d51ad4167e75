package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.NodeSlots;
import java.util.Optional;

/**
 * The network that connects the nodes of a machine. Each topology is one class, with its keys in
 * machine files, their checks, and its SimGrid zone. {@code Topologies} lists them.
 *
 * <p>Bandwidths are bytes per second, latencies seconds.
 */
public interface Topology {

  /** The most nodes of a machine. Larger descriptions are refused. */
  int MAX_NODES = 1 << 24;

  /** The key that users change for more nodes. */
  String sizeKey();

  /**
   * Chooses the nodes for a run.
   *
   * @param platform the machine's description
   * @param ranks ranks of the run
   * @param needed number of nodes for the ranks
   */
  Fabric fit(Platform platform, int ranks, int needed);

  /** How nodes are numbered, for tables of their groups and switches. */
  default NodeSlots slots() {
    return NodeSlots.NONE;
  }

  /** Whether no message is slowed down by its size or by other messages. */
  default boolean isEndless() {
    return false;
  }

  /** The share of a link's bandwidth that a node's injection limit leaves to a single message, 0 to 1. */
  default double injectionShare() {
    return 1;
  }

  /** Whether SimGrid's zone has a host in its middle, for messages that cross one link after another. */
  default boolean hasCentre() {
    return false;
  }

  /** The number of a node's host in SimGrid's zone. */
  default int simGridHost(Machine machine, int node) {
    return node;
  }

  /**
   * What no zone of SimGrid can express, as the words after "found"; empty if SimGrid can have this
   * topology.
   */
  default Optional<String> beyondSimGrid() {
    return Optional.empty();
  }

  /** Writes the machine as SimGrid's zones, unless it is {@link #beyondSimGrid}. */
  void writeZones(Machine machine, SimGridZones zones);
}
