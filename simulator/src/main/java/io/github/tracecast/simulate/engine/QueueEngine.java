package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.flows.AlarmQueue;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An engine with a queue of alarms. The queue also has the arrivals that are known: of messages
 * within a node, and of those that no bandwidth limits. Messages that take turns ask a {@link
 * LinkSchedule}. One thread.
 */
public abstract class QueueEngine implements TimingEngine {
  /** In the queue: a transfer with this token ends, or its wait in the middle of a star does. */
  private static final int TRANSFER = 1 << 31;

  protected static final String NETWORK = "on the network";

  protected final Machine machine;
  protected final MpiCosts mpi;
  private final @Nullable Packets packets;
  private final boolean endless;
  protected final AlarmQueue alarms = new AlarmQueue();

  /** Where messages wait that cross links one after another; null if none do. */
  private final @Nullable LinkSchedule turns;

  /** By token: the messages that wait for their receiver's link. */
  private final Int2ObjectOpenHashMap<Waiting> waiting = new Int2ObjectOpenHashMap<>();

  protected long now;

  /** The number in the queue of the alarm that is reported. */
  private long reported;

  private record Waiting(int fromNode, int toNode, long bytes) {}

  /** @param contends whether messages delay each other, so that they may take turns */
  protected QueueEngine(Machine machine, boolean contends) {
    this.machine = machine;
    this.mpi = machine.platform().mpi();
    this.packets = machine.platform().packets().orElse(null);
    this.endless = machine.platform().topology().isEndless();
    this.turns = contends && mpi.inTurnLimitBytes() > 0 ? new LinkSchedule(machine) : null;
  }

  @Override
  public final long nowPicos() {
    return now;
  }

  @Override
  public final void alarm(int token, long atPicos) {
    alarms.add(atPicos, token);
  }

  @Override
  public void postpone(int token, long atPicos) {
    alarms.add(atPicos, reported, token);
  }

  @Override
  public final void alarmLast(int token, long atPicos, int rank, long number) {
    alarms.addLast(atPicos, rank, number, token);
  }

  @Override
  public final long leave(int fromNode, int toNode, long bytes) {
    return turns != null && bytes <= mpi.inTurnLimitBytes() && !machine.isLocal(fromNode, toNode)
        ? turns.leave(fromNode, toNode, bytes, now)
        : now;
  }

  @Override
  public void transfer(int token, int fromNode, int toNode, long bytes) {
    if (machine.isLocal(fromNode, toNode)) {
      arrivesAfter(token, NodeMemory.picos(machine, fromNode, toNode, bytes));
    } else if (endless || bytes == 0 && wireBytes(0) == 0) {
      long picos = Picos.ofSeconds(latencySeconds(fromNode, toNode, bytes));
      arrivesAfter(token, Picos.sum(picos, overheadPicos(bytes), NETWORK));
    } else if (turns == null
        || bytes > mpi.inTurnLimitBytes()
        || !machine.hasCentre()
        || !waits(token, fromNode, toNode, bytes, turns)) {
      flow(token, fromNode, toNode, bytes, 0);
    }
  }

  /**
   * Lets a message wait in the middle of a star for its receiver's link. During this time, the link
   * of the sender's node, which the message had reserved, serves the next message.
   */
  private boolean waits(int token, int fromNode, int toNode, long bytes, LinkSchedule schedule) {
    long wait = schedule.deliver(fromNode, toNode, bytes, now);
    if (wait > 0) {
      waiting.put(token, new Waiting(fromNode, toNode, bytes));
      served(fromNode, toNode, bytes);
      double latency = machine.routes().linkLatencySeconds(2 * fromNode)
          * mpi.latencyFactor().at(wireBytes(bytes));
      arrivesAfter(token, Picos.sum(wait, Picos.ofSeconds(latency), NETWORK));
    }
    return wait > 0;
  }

  /**
   * Starts a message over links of limited bandwidth now.
   *
   * @param without links at the start of its route that it crosses no more
   */
  protected abstract void flow(int token, int fromNode, int toNode, long bytes, int without);

  /** The first link of a message's route has served the message alone. */
  protected void served(int fromNode, int toNode, long bytes) {}

  protected final void arrivesAfter(int token, long picos) {
    alarms.add(Picos.sum(now, picos, NETWORK), token | TRANSFER);
  }

  protected final long wireBytes(long bytes) {
    return packets == null ? bytes : packets.wireBytes(bytes);
  }

  protected final double latencySeconds(int fromNode, int toNode, long bytes) {
    return machine.routes().latencySeconds(fromNode, toNode)
        * mpi.latencyFactor().at(bytes);
  }

  /** The time of a message between nodes besides latency and bytes, ps. */
  protected final long overheadPicos(long bytes) {
    return Picos.ofSeconds(mpi.flightOverhead().seconds(bytes));
  }

  /** Takes the earliest entry out of the queue and reports it. There must be one. */
  protected final void ring(Listener listener) {
    reported = alarms.number();
    int token = alarms.remove();
    if (token >= 0) {
      listener.alarm(token);
      return;
    }
    int transfer = token & ~TRANSFER;
    Waiting message = waiting.isEmpty() ? null : waiting.remove(transfer);
    if (message == null) {
      listener.arrived(transfer);
    } else {
      flow(transfer, message.fromNode, message.toNode, message.bytes, 1);
    }
  }

  @Override
  public void pending(StateSink sink, Pending pending) {
    alarms.forEach((time, token) -> pending.ends(token & ~TRANSFER, time, token < 0));
    if (turns != null) {
      turns.describe(now, sink);
    }
  }

  @Override
  public void close() {}
}
