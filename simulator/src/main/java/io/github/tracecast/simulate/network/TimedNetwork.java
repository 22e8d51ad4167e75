package io.github.tracecast.simulate.network;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.costs.ProcessorRule;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A network in the simulated time of an engine. Events of the engine are the starts of messages
 * (see {@link #starts}), ordered matches, arrivals, resumed ranks, and ends of collectives on
 * separate networks. {@link #alarm} handles each kind of event. One lane, one thread.
 */
public final class TimedNetwork implements Network, TimingEngine.Listener {
  /** The processors of the receivers, on machines where arriving messages occupy them. */
  public interface Receivers {
    /** The earliest time, in ps, when a rank can receive a message. */
    long freeFrom(int rank);

    /** The earliest time, in ps, when a rank or strand that waits for its processor can continue. */
    long continuesFrom(int row);

    /** Occupies a rank's processor with a reception that begins now. Returns the end of the reception, ps. */
    long receive(int rank, int cost);
  }

  private static final String NETWORK = "on the network";

  /** Value of {@link #start} for a message that its receiver has to take. */
  private static final long OFFERED = -2;

  /** Rank in {@link TimingEngine#alarmLast} of the alarms for cores. */
  private static final int AFTER_ALL_RANKS = (1 << 24) - 1;

  private final TimingEngine engine;
  private final Slots slots;
  private final CostTable costs;
  private final boolean ordersAllMatches;

  /** Whether messages start in order of simulated time, and at equal times in the order of their senders. */
  private final boolean startsInOrder;

  /** Whether a rendezvous message waits until its receiver has a core. */
  private final boolean receiversFetch;

  private final RunChannels channels;

  private final int[] node;

  /**
   * For each slot of a message, its channel until it arrives, its index in the order of sending,
   * the start of its data, and the matched receive in another slot.
   */
  private int[] channel = new int[64];

  private long[] sequence = new long[64];
  private long[] start = new long[64];
  private int[] receive = new int[64];

  /** For each slot of a message, the request that ends when the receiver checks for messages. */
  private int[] watched = new int[64];

  /** For each slot of a receive, the time of its post, ps. */
  private long[] posted = new long[64];

  private long sent;

  @SuppressWarnings("NullAway.Init") // deliverTo() sets this field before any other call
  private Deliveries to;

  /** The processors that arriving messages occupy; null on other machines. */
  private @Nullable Receivers receivers;

  /** Receives the messages that arrive; null if no timeline is recorded. */
  private final @Nullable Timeline timeline;

  /**
   * @param ordersAllMatches whether the matches of all messages depend on simulated time
   * @param startsInOrder whether messages start in order of simulated time and senders; ignored if
   *     matches depend on time
   */
  public TimedNetwork(
      LaneProgram program,
      Machine machine,
      TimingEngine engine,
      Slots slots,
      RunChannels channels,
      boolean ordersAllMatches,
      boolean startsInOrder,
      @Nullable Timeline timeline) {
    this.timeline = timeline;
    this.channels = channels;
    this.engine = engine;
    this.slots = slots;
    this.costs = program.costs();
    this.ordersAllMatches = ordersAllMatches;
    this.startsInOrder = startsInOrder && !ordersAllMatches;
    receiversFetch = costs.processors() == ProcessorRule.SHARED;
    node =
        IntStream.range(0, program.programs().ranks()).map(machine::addressOf).toArray();
  }

  /** Makes arriving messages occupy the processors of their receivers. */
  public void takeProcessorsOf(Receivers processors) {
    receivers = processors;
  }

  @Override
  public void deliverTo(Deliveries deliveries) {
    to = deliveries;
  }

  /** Runs the engine's event loop until no event is left. */
  @Override
  public boolean next() {
    engine.run(this);
    return false;
  }

  @Override
  public boolean ordersAllMatches() {
    return ordersAllMatches;
  }

  @Override
  public boolean hasTime() {
    return true;
  }

  @Override
  public long now() {
    return engine.nowPicos();
  }

  // ---- messages

  @Override
  public void created(int slot, int onChannel) {
    reach(slot);
    channel[slot] = onChannel;
    channels.keep(onChannel);
    sequence[slot] = sent++;
    start[slot] = NONE;
    receive[slot] = NONE;
    watched[slot] = NONE;
  }

  @Override
  public void met(int slot, int receiving) {
    receive[slot] = receiving;
  }

  @Override
  public void posted(int slot, long picos) {
    reach(slot);
    posted[slot] = picos;
  }

  private void reach(int slot) {
    if (slot >= channel.length) {
      int size = Math.max(slot + 1, 2 * channel.length);
      channel = Arrays.copyOf(channel, size);
      sequence = Arrays.copyOf(sequence, size);
      start = Arrays.copyOf(start, size);
      receive = Arrays.copyOf(receive, size);
      watched = Arrays.copyOf(watched, size);
      posted = Arrays.copyOf(posted, size);
    }
  }

  @Override
  public void order(int slot) {
    engine.alarmLast(Token.of(Token.MEETS, slot), notBefore(slot), source(slot), sequence[slot]);
  }

  private int source(int slot) {
    return channels.source(channel[slot]);
  }

  private int destination(int slot) {
    return channels.destination(channel[slot]);
  }

  /** Makes the start of a message an event, unless its arrival is known in advance or its data may start at once. */
  @Override
  public void starts(int slot) {
    start[slot] = slots.since().first(slot);
    if (receivers != null && engine.foresees()) {
      long flight = costs.flight.first(slots.cost(slot));
      engine.alarm(Token.of(Token.ARRIVES, slot), Picos.sum(notBefore(slot), flight, NETWORK));
    } else if (startsInOrder) {
      engine.alarmLast(Token.of(Token.STARTS, slot), notBefore(slot), source(slot), sequence[slot]);
    } else if (start[slot] <= now()) {
      startNow(slot);
    } else {
      engine.alarm(Token.of(Token.STARTS, slot), start[slot]);
    }
  }

  @Override
  public void offers(int slot) {
    if (receiversFetch) {
      start[slot] = OFFERED;
      engine.alarm(Token.of(Token.STARTS, slot), notBefore(slot));
    } else {
      starts(slot);
    }
  }

  @Override
  public void fetched(int slot, boolean copied) {
    if (copied) {
      deliver(slot);
    } else {
      startNow(slot);
    }
  }

  private long notBefore(int slot) {
    return Math.max(slots.since().first(slot), now());
  }

  private void starting(int slot) {
    if (start[slot] == OFFERED) {
      start[slot] = now();
      to.offered(slot, source(slot), destination(slot));
    } else {
      startNow(slot);
    }
  }

  /** Starts the data of a message now. */
  private void startNow(int slot) {
    start[slot] = now();
    long leaves = engine.leaveNode(
        node[source(slot)], node[destination(slot)], costs.bytes[slots.cost(slot)]);
    if (leaves > now()) {
      engine.alarmLast(Token.of(Token.LEAVES_NODE, slot), leaves, source(slot), sequence[slot]);
    } else {
      transfer(slot);
    }
  }

  private void transfer(int slot) {
    engine.transfer(
        Token.of(Token.ARRIVES, slot),
        node[source(slot)],
        node[destination(slot)],
        costs.bytes[slots.cost(slot)]);
  }

  @Override
  public void watch(int message, int request) {
    watched[message] = request;
  }

  @Override
  public long postedPicos(int slot) {
    return posted[slot];
  }

  /** Describes the messages that have not arrived, sorted by channel, then in the order of sending. */
  @Override
  public void describe(StateSink sink) {
    IntArrayList all = slots.inFlight();
    IntArrays.quickSort(all.elements(), 0, all.size(), this::compare);
    for (int i = 0; i < all.size(); i++) {
      int slot = all.getInt(i);
      sink.number(channels.name(channel[slot]));
      slots.describe(slot, false, sink);
      sink.number(slots.users(slot));
      if (slots.state(slot) == Slots.OFFERED) {
        sink.time(slots.since().first(slot) + costs.handshake.first(slots.cost(slot)));
      } else {
        sink.number(start[slot] == NONE ? 0 : 1);
      }
      describeOther(receive[slot], sink);
      describeOther(watched[slot], sink);
    }
    sink.number(NONE);
  }

  private int compare(int slot, int other) {
    return channel[slot] == channel[other]
        ? Long.compare(sequence[slot], sequence[other])
        : Long.compare(channels.name(channel[slot]), channels.name(channel[other]));
  }

  private void describeOther(int slot, StateSink sink) {
    if (slot == NONE) {
      sink.number(NONE);
    } else {
      slots.describe(slot, false, sink);
    }
  }

  // ---- ranks and collectives

  @Override
  public void resumeAt(int row, long picos) {
    engine.alarm(Token.of(Token.RANK, row), Math.max(picos, now()));
  }

  @Override
  public void passCoresAt(int onNode, long picos) {
    engine.alarmLast(Token.of(Token.CORES, onNode), picos, AFTER_ALL_RANKS, onNode);
  }

  @Override
  public void ends(int request) {
    if (slots.since().first(request) <= now()) {
      to.arrived(request, NONE);
    } else {
      engine.alarm(Token.of(Token.REQUEST, request), slots.since().first(request));
    }
  }

  @Override
  public void passes(int row, boolean shared, long bytes, long latencyPicos) {
    if (shared) {
      engine.collective(Token.of(Token.COLLECTIVE, row), bytes, latencyPicos);
    } else {
      engine.alarm(Token.of(Token.COLLECTIVE, row), Picos.sum(now(), latencyPicos, NETWORK));
    }
  }

  // ---- events from the engine

  @Override
  public void alarm(int token) {
    int row = Token.row(token);
    switch (Token.kind(token)) {
      case Token.MEETS -> mayMeet(row);
      case Token.STARTS -> starting(row);
      case Token.LEAVES_NODE -> transfer(row);
      case Token.RANK -> resume(row);
      case Token.COLLECTIVE -> to.passed(row);
      case Token.REQUEST -> to.arrived(row, NONE);
      case Token.ARRIVES -> deliver(row);
      case Token.CORES -> to.coresPass(row);
      default -> throw new AssertionError("token " + token);
    }
    to.settle();
  }

  @Override
  public void transferred(int token) {
    alarm(token);
  }

  /** Resumes a rank or strand, unless a message has occupied its processor meanwhile. */
  private void resume(int row) {
    long from = receivers == null ? 0 : receivers.continuesFrom(row);
    if (from > now()) {
      engine.postpone(Token.of(Token.RANK, row), from);
    } else {
      to.resumes(row);
    }
  }

  private void deliver(int slot) {
    long end = now();
    if (receivers != null) {
      int receiver = destination(slot);
      long free = receivers.freeFrom(receiver);
      if (free > now()) {
        engine.postpone(Token.of(Token.ARRIVES, slot), free);
        return;
      }
      end = receivers.receive(receiver, slots.cost(slot));
    }
    slots.since().set(slot, 0, end);
    int receiving = receive[slot];
    if (watched[slot] != NONE) {
      to.unseen(watched[slot], source(slot), destination(slot));
    }
    if (timeline != null) {
      long bytes = costs.bytes[slots.cost(slot)];
      timeline.message(source(slot), destination(slot), bytes, start[slot], end);
    }
    channels.release(channel[slot]);
    to.arrived(slot, receiving);
    if (receiving == NONE && ordersAllMatches) {
      to.visible(slot);
    }
  }

  private void mayMeet(int slot) {
    if (slots.state(slot) == Slots.FLYING) {
      startNow(slot);
    }
    to.mayMeet(slot, channel[slot]);
  }

  @Override
  public void describeEngine(StateSink sink) {
    if (!engine.exact()) {
      return;
    }
    engine.describeInProgress(sink, (token, picos, arrival) -> {
      sink.number(2L * Token.kind(token) + (arrival ? 1 : 0));
      sink.time(picos);
      switch (Token.kind(token)) {
        case Token.RANK, Token.COLLECTIVE -> sink.number(Token.row(token));
        default -> slots.describe(Token.row(token), false, sink);
      }
    });
  }
}
