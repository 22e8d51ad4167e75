package io.github.tracecast.platform;

import java.util.List;

/** How the nodes of a machine are wired. Bandwidths are bytes per second, latencies seconds. */
public sealed interface Topology {

  /** Most nodes that a machine may have; larger descriptions are refused. */
  int MAX_NODES = 1 << 24;

  /**
   * A torus or mesh of one to six dimensions, routed dimension by dimension.
   *
   * @param shape nodes along each dimension; empty: fitted to the run by {@code partitions}
   * @param wrap whether rings are closed
   * @param linkBytesPerSecond raw bandwidth of a link, each direction on its own
   * @param hopLatencySeconds latency of one hop
   * @param injectionBytesPerSecond what all ranks of a node together put into the network;
   *     infinite where nothing limits it
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
   * <p>A limiter is shared by both directions of its link, as a half-duplex part of a full-duplex
   * link; it has no latency.
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
   * Every node on one switch.
   *
   * @param nodes nodes of the machine; 0: as many as the run needs
   * @param linkBytesPerSecond a node's link, each direction on its own; infinite where it limits
   *     nothing
   * @param linkLatencySeconds latency of a node's link; a message crosses two
   * @param backboneBytesPerSecond what all messages share inside the switch; infinite where the
   *     switch is no bottleneck
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
   * A fat tree in SimGrid's convention: entry i of each list is about the links between level i
   * (level 0: the nodes) and level i + 1.
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
    /** Copies the lists, which have one entry a level. */
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
