package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Routes;

/**
 * Dimension-ordered routes on a torus or mesh, like those of SimGrid's torus zone. The first
 * dimension comes first, and each ring is crossed in the shorter direction. If both directions have
 * the same length, a message goes up. The exception is the way from the middle of a ring to its
 * coordinate 0, which goes down. A torus that splits ties sends a message of an odd coordinate down.
 *
 * <p>Link 2 * D * node + 2 * d leaves the node upwards along dimension d; the next link leaves it
 * downwards. The injection limits of the nodes follow after all these links.
 */
final class TorusRoutes implements Routes {
  private final int[] shape;
  private final boolean[] wraps;
  private final int nodes;
  private final int injectionBase;
  private final double linkBytesPerSecond;
  private final double hopLatencySeconds;
  private final double injectionBytesPerSecond;
  private final boolean limited;
  private final boolean splitsTies;

  TorusRoutes(Torus torus, int[] shape, boolean[] wraps) {
    this.shape = shape.clone();
    this.wraps = wraps.clone();
    int product = 1;
    for (int size : shape) {
      product = Math.multiplyExact(product, size);
    }
    this.nodes = product;
    this.injectionBase = Math.multiplyExact(2 * shape.length, nodes);
    this.linkBytesPerSecond = torus.linkBytesPerSecond();
    this.hopLatencySeconds = torus.hopLatencySeconds();
    this.injectionBytesPerSecond = torus.injectionBytesPerSecond();
    this.splitsTies = torus.splitsTies();
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
    int perNode = 2 * shape.length;
    int way = link % perNode;
    return Grids.letter(way / 2, shape.length)
        + (way % 2 == 0 ? "+ " : "- ")
        + Grids.coordinates(link / perNode, shape);
  }

  @Override
  public double linkBytesPerSecond(int link) {
    return link >= injectionBase ? injectionBytesPerSecond : linkBytesPerSecond;
  }

  @Override
  public double linkLatencySeconds(int link) {
    return link >= injectionBase ? 0 : hopLatencySeconds;
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
    return Math.min(linkBytesPerSecond, injectionBytesPerSecond);
  }

  @Override
  public int longestRoute() {
    int longest = limited ? 1 : 0;
    for (int d = 0; d < shape.length; d++) {
      longest += wraps[d] ? shape[d] / 2 : shape[d] - 1;
    }
    return longest;
  }

  @Override
  public int ownLinks() {
    return 0;
  }

  @Override
  public int route(int fromNode, int toNode, int[] links) {
    int count = 0;
    if (fromNode == toNode) {
      return 0;
    }
    if (limited) {
      links[count++] = injectionBase + fromNode;
    }
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

  /** Steps along a dimension from one coordinate to another: positive upwards. */
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
