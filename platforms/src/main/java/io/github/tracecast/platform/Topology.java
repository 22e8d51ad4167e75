package io.github.tracecast.platform;

import java.util.List;

/**
 * The network that connects the nodes of a machine. Bandwidths are bytes per second, latencies
 * seconds.
 */
public sealed interface Topology {

  /** The most nodes of a machine. Larger descriptions are refused. */
  int MAX_NODES = 1 << 24;

  /**
   * A torus or mesh of one to six dimensions. Messages cross one dimension after another.
   *
   * @param shape nodes along each dimension; empty: fitted to the run by {@code partitions}
   * @param wrap whether rings are closed
   * @param linkBytesPerSecond raw bandwidth of a link, each direction on its own
   * @param hopLatencySeconds latency of one hop
   * @param injectionBytesPerSecond limit on the bytes per second that all ranks of a node together
   *     send into the network; infinite if unlimited
   * @param partitions the blocks that may be used
   */
  record Torus(
      List<Integer> shape,
      Wrap wrap,
      double linkBytesPerSecond,
      double hopLatencySeconds,
      double injectionBytesPerSecond,
      PartitionRules partitions)
      implements Topology {
    /** Copies the shape. */
    public Torus {
      shape = List.copyOf(shape);
    }
  }

  /**
   * Hosts in cabinets, each cabinet with an up-link to a backbone that is never the bottleneck.
   *
   * <p>Both directions of a link share its limiter, like a half-duplex part of a full-duplex link.
   * A limiter has no latency.
   *
   * @param hostsPerCabinet hosts in each cabinet
   * @param hostLinkBytesPerSecond a host's link, each direction on its own
   * @param hostLinkLatencySeconds latency of a host's link
   * @param hostLimiterBytesPerSecond limit on both directions of a host's link together; infinite
   *     where there is none
   * @param uplinkBytesPerSecond a cabinet's link, each direction on its own
   * @param uplinkLatencySeconds latency of a cabinet's link
   * @param uplinkLimiterBytesPerSecond limit on both directions of a cabinet's link together;
   *     infinite where there is none
   */
  record Cabinets(
      List<Integer> hostsPerCabinet,
      double hostLinkBytesPerSecond,
      double hostLinkLatencySeconds,
      double hostLimiterBytesPerSecond,
      double uplinkBytesPerSecond,
      double uplinkLatencySeconds,
      double uplinkLimiterBytesPerSecond)
      implements Topology {
    /** Copies the counts. */
    public Cabinets {
      hostsPerCabinet = List.copyOf(hostsPerCabinet);
    }

    /** Hosts in all cabinets. */
    public int hosts() {
      return hostsPerCabinet.stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * All nodes at one switch.
   *
   * @param nodes nodes of the machine; 0: as many as the run needs
   * @param linkBytesPerSecond a node's link, each direction on its own; infinite if unlimited
   * @param linkLatencySeconds latency of a node's link; a message crosses two
   * @param backboneBytesPerSecond bandwidth that all messages share inside the switch; infinite if
   *     the switch is no bottleneck
   * @param backboneLatencySeconds latency of the switch
   */
  record Star(
      int nodes,
      double linkBytesPerSecond,
      double linkLatencySeconds,
      double backboneBytesPerSecond,
      double backboneLatencySeconds)
      implements Topology {
    /** Whether no message is slowed down by its size or by other messages. */
    public boolean isEndless() {
      return linkBytesPerSecond == Double.POSITIVE_INFINITY
          && backboneBytesPerSecond == Double.POSITIVE_INFINITY;
    }
  }

  /**
   * A fat tree in SimGrid's convention. Entry i of each list describes the links between level i
   * and level i + 1. Level 0 consists of the nodes.
   *
   * @param levels levels of switches
   * @param down children of a switch of level i + 1
   * @param up parents of a node or switch of level i
   * @param parallel cables between a parent and a child
   * @param linkBytesPerSecond bandwidth of a cable, each direction on its own
   * @param linkLatencySeconds latency of a cable with the switch at its end
   */
  record FatTree(
      int levels,
      List<Integer> down,
      List<Integer> up,
      List<Integer> parallel,
      double linkBytesPerSecond,
      double linkLatencySeconds)
      implements Topology {
    /** Copies the lists, which have one entry per level. */
    public FatTree {
      down = List.copyOf(down);
      up = List.copyOf(up);
      parallel = List.copyOf(parallel);
      if (down.size() != levels || up.size() != levels || parallel.size() != levels) {
        throw new IllegalArgumentException("found " + down + ", " + up + ", " + parallel
            + "; expected " + levels + " entries in each");
      }
    }

    /** Nodes below the tree: the product of {@code down}. */
    public int nodes() {
      return down.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
    }
  }
}
