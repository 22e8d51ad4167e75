package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Routes;

/**
 * A topology fitted to a run.
 *
 * @param nodes nodes of the partition or of the whole machine
 * @param shape nodes along each dimension; empty if nodes have no coordinates
 * @param wraps whether each dimension's rings are closed
 * @param routes its links and routes between endpoints, as many as nodes times rails
 * @param rails the interfaces of the nodes
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, to the machine
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
