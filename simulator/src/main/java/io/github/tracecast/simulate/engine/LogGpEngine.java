package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.TreeNetwork;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.state.StateSink;

/**
 * Simulates messages by the LogGP model in the JVM. A message takes the sum of its route's latency,
 * (bytes - 1) times the gap of the route's slowest link, and the platform's {@code
 * flight_overhead}. Times are exact in picoseconds. One thread.
 *
 * <p>Other messages do not change this time, so the engine computes arrivals in advance. Only the
 * collective network is shared, and it serves one collective after another.
 *
 * <p>Source of the model: Alexandrov, Ionescu, Schauser, Scheiman, "LogGP", SPAA 1995.
 */
public final class LogGpEngine extends TimingEngine {
  private long networkFree;

  public LogGpEngine(Machine machine) {
    super(machine, false);
  }

  @Override
  public String name() {
    return Engines.LOGGP;
  }

  @Override
  public boolean foresees() {
    return true;
  }

  @Override
  protected void flow(int token, int fromNode, int toNode, long bytes, int without) {
    arrivesAfter(token, arrival(fromNode, toNode, bytes, 0));
  }

  /** The arrival time, in ps, of a message whose data start at a given time. */
  public long arrival(int fromNode, int toNode, long bytes, long startPicos) {
    if (machine.isLocal(fromNode, toNode)) {
      return Picos.sum(startPicos, NodeMemory.picos(machine, fromNode, toNode, bytes), NETWORK);
    }
    double latency = latencySeconds(fromNode, toNode, bytes);
    double bandwidth = machine.routes().bandwidthBytesPerSecond(fromNode, toNode, bytes)
        * mpi.bandwidthFactor().at(bytes);
    long following = Math.max(0, wireBytes(bytes) - 1);
    long alone = Picos.sum(startPicos, Picos.ofSeconds(latency + following / bandwidth), NETWORK);
    return Picos.sum(alone, overheadPicos(bytes), NETWORK);
  }

  /** The latency part of a message's time, ps. */
  public long latencyPicos(int fromNode, int toNode, long bytes) {
    return Picos.ofSeconds(
        machine.isLocal(fromNode, toNode)
            ? NodeMemory.latencySeconds(machine, fromNode, toNode, bytes)
            : latencySeconds(fromNode, toNode, bytes));
  }

  /** The overhead of a message in ps, in addition to latency and time per byte. */
  public long overheadPicos(int fromNode, int toNode, long bytes) {
    return machine.isLocal(fromNode, toNode) ? 0 : overheadPicos(bytes);
  }

  @Override
  public void collective(int token, long bytes, long latencyPicos) {
    TreeNetwork tree = machine.platform().tree().orElseThrow();
    networkFree = Picos.sum(
        Math.max(now, networkFree), Picos.ofSeconds(bytes / tree.payloadBytesPerSecond()), NETWORK);
    arrivesAfter(token, Picos.sum(networkFree - now, latencyPicos, NETWORK));
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public void describeInProgress(StateSink sink, InProgress all) {
    super.describeInProgress(sink, all);
    if (networkFree > now) {
      sink.number(-1);
      sink.time(networkFree);
    }
  }

  @Override
  public void run(Listener listener) {
    while (!alarms.isEmpty()) {
      now = alarms.earliest();
      ring(listener);
    }
  }
}
