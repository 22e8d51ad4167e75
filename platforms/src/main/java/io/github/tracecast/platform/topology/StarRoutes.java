package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Routes;

/**
 * Routes through one switch: the sender's up-link, the backbone if there is one, and the receiver's
 * down-link. Link 2n is the up-link of node n, and link 2n + 1 is its down-link. The last link is
 * the backbone.
 */
final class StarRoutes implements Routes {
  private final int nodes;
  private final Star star;
  private final boolean backbone;

  StarRoutes(Star star, int nodes) {
    this.star = star;
    this.nodes = nodes;
    this.backbone = star.backboneBytesPerSecond() < Double.POSITIVE_INFINITY
        || star.backboneLatencySeconds() > 0;
  }

  @Override
  public int linkCount() {
    return 2 * nodes + (backbone ? 1 : 0);
  }

  @Override
  public String linkName(int link) {
    return link == 2 * nodes ? "backbone" : (link % 2 == 0 ? "up (" : "down (") + link / 2 + ")";
  }

  @Override
  public String linkLevel(int link) {
    return link == 2 * nodes ? "backbone" : "node";
  }

  @Override
  public double linkBytesPerSecond(int link) {
    return link == 2 * nodes ? star.backboneBytesPerSecond() : star.linkBytesPerSecond();
  }

  @Override
  public double linkLatencySeconds(int link) {
    return link == 2 * nodes ? star.backboneLatencySeconds() : star.linkLatencySeconds();
  }

  @Override
  public int hops(int fromNode, int toNode) {
    return fromNode == toNode ? 0 : 2;
  }

  @Override
  public double latencySeconds(int fromNode, int toNode) {
    return fromNode == toNode ? 0 : 2 * star.linkLatencySeconds() + star.backboneLatencySeconds();
  }

  @Override
  public double bandwidthBytesPerSecond(int fromNode, int toNode) {
    return fromNode == toNode
        ? Double.POSITIVE_INFINITY
        : Math.min(star.linkBytesPerSecond(), star.backboneBytesPerSecond());
  }

  @Override
  public int switches() {
    return 1;
  }

  @Override
  public int longestRoute() {
    return backbone ? 3 : 2;
  }

  @Override
  public int ownLinks() {
    return 1;
  }

  @Override
  public int route(int fromNode, int toNode, int[] links) {
    if (fromNode == toNode) {
      return 0;
    }
    int count = 0;
    links[count++] = 2 * fromNode;
    if (backbone) {
      links[count++] = 2 * nodes;
    }
    links[count++] = 2 * toNode + 1;
    return count;
  }
}
