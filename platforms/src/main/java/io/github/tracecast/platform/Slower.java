package io.github.tracecast.platform;

/**
 * Factors that make a machine slower, one each for the costs of MPI's calls, latencies, times per
 * byte, gaps between messages, and copies in a rank's memory.
 *
 * @param compute factor for copies in memory; the trace's computation has a factor of its own
 */
public record Slower(double compute, double overhead, double latency, double perByte, double gap) {

  /** Returns the platform with longer times. */
  public Platform platform(Platform fast) {
    return new Platform(
        fast.name(),
        fast.description(),
        node(fast.node()),
        new SlowerTopology(fast.topology(), latency, perByte),
        mpi(fast.mpi()),
        fast.packets(),
        fast.tree().map(this::tree),
        fast.interrupt().map(it -> new InterruptNetwork(it.roundTripSeconds() * latency)),
        fast.collectives(),
        fast.names(),
        fast.provenance(),
        fast.figures());
  }

  private Node node(Node fast) {
    return new Node(
        fast.cores(),
        fast.flopsPerSecond(),
        fast.instructionsPerSecond(),
        fast.memoryBytesPerSecond() / perByte,
        fast.memoryLatency().times(latency),
        fast.copy().times(compute),
        fast.physicalCores(),
        fast.sockets(),
        fast.otherSocketBytesPerSecond() / perByte,
        fast.otherSocketLatency().times(latency));
  }

  private MpiCosts mpi(MpiCosts fast) {
    return new MpiCosts(
        fast.sendOverhead().times(overhead),
        fast.receiveOverhead().times(overhead),
        fast.receiveCharge(),
        fast.gap().times(gap),
        fast.eagerLimitBytes(),
        fast.detachedLimitBytes(),
        fast.eagerWaitsFromBytes(),
        fast.rendezvousHandshake(),
        fast.flightOverhead().times(overhead),
        fast.communicatorAgreements(),
        fast.reduction().times(overhead),
        fast.integerReduction().times(overhead),
        fast.queueSearchSeconds() * overhead,
        fast.packingSeconds() * overhead,
        fast.packedBlockSeconds() * overhead,
        fast.latencyFactor(),
        fast.bandwidthFactor(),
        fast.inTurnLimitBytes(),
        fast.crossTraffic(),
        fast.sharesEvenly());
  }

  private TreeNetwork tree(TreeNetwork fast) {
    return new TreeNetwork(
        fast.linkBytesPerSecond() / perByte,
        fast.hopLatencySeconds() * latency,
        fast.arity(),
        fast.packets(),
        fast.reducePasses(),
        fast.integerReducePasses());
  }
}
