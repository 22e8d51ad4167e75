package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Fabric;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A fat tree in SimGrid's convention. Entry i of each list describes the links between level i and
 * level i + 1. Level 0 consists of the nodes.
 *
 * @param levels levels of switches
 * @param down children of a switch of level i + 1
 * @param up parents of a node or switch of level i
 * @param parallel cables between a parent and a child
 * @param linkBytesPerSecond bandwidth of a cable, each direction on its own
 * @param linkLatencySeconds latency of a cable with the switch at its end
 */
public record FatTree(
    int levels,
    List<Integer> down,
    List<Integer> up,
    List<Integer> parallel,
    double linkBytesPerSecond,
    double linkLatencySeconds)
    implements Topology {
  static final TopologyType TYPE = new TopologyType("fat-tree", FatTree::keys, FatTree::read);

  /** The most switches and cables per node, because each takes memory. */
  private static final int CABLES_PER_NODE = 16;

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

  private static void keys(Keys keys) {
    keys.need("network.down", Kind.COUNTS);
    keys.need("network.up", Kind.COUNTS);
    keys.need("network.parallel", Kind.COUNTS);
    keys.need("network.link_bandwidth", Kind.BANDWIDTH);
    keys.need("network.link_latency", Kind.TIME);
  }

  private static Topology read(Figures figures) {
    List<Integer> down = figures.list("network.down");
    List<Integer> up = figures.list("network.up");
    List<Integer> parallel = figures.list("network.parallel");
    for (String key : List.of("network.up", "network.parallel")) {
      if (figures.list(key).size() != down.size()) {
        throw figures.refuse(key, down.size() + " entries, one per level, as in network.down");
      }
    }
    double nodes = down.stream().mapToDouble(Integer::doubleValue).reduce(1, (a, b) -> a * b);
    if (nodes > MAX_NODES) {
      throw figures.refuse("network.down", "a product of at most " + MAX_NODES + " nodes");
    }
    double most = Math.max(1 << 20, CABLES_PER_NODE * nodes);
    double cables = 0;
    double members = nodes;
    for (int level = 0; level < down.size(); level++) {
      cables += members * up.get(level) * parallel.get(level);
      members = members / down.get(level) * up.get(level);
      if (cables > most || members > most) {
        throw figures.refuse(
            "network.up", String.format(Locale.ROOT, "at most %.0f switches and cables", most));
      }
    }
    return new FatTree(
        down.size(),
        down,
        up,
        parallel,
        figures.number("network.link_bandwidth"),
        figures.number("network.link_latency"));
  }

  /** Nodes below the tree: the product of {@code down}. */
  public int nodes() {
    return down.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
  }

  @Override
  public String sizeKey() {
    return "network.down";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    return new Fabric(nodes(), new FatTreeRoutes(this));
  }

  @Override
  public void writeZones(Machine machine, SimGridZones zones) {
    String parameters = levels + ";" + joined(down) + ";" + joined(up) + ";" + joined(parallel);
    zones.cluster(
        "machine",
        0,
        machine.nodes(),
        linkBytesPerSecond,
        linkLatencySeconds,
        " topology=\"FAT_TREE\" topo_parameters=\"" + parameters + "\"");
  }

  private static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
