package io.github.tracecast.simulate;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Node;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.TreeNetwork;

/**
 * LogGP in the JVM: a message takes its route's latency and (bytes - 1) times the gap of the route's
 * slowest link. Exact in picoseconds. One thread.
 *
 * <p>With {@link Contention#NONE} that is so whatever else is under way, but for the collective network,
 * which serves one collective after another: arrivals are foreseen. With {@link Contention#LINKS} messages
 * on the same link take one after the other, as {@link LinkSchedule} says, and arrivals are foreseen when
 * messages start; node memory and the collective network are as before.
 *
 * <p>Source of the model: Alexandrov, Ionescu, Schauser, Scheiman, "LogGP", SPAA 1995.
 */
public final class LogGpEngine implements TimingEngine {
  private static final int TRANSFER = 1 << 31;
  private static final String NETWORK = "on the network";

  private final Machine machine;
  private final MpiCosts mpi;
  private final Node node;
  private final Packets packets;
  private final AlarmQueue queue = new AlarmQueue();
  private final boolean foresees;
  private final LinkSchedule links; // null without contention
  private long now;
  private long networkFree;

  public LogGpEngine(Machine machine) {
    this(machine, Contention.NONE);
  }

  public LogGpEngine(Machine machine, Contention contention) {
    this(
        machine,
        contention == Contention.NONE,
        contention == Contention.LINKS ? new LinkSchedule(machine) : null);
  }

  /**
   * @param foresees false to let every message end in its turn, by the same arithmetic
   */
  LogGpEngine(Machine machine, boolean foresees) {
    this(machine, foresees, null);
  }

  private LogGpEngine(Machine machine, boolean foresees, LinkSchedule links) {
    this.foresees = foresees;
    this.links = links;
    this.machine = machine;
    this.mpi = machine.platform().mpi();
    this.node = machine.platform().node();
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
  public void departure(int token, long atPicos, int rank, long number) {
    queue.addLast(atPicos, rank, number, token);
  }

  @Override
  public boolean foresees() {
    return foresees;
  }

  @Override
  public boolean foreseesInOrder() {
    return foresees || links != null;
  }

  @Override
  public boolean contends() {
    return links != null;
  }

  @Override
  public void transfer(int token, int fromNode, int toNode, long bytes) {
    queue.add(arrival(fromNode, toNode, bytes, now), token | TRANSFER);
  }

  @Override
  public long arrival(int fromNode, int toNode, long bytes, long startPicos) {
    if (fromNode == toNode) {
      return Picos.sum(startPicos, NodeMemory.picos(node, bytes), NETWORK);
    }
    double latency = latencySeconds(fromNode, toNode, bytes);
    double bandwidth = machine.routes().bandwidthBytesPerSecond(fromNode, toNode)
        * mpi.bandwidthFactor().at(bytes);
    long onWire = packets == null ? bytes : packets.wireBytes(bytes);
    long following = Math.max(0, onWire - 1);
    long alone = Picos.sum(startPicos, Picos.ofSeconds(latency + following / bandwidth), NETWORK);
    return Picos.sum(alone, delay(fromNode, toNode, bytes, startPicos), NETWORK);
  }

  /**
   * How much later than alone a message arrives because of those that started before it, ps: 0 without contention.
   * Asked once for each message, in the order of their starts.
   */
  private long delay(int fromNode, int toNode, long bytes, long startPicos) {
    return links == null || fromNode == toNode
        ? 0
        : links.delay(fromNode, toNode, bytes, startPicos);
  }

  /** The part of a message's way that is latency, whatever its size does to the rest; ps. */
  public long latencyPicos(int fromNode, int toNode, long bytes) {
    return Picos.ofSeconds(
        fromNode == toNode
            ? node.memoryLatency().seconds(bytes)
            : latencySeconds(fromNode, toNode, bytes));
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
    if (links != null) {
      links.forEachBusy(now, pending::busy);
    }
  }

  @Override
  public void run(Listener listener) {
    while (!queue.isEmpty()) {
      now = queue.earliest();
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
