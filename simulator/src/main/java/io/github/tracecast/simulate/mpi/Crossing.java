package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.ChannelNumbers;

/**
 * Sends what leaves a block of ranks, and hands over what comes to it. Rows are collected in
 * parcels. The times in them do not depend on when a parcel is read, so neither does the result. One
 * thread.
 */
final class Crossing implements Outside {
  /**
   * Most messages from outside that nobody has received, while ranks of the block can continue.
   */
  private static final int MOST_HELD = 1 << 18;

  private final int block;
  private final RankBlocks blocks;
  private final int first;
  private final int end;
  private final ParcelExchange exchange;
  private final SharedGatherings gatherings;
  private final ChannelNumbers channels;

  /** By block: the parcel that is being filled, or null. */
  private final Parcel[] outgoing;

  /** By rank: whether any channel leads from it to another block. */
  private final boolean[] borders;

  private Transport transport;
  private CollectiveNetworks networks;

  Crossing(
      int block,
      RankBlocks blocks,
      ParcelExchange exchange,
      SharedGatherings gatherings,
      ChannelNumbers channels,
      boolean[] borders) {
    this.borders = borders;
    this.block = block;
    this.blocks = blocks;
    this.first = blocks.first(block);
    this.end = blocks.end(block);
    this.exchange = exchange;
    this.gatherings = gatherings;
    this.channels = channels;
    outgoing = new Parcel[blocks.count()];
  }

  /** Lets what comes from outside go to the parts of a run. */
  void deliverTo(Transport messages, CollectiveNetworks collectives) {
    transport = messages;
    networks = collectives;
  }

  @Override
  public boolean holds(int rank) {
    return rank < first || rank >= end;
  }

  @Override
  public boolean isReachedFrom(int rank) {
    return borders[rank];
  }

  @Override
  public void send(int channel, int cost, LaneTimes arrival, int row) {
    int to = blocks.of(channels.destination(channel));
    add(to, Parcel.EAGER, channel, cost, 0, arrival, row);
  }

  @Override
  public void sendLate(int channel, int cost, int slot, LaneTimes ready, int row) {
    int to = blocks.of(channels.destination(channel));
    add(to, Parcel.LATE, channel, cost, slot, ready, row);
  }

  @Override
  public void ended(int channel, int slot, LaneTimes ends, int row) {
    add(blocks.of(channels.source(channel)), Parcel.ENDED, channel, 0, slot, ends, row);
  }

  @Override
  public void gathered(int meeting, LaneTimes latest, LaneTimes busy, int latency, boolean shared) {
    LaneTimes ends = gatherings.come(meeting, latest, busy, latency, shared);
    if (ends == null) {
      return;
    }
    for (int to = 0; to < outgoing.length; to++) {
      if (to != block) {
        add(to, Parcel.GATHERED, meeting, 0, 0, ends, meeting);
      }
    }
    networks.gatheredAll(meeting, ends.array(meeting), ends.at(meeting));
  }

  private void add(int to, int kind, int channel, int cost, int slot, LaneTimes times, int row) {
    if (outgoing[to] == null) {
      outgoing[to] = exchange.empty();
    }
    outgoing[to].add(kind, channel, cost, slot, times, row);
    if (outgoing[to].isFull()) {
      flush(to);
    }
  }

  /** Sends all parcels that are not empty. */
  void flush() {
    for (int to = 0; to < outgoing.length; to++) {
      if (outgoing[to] != null) {
        flush(to);
      }
    }
  }

  private void flush(int to) {
    Parcel parcel = outgoing[to];
    outgoing[to] = null;
    try {
      exchange.put(block, to, parcel);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReplayException("interrupted");
    }
  }

  /** Hands over what has come, unless ranks of the block should first receive what they have. */
  void look() {
    while (transport.fromOutside() < MOST_HELD) {
      Parcel parcel = exchange.poll(block);
      if (parcel == null) {
        return;
      }
      open(parcel);
    }
  }

  /** Hands over what comes next. Returns false if no block can continue, or one has failed. */
  boolean await() throws InterruptedException {
    Parcel parcel = exchange.take(block);
    if (parcel == null) {
      return false;
    }
    open(parcel);
    return true;
  }

  private void open(Parcel parcel) {
    for (int row = 0; row < parcel.rows; row++) {
      int channel = parcel.channel[row];
      int at = parcel.at(row);
      switch (parcel.kind[row]) {
        case Parcel.EAGER -> transport.comes(channel, parcel.cost[row], parcel.picos, at);
        case Parcel.LATE ->
          transport.comesLate(channel, parcel.cost[row], parcel.slot[row], parcel.picos, at);
        case Parcel.ENDED -> transport.ends(parcel.slot[row], parcel.picos, at);
        default -> networks.gatheredAll(channel, parcel.picos, at);
      }
    }
    exchange.giveBack(parcel);
  }
}
