package io.github.tracecast.simulate.lanes;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.LinkSchedule;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * Messages between their start and their arrival on a machine whose links they take one after the other.
 * Ranks may run in any order: messages start in the order of time, of equal times the one of the lowest
 * sender first, then the one that it sent first. So that this is one order, every message has to take some
 * time, and a rank that stands at the end of an iteration goes on before any message that does not start earlier than
 * its clock. One lane, one thread.
 */
final class ContendedNetwork {
  /** More links of routes are looked up for each message rather than kept: 16 MiB. */
  private static final int MOST_LINKS = 1 << 22;

  /** Messages are numbered below two to this power. */
  private static final int NUMBER_BITS = 39;

  private final LinkSchedule schedule;
  private final Slots slots;
  private final CostTable costs;
  private final TurnQueue starts = new TurnQueue();

  /** Ranks that stand at the ends of iterations, by their clocks. */
  private final TurnQueue resting = new TurnQueue();

  private long now;

  /** By channel. */
  private final int[] source;

  private final int[] fromNode;
  private final int[] toNode;

  /** Links of the channels' routes, and where each channel's begin; null if they would be too many. */
  private final int[] links;

  private final int[] firstLink;

  /** By slot: the channel that its message is on; its sender and, below that, how many were sent before it, over all ranks. */
  private int[] channel = new int[64];

  private long[] order = new long[64];
  private long sent;

  ContendedNetwork(LaneProgram program, Machine machine, Slots slots) {
    this.schedule = new LinkSchedule(machine);
    this.slots = slots;
    this.costs = program.costs();
    source = program.channels().sources();
    fromNode = Arrays.stream(source).map(machine::nodeOf).toArray();
    toNode =
        Arrays.stream(program.channels().destinations()).map(machine::nodeOf).toArray();
    firstLink = new int[source.length + 1];
    links = links(machine.routes());
  }

  /** Lists the links of all channels' routes, or returns null. */
  private int[] links(Routes routes) {
    IntArrayList all = new IntArrayList();
    int[] route = new int[routes.longestRoute()];
    for (int on = 0; on < source.length && all.size() <= MOST_LINKS; on++) {
      all.addElements(all.size(), route, 0, routes.route(fromNode[on], toNode[on], route));
      firstLink[on + 1] = all.size();
    }
    return all.size() <= MOST_LINKS ? all.toIntArray() : null;
  }

  /** A message is sent; it may start later. */
  void sent(int slot, int onChannel) {
    if (slot >= channel.length) {
      int size = Math.max(slot + 1, 2 * channel.length);
      channel = Arrays.copyOf(channel, size);
      order = Arrays.copyOf(order, size);
    }
    channel[slot] = onChannel;
    order[slot] = ((long) source[onChannel] << NUMBER_BITS) + sent++;
  }

  /** The time at which it starts is known; it is the slot's. */
  void starts(int slot) {
    starts.add(slots.picos.first(slot), order[slot], slot);
  }

  /** Whether no message is to start. */
  boolean isEmpty() {
    return starts.isEmpty();
  }

  /** Lets the next message start; returns its slot, whose time is that of its arrival then. */
  int next() {
    long start = starts.earliest();
    int slot = starts.remove();
    int cost = slots.cost[slot];
    int on = channel[slot];
    long flight = costs.flight.first(cost) + delay(on, costs.bytes[cost], start);
    if (flight == 0) {
      throw new UnsuitableException("a message that takes no time");
    }
    slots.picos.set(slot, 0, start + flight);
    return slot;
  }

  private long delay(int on, long bytes, long start) {
    return links == null
        ? schedule.delay(fromNode[on], toNode[on], bytes, start)
        : schedule.delay(links, firstLink[on], firstLink[on + 1], bytes, start);
  }

  /** A rank stands at the end of an iteration until it is its turn. */
  void rest(int rank, long clock) {
    resting.add(clock, rank, rank);
  }

  /** Whether a rank goes on before the next message starts. */
  boolean isRanksTurn() {
    return !resting.isEmpty() && resting.earliest() <= starts.earliest();
  }

  /** Takes the rank whose turn it is. */
  int nextRank() {
    now = resting.earliest();
    return resting.remove();
  }

  // ---- what the further course depends on

  /** The slots of messages whose start is known and that have not started, in no order that matters. */
  int[] starting() {
    return starts.tokens();
  }

  /** Puts messages that have not started in order: by sender, and as it sent them. */
  void sort(IntArrayList unstarted) {
    IntArrays.quickSort(
        unstarted.elements(), 0, unstarted.size(), (a, b) -> Long.compare(order[a], order[b]));
  }

  /** The channel of a message that has not started. */
  int channel(int slot) {
    return channel[slot];
  }

  /** Tells for how much longer links are taken when a rank has its turn: nothing is to start earlier. */
  void forEachBusy(LinkSchedule.Busy busy) {
    schedule.forEachBusy(now, (link, until) -> busy.until(link, until - now));
  }
}
