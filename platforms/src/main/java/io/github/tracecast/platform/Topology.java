package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.NodeSlots;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The network that connects the nodes of a machine. Each topology is one class, with its keys in
 * machine files, their checks, and its SimGrid zone. {@code Topologies} lists all topologies.
 *
 * <p>Bandwidths are in bytes per second, latencies in seconds.
 */
public interface Topology {

  /** The largest number of nodes of a machine. Larger machines are refused. */
  int MAX_NODES = 1 << 24;

  /** The key in machine files that sets the number of nodes. */
  String sizeKey();

  /**
   * Chooses the nodes of a machine for a run.
   *
   * @param platform the machine's description
   * @param ranks number of ranks of the run
   * @param needed number of nodes that the ranks need
   */
  Fabric fit(Platform platform, int ranks, int needed);

  /**
   * Returns the number of nodes of the whole machine, of which a run may use a part; empty if the
   * machine always has as many nodes as the run needs.
   */
  default OptionalInt wholeMachine(Platform platform) {
    return OptionalInt.of(fit(platform, 1, 1).nodes());
  }

  /** Returns the order of node numbers by group and switch, for tables of nodes. */
  default NodeSlots slots() {
    return NodeSlots.NONE;
  }

  /** Whether bandwidth is unlimited, so that neither size nor other messages change a message's time. */
  default boolean isEndless() {
    return false;
  }

  /** Returns the share of a link's bandwidth, 0 to 1, that a node's injection limit allows for a single message. */
  default double injectionShare() {
    return 1;
  }

  /** Whether SimGrid's zone has a host in its middle, where messages wait if they take turns on links. */
  default boolean hasCentre() {
    return false;
  }

  /** Returns the number of a node's host in SimGrid's zone. */
  default int simGridHost(Machine machine, int node) {
    return node;
  }

  /**
   * Returns the property that no zone of SimGrid can express, as text after "found" in an error;
   * empty if SimGrid can express this topology.
   */
  default Optional<String> beyondSimGrid() {
    return Optional.empty();
  }

  /** Writes the zones of the machine for SimGrid. Not called if the topology is {@link #beyondSimGrid}. */
  void writeZones(Machine machine, SimGridZones zones);
}
