package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Grids;

/**
 * Routes in a fat tree, equal to those of SimGrid's fat-tree zone. Upwards, the destination's
 * number modulo the number of ports selects the port (d-mod-k). Downwards, the source's number
 * selects one of several parallel cables.
 *
 * <p>A node or switch of level l is identified by its position, a number in a mixed radix with the
 * lowest digit first. Digit i of level l is the number of a parent (radix up[i]) if {@code i < l},
 * and otherwise the number of a child (radix down[i]). A cable is identified by its lower end and
 * the upward port at this end. Link 2c is cable c upwards, link 2c + 1 is cable c downwards.
 */
final class FatTreeRoutes implements Paths {
  private final int levels;
  private final int[] down;
  private final int[] up;
  private final int[] parallel;
  private final int[] downProduct; // nodes below a switch of level l
  private final int[] upProduct;
  private final int[] cableBase; // first cable of level l's upward ports
  private final double[] linkBytesPerSecond;
  private final double[] linkLatencySeconds;

  /** For each level, the latency and the bandwidth of a route whose highest switch is on this level. */
  private final double[] routeSeconds;

  private final double[] routeBytesPerSecond;
  private final PathSpread spread;

  FatTreeRoutes(FatTree tree) {
    levels = tree.levels();
    down = Grids.array(tree.down());
    up = Grids.array(tree.up());
    parallel = Grids.array(tree.parallel());
    linkBytesPerSecond =
        tree.linkBytesPerSecond().stream().mapToDouble(Double::doubleValue).toArray();
    linkLatencySeconds =
        tree.linkLatencySeconds().stream().mapToDouble(Double::doubleValue).toArray();
    spread = tree.routing().spread();
    boolean alike = tree.linkLatencySeconds().stream().distinct().count() == 1;
    routeSeconds = new double[levels + 1];
    routeBytesPerSecond = new double[levels + 1];
    routeBytesPerSecond[0] = Double.POSITIVE_INFINITY;
    for (int level = 0; level < levels; level++) {
      routeSeconds[level + 1] = alike // rounds only once, not at every level
          ? 2 * (level + 1) * linkLatencySeconds[0]
          : routeSeconds[level] + 2 * linkLatencySeconds[level];
      routeBytesPerSecond[level + 1] =
          Math.min(routeBytesPerSecond[level], linkBytesPerSecond[level]);
    }
    downProduct = products(down);
    upProduct = products(up);
    cableBase = new int[levels + 1];
    for (int level = 0; level < levels; level++) {
      int members = Math.multiplyExact(upProduct[level], downProduct[levels] / downProduct[level]);
      int ports = Math.multiplyExact(up[level], parallel[level]);
      cableBase[level + 1] = Math.addExact(cableBase[level], Math.multiplyExact(members, ports));
    }
  }

  private static int[] products(int[] factors) {
    int[] products = new int[factors.length + 1];
    products[0] = 1;
    for (int i = 0; i < factors.length; i++) {
      products[i + 1] = Math.multiplyExact(products[i], factors[i]);
    }
    return products;
  }

  @Override
  public int linkCount() {
    return 2 * cableBase[levels];
  }

  @Override
  public String linkName(int link) {
    int cable = link / 2;
    int level = level(link);
    int ports = up[level] * parallel[level];
    int member = (cable - cableBase[level]) / ports;
    int port = (cable - cableBase[level]) % ports;
    String lower = level == 0 ? "node " : "switch " + level + ".";
    return (link % 2 == 0 ? "up " : "down ") + "(" + lower + member + ", port " + port + ")";
  }

  @Override
  public String linkLevel(int link) {
    int level = level(link);
    return level == 0 ? "node" : "level " + level;
  }

  private int level(int link) {
    int level = 0;
    while (link / 2 >= cableBase[level + 1]) {
      level++;
    }
    return level;
  }

  @Override
  public double linkBytesPerSecond(int link) {
    return linkBytesPerSecond[level(link)];
  }

  @Override
  public double linkLatencySeconds(int link) {
    return linkLatencySeconds[level(link)];
  }

  @Override
  public int endpoints() {
    return downProduct[levels];
  }

  @Override
  public int middles() {
    return 0;
  }

  @Override
  public int detour(int from, int to, int middle, int key, int[] links) {
    throw new UnsupportedOperationException("a tree has no detours");
  }

  @Override
  public int standardKey(int from, int to) {
    return spread.key(from, to);
  }

  @Override
  public int hops(int fromNode, int toNode) {
    int level = 0;
    while (fromNode / downProduct[level] != toNode / downProduct[level]) {
      level++;
    }
    return 2 * level;
  }

  @Override
  public double latencySeconds(int fromNode, int toNode) {
    return routeSeconds[hops(fromNode, toNode) / 2];
  }

  @Override
  public double bandwidthBytesPerSecond(int fromNode, int toNode) {
    return routeBytesPerSecond[hops(fromNode, toNode) / 2];
  }

  @Override
  public int switches() {
    int switches = 0;
    for (int level = 1; level <= levels; level++) {
      switches += upProduct[level] * (downProduct[levels] / downProduct[level]);
    }
    return switches;
  }

  @Override
  public int longestRoute() {
    return 2 * levels;
  }

  @Override
  public int ownLinks() {
    return 1;
  }

  @Override
  public int route(int fromNode, int toNode, int key, int[] links) {
    int top = hops(fromNode, toNode) / 2;
    int count = 0;
    int position = fromNode;
    for (int level = 0; level < top; level++) {
      int port = key / upProduct[level] % (up[level] * parallel[level]);
      links[count++] = 2 * cable(level, position, port);
      int low = position % upProduct[level];
      int high = position / upProduct[level] / down[level];
      position = low + upProduct[level] * (port % up[level] + up[level] * high);
    }
    int scan = -1; // where SimGrid's search of downward ports continues; -1: at the start
    for (int level = top - 1; level >= 0; level--) {
      int child = toNode / downProduct[level] % down[level];
      int start = scan >= 0 ? scan : fromNode % parallel[level] * down[level];
      int found = start + Math.floorMod(child - start, down[level]);
      if (found >= down[level] * parallel[level]) {
        start = fromNode % parallel[level] * down[level];
        found = start + child;
      }
      int low = position % upProduct[level];
      int rest = position / upProduct[level];
      position = low + upProduct[level] * (child + down[level] * (rest / up[level]));
      int port = rest % up[level] + found / down[level] * up[level];
      links[count++] = 2 * cable(level, position, port) + 1;
      scan = found + 1;
    }
    return count;
  }

  private int cable(int level, int member, int port) {
    return cableBase[level] + member * (up[level] * parallel[level]) + port;
  }
}
