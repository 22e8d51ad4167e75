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
 * @param memoryLatencySeconds latency between two ranks of the node
 * @param physicalCores cores that the node has, at least {@code cores}
 */
public record Node(
    int cores,
    double flopsPerSecond,
    double instructionsPerSecond,
    double memoryBytesPerSecond,
    double memoryLatencySeconds,
    int physicalCores) {

  /** A node whose every core hosts a rank. */
  public Node(
      int cores,
      double flopsPerSecond,
      double instructionsPerSecond,
      double memoryBytesPerSecond,
      double memoryLatencySeconds) {
    this(
        cores,
        flopsPerSecond,
        instructionsPerSecond,
        memoryBytesPerSecond,
        memoryLatencySeconds,
        cores);
  }
}
