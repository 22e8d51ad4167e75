package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Grids;

/**
 * Dimension-ordered routes on a torus or mesh, equal to those of SimGrid's torus zone. A message
 * crosses the first dimension first. It goes round each ring in the shorter direction. If both
 * directions have the same length, a message goes upwards, except from the middle of a ring to
 * coordinate 0, where it goes downwards. A torus that splits ties sends messages from odd
 * coordinates downwards.
 *
 * <p>With D dimensions, link 2 * D * node + 2 * d leaves the node upwards along dimension d, and
 * the next link leaves it downwards. These links are followed by the links of the nodes'
 * interfaces, and then by their injection limits. Detours pass through a third node.
 */
final class TorusRoutes implements Paths {
  private final int[] shape;
  private final boolean[] wraps;
  private final int nodes;
  private final int interfaceBase;
  private final int injectionBase;
  private final double linkBytesPerSecond;
  private final double hopLatencySeconds;
  private final double injectionBytesPerSecond;
  private final double interfaceBytesPerSecond;
  private final boolean interfaced;
  private final boolean limited;
  private final boolean splitsTies;
  private final boolean detours;

  TorusRoutes(Torus torus, int[] shape, boolean[] wraps) {
    this.shape = shape.clone();
    this.wraps = wraps.clone();
    this.nodes = Grids.product(shape);
    this.interfaceBytesPerSecond = torus.interfaceBytesPerSecond();
    this.interfaced = interfaceBytesPerSecond < Double.POSITIVE_INFINITY;
    this.interfaceBase = Math.multiplyExact(2 * shape.length, nodes);
    this.injectionBase = Math.addExact(interfaceBase, interfaced ? nodes : 0);
    this.linkBytesPerSecond = torus.linkBytesPerSecond();
    this.hopLatencySeconds = torus.hopLatencySeconds();
    this.injectionBytesPerSecond = torus.injectionBytesPerSecond();
    this.splitsTies = torus.splitsTies();
    this.detours = torus.routing().adapts();
    this.limited = injectionBytesPerSecond < Double.POSITIVE_INFINITY;
  }

  @Override
  public int linkCount() {
    return limited ? Math.addExact(injectionBase, nodes) : injectionBase;
  }

  @Override
  public int firstInjectionLink() {
    return injectionBase;
  }

  @Override
  public String linkName(int link) {
    if (link >= injectionBase) {
      return "injection " + Grids.coordinates(link - injectionBase, shape);
    }
    if (link >= interfaceBase) {
      return "interface " + Grids.coordinates(link - interfaceBase, shape);
    }
    int perNode = 2 * shape.length;
    int way = link % perNode;
    return Grids.letter(way / 2, shape.length)
        + (way % 2 == 0 ? "+ " : "- ")
        + Grids.coordinates(link / perNode, shape);
  }

  @Override
  public boolean exists(int link) {
    if (link >= interfaceBase) {
      return true;
    }
    int way = link % (2 * shape.length);
    int d = way / 2;
    int at = link / (2 * shape.length);
    for (int lower = 0; lower < d; lower++) {
      at /= shape[lower];
    }
    return wraps[d] || at % shape[d] != (way % 2 == 0 ? shape[d] - 1 : 0);
  }

  @Override
  public boolean isCable(int link) {
    return link < interfaceBase && exists(link);
  }

  @Override
  public String linkLevel(int link) {
    if (link >= interfaceBase) {
      return link >= injectionBase ? "injection" : "interface";
    }
    return "dimension " + Grids.letter(link % (2 * shape.length) / 2, shape.length);
  }

  @Override
  public double linkBytesPerSecond(int link) {
    return link >= injectionBase
        ? injectionBytesPerSecond
        : link >= interfaceBase ? interfaceBytesPerSecond : linkBytesPerSecond;
  }

  @Override
  public double linkLatencySeconds(int link) {
    return link >= interfaceBase ? 0 : hopLatencySeconds;
  }

  @Override
  public int hops(int fromNode, int toNode) {
    int hops = 0;
    int from = fromNode;
    int to = toNode;
    for (int d = 0; d < shape.length; d++) {
      int size = shape[d];
      hops += Math.abs(steps(d, from % size, to % size));
      from /= size;
      to /= size;
    }
    return hops;
  }

  @Override
  public double latencySeconds(int fromNode, int toNode) {
    return hops(fromNode, toNode) * hopLatencySeconds;
  }

  @Override
  public double bandwidthBytesPerSecond(int fromNode, int toNode) {
    if (fromNode == toNode) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.min(linkBytesPerSecond, Math.min(injectionBytesPerSecond, interfaceBytesPerSecond));
  }

  @Override
  public int longestRoute() {
    int longest = 0;
    for (int d = 0; d < shape.length; d++) {
      longest += wraps[d] ? shape[d] / 2 : shape[d] - 1;
    }
    return fixedFirst() + fixedLast() + (detours ? 2 * longest : longest);
  }

  @Override
  public int ownLinks() {
    return 0;
  }

  @Override
  public int endpoints() {
    return nodes;
  }

  @Override
  public int middles() {
    return nodes;
  }

  @Override
  public int fixedFirst() {
    return (limited ? 1 : 0) + (interfaced ? 1 : 0);
  }

  @Override
  public int fixedLast() {
    return interfaced ? 1 : 0;
  }

  @Override
  public int standardKey(int from, int to) {
    return 0;
  }

  @Override
  public int route(int from, int to, int key, int[] links) {
    return from == to ? 0 : leave(to, links, walk(from, to, links, enter(from, links)));
  }

  @Override
  public int detour(int from, int to, int middle, int key, int[] links) {
    return from == to
        ? 0
        : leave(to, links, walk(middle, to, links, walk(from, middle, links, enter(from, links))));
  }

  /** Writes the links of the sender's injection limit and interface, if there are any. Returns the number of written links. */
  private int enter(int node, int[] links) {
    int count = 0;
    if (limited) {
      links[count++] = injectionBase + node;
    }
    if (interfaced) {
      links[count++] = interfaceBase + node;
    }
    return count;
  }

  /** Writes the link of the receiver's interface, if there is one. Returns the number of links written so far. */
  private int leave(int node, int[] links, int written) {
    if (!interfaced) {
      return written;
    }
    links[written] = interfaceBase + node;
    return written + 1;
  }

  /**
   * Writes the links from one node to another.
   *
   * @param written number of links written before
   * @return number of links written so far
   */
  private int walk(int fromNode, int toNode, int[] links, int written) {
    int count = written;
    int perNode = 2 * shape.length;
    int stride = 1;
    int node = fromNode;
    for (int d = 0; d < shape.length; d++) {
      int size = shape[d];
      int at = fromNode / stride % size;
      int steps = steps(d, at, toNode / stride % size);
      int lower = node - at * stride;
      for (; steps > 0; steps--) {
        links[count++] = perNode * node + 2 * d;
        at = at + 1 == size ? 0 : at + 1;
        node = lower + at * stride;
      }
      for (; steps < 0; steps++) {
        links[count++] = perNode * node + 2 * d + 1;
        at = at == 0 ? size - 1 : at - 1;
        node = lower + at * stride;
      }
      stride *= size;
    }
    return count;
  }

  /** The number of hops along a dimension from one coordinate to another, negative if downwards. */
  private int steps(int d, int from, int to) {
    int straight = to - from;
    if (!wraps[d]) {
      return straight;
    }
    int size = shape[d];
    int half = size / 2;
    if (splitsTies && 2 * Math.abs(straight) == size) {
      return from % 2 == 0 ? half : -half;
    }
    if (straight > 0) {
      return straight <= half ? straight : straight - size;
    }
    int around = straight + size;
    return around <= half && from > half ? around : straight;
  }
}
