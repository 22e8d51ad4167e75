package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.RoutesOver;

/**
 * Routes between the sockets and interfaces of nodes. A place is a socket and a rail, which is a
 * network interface of the node. Address a is at node a % nodes and place a / nodes. Place p is at
 * socket p / rails and rail p % rails. The address of place 0 is therefore the node's number.
 *
 * <p>As many consecutive nodes as a switch has endpoints share a group of switches, with one switch
 * for each rail.
 */
final class RailRoutes extends RoutesOver {
  private final Routes ends;
  private final int nodes;
  private final int rails;
  private final int perSwitch;
  private final long stripeFromBytes;
  private final int places;

  /** @param fabric the network, whose routes connect {@code nodes * rails} endpoints */
  RailRoutes(Fabric fabric, int sockets) {
    super(fabric.routes());
    ends = fabric.routes();
    nodes = fabric.nodes();
    rails = fabric.rails().count();
    perSwitch = fabric.rails().perSwitch();
    stripeFromBytes = fabric.rails().stripeFromBytes();
    places = sockets * rails;
  }

  private int endpoint(int address) {
    int node = address % nodes;
    if (rails == 1) {
      return node;
    }
    return (node / perSwitch * rails + address / nodes % rails) * perSwitch + node % perSwitch;
  }

  private boolean local(int from, int to) {
    return from % nodes == to % nodes;
  }

  @Override
  public int rails() {
    return rails;
  }

  @Override
  public int stripes(long bytes) {
    return bytes >= stripeFromBytes ? rails : 1;
  }

  @Override
  public boolean cuts() {
    return rails > 1 && stripeFromBytes < Long.MAX_VALUE;
  }

  @Override
  public int stripe(int address, int part) {
    return (int) ((address + (long) part * nodes) % ((long) nodes * places));
  }

  @Override
  public double bandwidthBytesPerSecond(int from, int to, long bytes) {
    return stripes(bytes) * bandwidthBytesPerSecond(from, to);
  }

  @Override
  public String linkName(int link) {
    if (rails == 1 || link >= 2 * nodes * rails) {
      return ends.linkName(link);
    }
    int endpoint = link / 2;
    int atSwitch = endpoint / perSwitch;
    int node = atSwitch / rails * perSwitch + endpoint % perSwitch;
    return (link % 2 == 0 ? "node up (" : "node down (") + node + ", rail " + atSwitch % rails
        + ")";
  }

  @Override
  public int hops(int from, int to) {
    return local(from, to) ? 0 : ends.hops(endpoint(from), endpoint(to));
  }

  @Override
  public double latencySeconds(int from, int to) {
    return local(from, to) ? 0 : ends.latencySeconds(endpoint(from), endpoint(to));
  }

  @Override
  public double bandwidthBytesPerSecond(int from, int to) {
    return local(from, to)
        ? Double.POSITIVE_INFINITY
        : ends.bandwidthBytesPerSecond(endpoint(from), endpoint(to));
  }

  @Override
  public int route(int from, int to, Load load, int[] links) {
    return local(from, to) ? 0 : ends.route(endpoint(from), endpoint(to), load, links);
  }

  @Override
  public int route(int from, int to, int[] links) {
    return local(from, to) ? 0 : ends.route(endpoint(from), endpoint(to), links);
  }
}
