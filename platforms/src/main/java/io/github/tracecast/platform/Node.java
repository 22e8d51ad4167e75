package io.github.tracecast.platform;

/**
 * One node; all nodes of a machine are alike.
 *
 * @param cores ranks that a node hosts in the selected mode, at least 1
 * @param flopsPerSecond speed of one core, flop/s
 * @param instructionsPerSecond rate at which one core retires instructions; turns a trace whose
 *     computation is counted in instructions into time
 * @param memoryBytesPerSecond bandwidth between two ranks of the node; infinite where it limits
 *     nothing
 * @param memoryLatency what a message between two ranks of the node takes beside its bytes over that
 *     bandwidth, by its size
 * @param copy what a rank takes to copy a block within its memory, by the block's size: its own block in
 *     a collective that gives it one
 * @param physicalCores cores that the node has, at least {@code cores}
 */
public record Node(
    int cores,
    double flopsPerSecond,
    double instructionsPerSecond,
    double memoryBytesPerSecond,
    Piecewise memoryLatency,
    Piecewise copy,
    int physicalCores) {

  /** A node whose every core hosts a rank, and in which copying takes no time. */
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
}
