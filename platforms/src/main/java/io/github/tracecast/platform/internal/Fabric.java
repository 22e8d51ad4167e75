package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Routes;

/**
 * The network of a machine, fitted to a run.
 *
 * @param nodes number of nodes of the partition or of the whole machine
 * @param shape number of nodes along each dimension; empty if nodes have no coordinates
 * @param wraps whether each dimension's rings are closed
 * @param routes the links, and the routes between nodes * rails endpoints
 * @param rails the network interfaces of the nodes
 */
@SuppressWarnings("ArrayRecordComponent") // only the machine receives the arrays
public record Fabric(int nodes, int[] shape, boolean[] wraps, Routes routes, Rails rails) {

  /** Creates a network of nodes without coordinates. */
  public Fabric(int nodes, Routes routes) {
    this(nodes, routes, Rails.ONE);
  }

  /** Creates a network of nodes with several interfaces and without coordinates. */
  public Fabric(int nodes, Routes routes, Rails rails) {
    this(nodes, new int[0], new boolean[0], routes, rails);
  }

  /** Creates a network of nodes with coordinates and one interface each. */
  public Fabric(int nodes, int[] shape, boolean[] wraps, Routes routes) {
    this(nodes, shape, wraps, routes, Rails.ONE);
  }
}
