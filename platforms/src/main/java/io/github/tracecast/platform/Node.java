package io.github.tracecast.platform;

import java.util.List;

/**
 * One node. All nodes of a machine are equal.
 *
 * @param cores ranks that a node hosts in the selected mode, at least 1
 * @param flopsPerSecond speed of one core, flop/s, for traces that count flops
 * @param instructionsPerSecond instructions per second of one core, for traces that count
 *     instructions
 * @param memoryBytesPerSecond bandwidth between two ranks of the node; infinite if unlimited
 * @param memoryLatency seconds of a message between two ranks of the node, by size, in addition to
 *     its bytes over that bandwidth
 * @param copy seconds to copy a block within a rank's memory, by size, such as the rank's own block
 *     in a collective
 * @param physicalCores cores that the node has, at least {@code cores}
 * @param sockets processors of a node, each with an equal part of its ranks
 * @param otherSocketBytesPerSecond as {@code memoryBytesPerSecond}, between two sockets
 * @param otherSocketLatency as {@code memoryLatency}, between two sockets
 * @param slowdown factors on computation with one rank, two, three ... on the node, at least one;
 *     the last one holds for more ranks
 */
public record Node(
    int cores,
    double flopsPerSecond,
    double instructionsPerSecond,
    double memoryBytesPerSecond,
    Piecewise memoryLatency,
    Piecewise copy,
    int physicalCores,
    int sockets,
    double otherSocketBytesPerSecond,
    Piecewise otherSocketLatency,
    List<Double> slowdown) {

  /** Copies the factors. */
  public Node {
    slowdown = List.copyOf(slowdown);
  }

  /** Creates a node of one socket. */
  public Node(
      int cores,
      double flopsPerSecond,
      double instructionsPerSecond,
      double memoryBytesPerSecond,
      Piecewise memoryLatency,
      Piecewise copy,
      int physicalCores) {
    this(
        cores,
        flopsPerSecond,
        instructionsPerSecond,
        memoryBytesPerSecond,
        memoryLatency,
        copy,
        physicalCores,
        1,
        memoryBytesPerSecond,
        memoryLatency,
        List.of(1.0));
  }

  /** Creates a node with one rank per core and without time for copies. */
  public Node(
      int cores,
      double flopsPerSecond,
      double instructionsPerSecond,
      double memoryBytesPerSecond,
      Piecewise memoryLatency) {
    this(
        cores,
        flopsPerSecond,
        instructionsPerSecond,
        memoryBytesPerSecond,
        memoryLatency,
        Piecewise.constant(0),
        cores);
  }

  /** The rate of a core for what a trace counts: flops, or else instructions. */
  public double countsPerSecond(boolean flops) {
    return flops ? flopsPerSecond : instructionsPerSecond;
  }

  /** This node with another number of ranks. */
  Node hosting(int ranks) {
    return new Node(
        ranks,
        flopsPerSecond,
        instructionsPerSecond,
        memoryBytesPerSecond,
        memoryLatency,
        copy,
        physicalCores,
        sockets,
        otherSocketBytesPerSecond,
        otherSocketLatency,
        slowdown);
  }

  /** The factor on computation if so many ranks run on the node, at least one. */
  double slowdown(int ranks) {
    return slowdown.get(Math.min(ranks, slowdown.size()) - 1);
  }
}
