package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.flows.RadixHeap;
import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Simulates everything that takes time on a machine's resources: messages on the network,
 * collectives on a separate network, and alarms.
 *
 * <p>The engine owns simulated time, in picoseconds from the start of the run. One thread drives
 * it. {@link #run} calls the listener once for every alarm and for every completed transfer, in
 * order of time. Alarms of equal times go off in the order of insertion, except those of {@link
 * #alarmLast}. Each engine decides whether its flows end before or after alarms of the same time.
 * The listener starts new alarms and transfers during its calls.
 *
 * <p>The queue of alarms also has the arrivals that are known in advance, of messages within a node
 * and of messages with unlimited bandwidth. Messages that take turns reserve links in a {@link
 * LinkSchedule}.
 */
public abstract class TimingEngine implements AutoCloseable {
  /** Flag of a token in the queue that marks the end of a transfer, or of its wait in the middle of a star. */
  private static final int TRANSFER = 1 << 31;

  protected static final String NETWORK = "on the network";

  protected final Machine machine;
  protected final MpiCosts mpi;
  private final boolean endless;
  protected final RadixHeap alarms = new RadixHeap();

  /** The reservations of messages that cross links one after another; null if there are no such messages. */
  private final @Nullable LinkSchedule turns;

  /** The messages that wait for their receiver's link, by token. */
  private final Int2ObjectOpenHashMap<Waiting> waiting = new Int2ObjectOpenHashMap<>();

  protected long now;

  private record Waiting(int fromNode, int toNode, long bytes) {}

  /** Receives the ends of alarms and transfers. */
  public interface Listener {
    /** Called when the alarm with this token goes off, at the time {@link TimingEngine#nowPicos}. */
    void alarm(int token);

    /** Called when the transfer with this token has arrived completely. */
    void transferred(int token);
  }

  /** Receives the alarms and transfers in progress, for a description of the state. */
  public interface InProgress {
    /** @param arrival whether the engine will report the end with {@link Listener#transferred} */
    void ends(int token, long atPicos, boolean arrival);
  }

  /** @param turns whether messages may take turns on links */
  protected TimingEngine(Machine machine, boolean turns) {
    this.machine = machine;
    this.mpi = machine.platform().mpi();
    this.endless = machine.platform().topology().isEndless();
    this.turns = turns && mpi.inTurnLimitBytes() > 0 ? new LinkSchedule(machine) : null;
  }

  /** The short stable name in reports: {@code simgrid}, {@code flows} or {@code loggp}. */
  public abstract String name();

  /**
   * Whether messages never delay each other, so that a message arrives one flight time after its
   * start, and its arrival is known in advance.
   */
  public boolean foresees() {
    return false;
  }

  /**
   * Whether {@link #describeInProgress} determines the engine's future exactly, except for a shift
   * in time. A state that recurs then continues identically.
   */
  public boolean exact() {
    return false;
  }

  /** Makes the engine report the bytes of messages on links from now on. Only engine {@code flows} supports this. */
  public void report(LinkUse use) {
    throw new UnsupportedOperationException(name());
  }

  /** Runs until no alarm and no transfer is left. May be called again after new alarms or transfers. */
  public abstract void run(Listener listener);

  /** The simulated time in ps. */
  public final long nowPicos() {
    return now;
  }

  // ---- alarms

  /** Requests a call of {@link Listener#alarm} at a time, not before {@link #nowPicos}. */
  public final void alarm(int token, long atPicos) {
    alarms.add(atPicos, token);
  }

  /**
   * Postpones the alarm that is being reported. Called from within {@link Listener#alarm}, which
   * will be called again at the later time. An {@link #exact} engine keeps the alarm's order among
   * alarms of equal times.
   *
   * @param atPicos the later time, after {@link #nowPicos}
   */
  public void postpone(int token, long atPicos) {
    alarms.add(atPicos, alarms.removedNumber(), token);
  }

  /**
   * Requests a call of {@link Listener#alarm} for a message, after all other alarms of that time.
   * Several messages of one time are in order of their senders' ranks, then of sending, and not of
   * insertion.
   *
   * @param rank the sender's world rank
   * @param number increases with each message that the rank sends
   */
  public final void alarmLast(int token, long atPicos, int rank, long number) {
    alarms.addLast(atPicos, rank, number, token);
  }

  /** Removes the earliest entry of the queue and reports it. The queue must not be empty. */
  protected final void ring(Listener listener) {
    int token = alarms.remove();
    if (token >= 0) {
      listener.alarm(token);
      return;
    }
    int transfer = token & ~TRANSFER;
    Waiting message = waiting.isEmpty() ? null : waiting.remove(transfer);
    if (message == null) {
      listener.transferred(transfer);
    } else {
      flow(transfer, message.fromNode, message.toNode, message.bytes, 1);
    }
  }

  // ---- messages

  /**
   * Starts a message now, on the sender's own links.
   *
   * @return when the message leaves these links and {@link #transfer} is due, ps; now, unless
   *     messages take turns on these links
   */
  public final long leaveNode(int fromNode, int toNode, long bytes) {
    return turns != null && bytes <= mpi.inTurnLimitBytes() && !machine.isLocal(fromNode, toNode)
        ? turns.leaveNode(fromNode, toNode, bytes, now)
        : now;
  }

  /** Sends a message, whose size is without packet headers, from its node now. */
  public final void transfer(int token, int fromNode, int toNode, long bytes) {
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
   * Makes a message wait in the middle of a star for its receiver's link. During the wait, the link
   * of the sender's node serves the next message.
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
   * @param without number of links at the start of the route that the message has already crossed
   */
  protected abstract void flow(int token, int fromNode, int toNode, long bytes, int without);

  /** Called when the first link of a message's route has served the message alone. */
  protected void served(int fromNode, int toNode, long bytes) {}

  /**
   * Starts a collective on the machine's collective network now. All active collectives share the
   * network.
   *
   * @param bytes payload that passes through the network's root
   * @param latencyPicos time in ps that the first byte takes through the network
   */
  public abstract void collective(int token, long bytes, long latencyPicos);

  protected final void arrivesAfter(int token, long picos) {
    alarms.add(Picos.sum(now, picos, NETWORK), token | TRANSFER);
  }

  protected final long wireBytes(long bytes) {
    return machine.platform().wireBytes(bytes);
  }

  protected final double latencySeconds(int fromNode, int toNode, long bytes) {
    return machine.routes().latencySeconds(fromNode, toNode)
        * mpi.latencyFactor().at(bytes);
  }

  /** The overhead in ps of a message between nodes, in addition to latency and time per byte. */
  protected final long overheadPicos(long bytes) {
    return Picos.ofSeconds(mpi.flightOverhead().seconds(bytes));
  }

  /**
   * Describes all alarms and transfers in progress, in the order of their ends, and the times until
   * which resources are in use. Only an {@link #exact} engine supports it.
   */
  public void describeInProgress(StateSink sink, InProgress all) {
    alarms.forEach((time, token) -> all.ends(token & ~TRANSFER, time, token < 0));
    if (turns != null) {
      turns.describe(now, sink);
    }
  }

  @Override
  public void close() {}
}
