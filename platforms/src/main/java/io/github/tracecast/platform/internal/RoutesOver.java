package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Load;
import io.github.tracecast.platform.Routes;

/** Base class of routes that differ in some properties from another network's routes. Immutable. */
public abstract class RoutesOver implements Routes {
  private final Routes network;

  /** @param network the other network, whose routes apply unless a subclass overrides a method */
  protected RoutesOver(Routes network) {
    this.network = network;
  }

  @Override
  public int linkCount() {
    return network.linkCount();
  }

  @Override
  public String linkName(int link) {
    return network.linkName(link);
  }

  @Override
  public String linkLevel(int link) {
    return network.linkLevel(link);
  }

  @Override
  public boolean exists(int link) {
    return network.exists(link);
  }

  @Override
  public boolean isCable(int link) {
    return network.isCable(link);
  }

  @Override
  public int switches() {
    return network.switches();
  }

  @Override
  public int rails() {
    return network.rails();
  }

  @Override
  public double linkBytesPerSecond(int link) {
    return network.linkBytesPerSecond(link);
  }

  @Override
  public double linkLatencySeconds(int link) {
    return network.linkLatencySeconds(link);
  }

  @Override
  public int hops(int fromNode, int toNode) {
    return network.hops(fromNode, toNode);
  }

  @Override
  public double latencySeconds(int fromNode, int toNode) {
    return network.latencySeconds(fromNode, toNode);
  }

  @Override
  public double bandwidthBytesPerSecond(int fromNode, int toNode) {
    return network.bandwidthBytesPerSecond(fromNode, toNode);
  }

  @Override
  public int longestRoute() {
    return network.longestRoute();
  }

  @Override
  public int ownLinks() {
    return network.ownLinks();
  }

  @Override
  public boolean adapts() {
    return network.adapts();
  }

  @Override
  public int stripes(long bytes) {
    return network.stripes(bytes);
  }

  @Override
  public boolean cuts() {
    return network.cuts();
  }

  @Override
  public int stripe(int address, int part) {
    return network.stripe(address, part);
  }

  @Override
  public double bandwidthBytesPerSecond(int fromNode, int toNode, long bytes) {
    return network.bandwidthBytesPerSecond(fromNode, toNode, bytes);
  }

  @Override
  public int route(int fromNode, int toNode, Load load, int[] links) {
    return network.route(fromNode, toNode, load, links);
  }

  @Override
  public int route(int fromNode, int toNode, int[] links) {
    return network.route(fromNode, toNode, links);
  }

  @Override
  public int firstInjectionLink() {
    return network.firstInjectionLink();
  }
}
