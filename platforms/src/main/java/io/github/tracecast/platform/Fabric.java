package io.github.tracecast.platform;

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

  /** A network whose nodes have no coordinates. */
  public Fabric(int nodes, Routes routes) {
    this(nodes, routes, Rails.ONE);
  }

  /** A network whose nodes have several interfaces and no coordinates. */
  public Fabric(int nodes, Routes routes, Rails rails) {
    this(nodes, new int[0], new boolean[0], routes, rails);
  }

  /** A network whose nodes have coordinates. */
  public Fabric(int nodes, int[] shape, boolean[] wraps, Routes routes) {
    this(nodes, shape, wraps, routes, Rails.ONE);
  }
}
