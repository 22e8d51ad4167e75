package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * The state of a stuck run: the call of each rank, the requests that it waits for, and the messages
 * and receives that have not met. Only the first ranks are kept in detail. Memory: 24 bytes per
 * described slot, and eight per member of a collective.
 */
final class StuckState implements StateSink {
  /** Ranks that are kept in detail. A run with thousands of ranks needs no more for diagnosis. */
  static final int DETAILED = 8;

  private static final int FIELDS = 6;
  private static final int STATE = 0;
  private static final int USERS = 1;
  private static final int RECEIVER = 2;
  private static final int SENDER = 3;
  private static final int COST = 4;
  private static final int CHANNEL = 5;

  /** A rank that has not ended, or one of its strands. */
  static final class Row {
    final int number;
    final int rank;

    /** The next instruction, and for a rank the execution of its call. */
    final int at;

    final long execution;

    /** The last collective: where ranks meet, and its number there. */
    int meeting;

    long collective;

    /** The awaited requests: their slots, and which of them are receives. */
    final IntArrayList requests = new IntArrayList();

    final BitSet receives = new BitSet();

    private Row(int number, int rank, int at, long execution) {
      this.number = number;
      this.rank = rank;
      this.at = at;
      this.execution = execution;
    }
  }

  /** Receives that no message has met, and by slot of these the way of {@link #receive}. */
  private final IntArrayList unsent = new IntArrayList();

  private int[] ways = new int[0];

  /** Messages that no receive has met, and their channels. */
  private final IntArrayList unreceived = new IntArrayList();

  private final IntArrayList unreceivedOn = new IntArrayList();

  /** Ranks that have not ended. */
  private final BitSet standing = new BitSet();

  /** The first waiting ranks and their strands, by row. */
  private final Int2ObjectOpenHashMap<Row> rows = new Int2ObjectOpenHashMap<>();

  private int detailed;

  /** By slot of a request: the strand that ends it. */
  private final Int2ObjectOpenHashMap<Row> strands = new Int2ObjectOpenHashMap<>();

  /** Number of collectives that only some ranks have reached. */
  private long openCollectives;

  private final BitSet blocked = new BitSet();
  private final LongArrayList collectives = new LongArrayList();

  /** By slot: its {@link #FIELDS}, and whether it was described. */
  private int[] slots = new int[0];

  private final BitSet described = new BitSet();

  @Override
  public void receive(int slot, int way) {
    if (slot >= ways.length) {
      ways = Arrays.copyOf(ways, Math.max(64, 2 * slot));
    }
    ways[slot] = way;
    unsent.add(slot);
  }

  @Override
  public void message(int slot, int channel) {
    unreceived.add(slot);
    unreceivedOn.add(channel);
  }

  @Override
  public void stands(int rank, int at, long execution) {
    standing.set(rank);
    if (detailed < DETAILED) {
      detailed++;
      rows.put(rank, new Row(rank, rank, at, execution));
    }
  }

  @Override
  public void strand(int row, int rank, int at, int slot) {
    if (rows.containsKey(rank)) {
      Row strand = new Row(row, rank, at, 0);
      rows.put(row, strand);
      strands.put(slot, strand);
    }
  }

  @Override
  public void waits(int row, int things) {
    blocked.set(row, things >= 0);
  }

  @Override
  public void expects(int row, int slot, boolean receives) {
    Row here = rows.get(row);
    if (here != null) {
      here.receives.set(here.requests.size(), receives);
      here.requests.add(slot);
    }
  }

  @Override
  public void collective(int row, int meeting, long number, long ahead) {
    Row here = rows.get(row);
    if (here != null) {
      here.meeting = meeting;
      here.collective = number;
    }
  }

  @Override
  public void member(int member, long number, long ahead) {
    collectives.add(number);
  }

  @Override
  public void open(int count) {
    openCollectives += count;
  }

  @Override
  public void slot(
      int slot, byte state, byte users, int receiver, int sender, int cost, int channel) {
    int at = slot * FIELDS;
    if (at >= slots.length) {
      slots = Arrays.copyOf(slots, Math.max(64 * FIELDS, 2 * at));
    }
    slots[at + STATE] = state;
    slots[at + USERS] = users;
    slots[at + RECEIVER] = receiver;
    slots[at + SENDER] = sender;
    slots[at + COST] = cost;
    slots[at + CHANNEL] = channel;
    described.set(slot);
  }

  @Override
  public void time(long picos) {
    // no line of a report has a time
  }

  @Override
  public void done(int rank, long picos) {
    // no line of a report has a time
  }

  /** Receives that no message has met. */
  IntArrayList unsent() {
    return unsent;
  }

  /** Messages that no receive has met. */
  IntArrayList unreceived() {
    return unreceived;
  }

  /** The channels of {@link #unreceived}. */
  IntArrayList unreceivedOn() {
    return unreceivedOn;
  }

  /** Ranks that have not ended. */
  BitSet standing() {
    return standing;
  }

  /** The first ranks that have not ended, and their strands, by row. */
  Int2ObjectOpenHashMap<Row> rows() {
    return rows;
  }

  /** By slot of a request: the strand that ends it. */
  Int2ObjectOpenHashMap<Row> strands() {
    return strands;
  }

  /** Number of collectives that only some ranks have reached. */
  long openCollectives() {
    return openCollectives;
  }

  /** Whether a rank or a strand is blocked until its awaited requests have ended. */
  boolean isBlocked(int row) {
    return row >= 0 && blocked.get(row);
  }

  /** The number of collectives that a member has reached. */
  long collectivesOf(int member) {
    return collectives.getLong(member);
  }

  /** How an unmet receive states its source and tag, see {@link #receive}. */
  int way(int slot) {
    return slot < ways.length ? ways[slot] : 0;
  }

  /** Visits the described slots in their order. */
  void forEachSlot(IntConsumer action) {
    described.stream().forEach(action);
  }

  int receiver(int slot) {
    return slots[slot * FIELDS + RECEIVER];
  }

  int sender(int slot) {
    return slots[slot * FIELDS + SENDER];
  }

  /** The row of a message's costs. */
  int cost(int slot) {
    return slots[slot * FIELDS + COST];
  }

  int channel(int slot) {
    return slots[slot * FIELDS + CHANNEL];
  }

  boolean hasArrived(int slot) {
    return slots[slot * FIELDS + STATE] == Slots.ARRIVED;
  }

  boolean isRunning(int slot) {
    return slots[slot * FIELDS + STATE] == Slots.RUNNING;
  }

  /** Whether a message's sender waits until a receive has met it. */
  boolean isAwaited(int slot) {
    return slots[slot * FIELDS + STATE] == Slots.READY && slots[slot * FIELDS + USERS] > 1;
  }
}
