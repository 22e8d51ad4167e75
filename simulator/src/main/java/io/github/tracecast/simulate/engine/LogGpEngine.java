package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.TreeNetwork;
import io.github.tracecast.simulate.Picos;
import org.jspecify.annotations.Nullable;

/**
 * LogGP in the JVM. A message takes its route's latency and (bytes - 1) times the gap of the
 * route's slowest link, and the platform's {@code flight_overhead}. Exact in picoseconds. One thread.
 *
 * <p>Other messages do not change this time, so the engine foresees arrivals. The collective
 * network is the exception: it serves one collective after another.
 *
 * <p>Source of the model: Alexandrov, Ionescu, Schauser, Scheiman, "LogGP", SPAA 1995.
 */
public final class LogGpEngine implements TimingEngine {
  private static final int TRANSFER = 1 << 31;
  private static final String NETWORK = "on the network";

  private final Machine machine;
  private final MpiCosts mpi;
  private final @Nullable Packets packets;
  private final AlarmQueue queue = new AlarmQueue();
  private long now;

  /** The number in the queue of the event that is reported. */
  private long reported;

  private long networkFree;

  public LogGpEngine(Machine machine) {
    this.machine = machine;
    this.mpi = machine.platform().mpi();
    this.packets = machine.platform().packets().orElse(null);
  }

  @Override
  public String name() {
    return "loggp";
  }

  @Override
  public long nowPicos() {
    return now;
  }

  @Override
  public void alarm(int token, long atPicos) {
    queue.add(atPicos, token);
  }

  @Override
  public void postpone(int token, long atPicos) {
    queue.addAgain(atPicos, reported, token);
  }

  @Override
  public void alarmLast(int token, long atPicos, int rank, long number) {
    queue.addLast(atPicos, rank, number, token);
  }

  @Override
  public boolean foresees() {
    return true;
  }

  @Override
  public boolean contends() {
    return false;
  }

  @Override
  public void transfer(int token, int fromNode, int toNode, long bytes) {
    queue.add(arrival(fromNode, toNode, bytes, now), token | TRANSFER);
  }

  @Override
  public long arrival(int fromNode, int toNode, long bytes, long startPicos) {
    if (machine.isLocal(fromNode, toNode)) {
      return Picos.sum(startPicos, NodeMemory.picos(machine, fromNode, toNode, bytes), NETWORK);
    }
    double latency = latencySeconds(fromNode, toNode, bytes);
    double bandwidth = machine.routes().bandwidthBytesPerSecond(fromNode, toNode, bytes)
        * mpi.bandwidthFactor().at(bytes);
    long onWire = packets == null ? bytes : packets.wireBytes(bytes);
    long following = Math.max(0, onWire - 1);
    long alone = Picos.sum(startPicos, Picos.ofSeconds(latency + following / bandwidth), NETWORK);
    return Picos.sum(alone, overheadPicos(fromNode, toNode, bytes), NETWORK);
  }

  /** The latency part of a message's time, ps. */
  public long latencyPicos(int fromNode, int toNode, long bytes) {
    return Picos.ofSeconds(
        machine.isLocal(fromNode, toNode)
            ? NodeMemory.latencySeconds(machine, fromNode, toNode, bytes)
            : latencySeconds(fromNode, toNode, bytes));
  }

  /** The time, in ps, of a message between nodes besides latency and bytes. */
  public long overheadPicos(int fromNode, int toNode, long bytes) {
    return machine.isLocal(fromNode, toNode)
        ? 0
        : Picos.ofSeconds(mpi.flightOverhead().seconds(bytes));
  }

  private double latencySeconds(int fromNode, int toNode, long bytes) {
    return machine.routes().latencySeconds(fromNode, toNode)
        * mpi.latencyFactor().at(bytes);
  }

  @Override
  public void collective(int token, long bytes, long latencyPicos) {
    TreeNetwork tree = machine.platform().tree().orElseThrow();
    long free = Picos.sum(
        Math.max(now, networkFree), Picos.ofSeconds(bytes / tree.payloadBytesPerSecond()), NETWORK);
    networkFree = free;
    queue.add(Picos.sum(free, latencyPicos, NETWORK), token | TRANSFER);
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public void pending(Pending pending) {
    queue.forEach((time, token) -> pending.ends(token & ~TRANSFER, time, token < 0));
    if (networkFree > now) {
      pending.busy(-1, networkFree);
    }
  }

  @Override
  public void run(Listener listener) {
    while (!queue.isEmpty() || listener.idle()) {
      if (queue.isEmpty()) {
        continue;
      }
      now = queue.earliest();
      reported = queue.number();
      int token = queue.remove();
      if (token < 0) {
        listener.arrived(token & ~TRANSFER);
      } else {
        listener.alarm(token);
      }
    }
  }

  @Override
  public void close() {}
}
