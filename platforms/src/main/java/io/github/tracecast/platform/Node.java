package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.noise.CoreSharing;
import io.github.tracecast.platform.noise.Noise;
import java.util.List;
import java.util.Optional;

/**
 * The properties of a node. All nodes of a machine are equal.
 *
 * @param cores number of ranks that a node hosts in the selected mode, at least 1
 * @param flopsPerSecond speed of one core, flop/s, for traces that count flops
 * @param instructionsPerSecond instructions per second of one core, for traces that count
 *     instructions
 * @param memoryBytesPerSecond bandwidth of a message between two ranks of the node; infinite if
 *     unlimited
 * @param memoryLatency time in seconds of a message between two ranks of the node, by size, in
 *     addition to its bytes divided by {@code memoryBytesPerSecond}
 * @param copy time in seconds to copy a block within a rank's memory, by size, such as the rank's
 *     own block in a collective
 * @param physicalCores number of cores of the node; if it is smaller than {@code cores}, ranks
 *     share cores
 * @param sockets number of processors of a node, each of which hosts an equal part of the ranks
 * @param otherSocketBytesPerSecond like {@code memoryBytesPerSecond}, but between ranks on
 *     different sockets
 * @param otherSocketLatency like {@code memoryLatency}, but between ranks on different sockets
 * @param slowdown factors on computation with one, two, three and more ranks on the node; the last
 *     factor applies to more ranks
 * @param noise interruptions of computation on each core
 * @param sharing how ranks and competing processes share cores
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
    List<Double> slowdown,
    Optional<Noise> noise,
    CoreSharing sharing) {

  public Node {
    slowdown = List.copyOf(slowdown);
  }

  /**
   * Reads a node from a machine file's section {@code node}.
   *
   * @param cores number of ranks that a node hosts in the selected mode
   */
  public static Node of(Figures figures, int cores, Optional<Noise> noise, CoreSharing sharing) {
    boolean several = figures.has("node.sockets");
    return new Node(
        cores,
        figures.number("node.speed"),
        figures.number("node.instruction_rate"),
        figures.number("node.memory_bandwidth"),
        figures.get("node.memory_latency", Piecewise.class),
        figures.get("node.copy", Piecewise.class),
        figures.count("node.cores"),
        several ? figures.count("node.sockets") : 1,
        figures.number(several ? "node.other_socket_bandwidth" : "node.memory_bandwidth"),
        figures.get(several ? "node.other_socket_latency" : "node.memory_latency", Piecewise.class),
        figures.list("node.slowdown"),
        noise,
        sharing);
  }

  /** The rate of a core for the unit that a trace counts: flops, or instructions. */
  public double countsPerSecond(boolean flops) {
    return flops ? flopsPerSecond : instructionsPerSecond;
  }

  /** Returns this node with another number of ranks per node. */
  Node hosting(int ranks) {
    return with(ranks, 1, 1, 1);
  }

  /**
   * Returns this node with longer times.
   *
   * @param compute factor on copies in memory
   * @param latency factor on latencies between ranks of the node
   * @param perByte factor on times per byte between ranks of the node
   */
  Node slower(double compute, double latency, double perByte) {
    return with(cores, compute, latency, perByte);
  }

  private Node with(int ranks, double compute, double latency, double perByte) {
    return new Node(
        ranks,
        flopsPerSecond,
        instructionsPerSecond,
        memoryBytesPerSecond / perByte,
        memoryLatency.times(latency),
        copy.times(compute),
        physicalCores,
        sockets,
        otherSocketBytesPerSecond / perByte,
        otherSocketLatency.times(latency),
        slowdown,
        noise,
        sharing);
  }

  /** Whether a rank that is alone on a node computes faster or slower than on the recorded core. */
  public boolean scalesComputation() {
    return slowdown.getFirst() != 1;
  }

  /** Returns the factor on computation for a number of ranks on the node, which is at least 1. */
  double slowdown(int ranks) {
    return slowdown.get(Math.min(ranks, slowdown.size()) - 1);
  }
}
