package io.github.tracecast.simulate.lanes;

import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.AlarmQueue;
import io.github.tracecast.simulate.LogGpEngine;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Messages between their start and their arrival on a machine whose links they take one after the other.
 * Ranks may run in any order: messages start in the order of time, of equal times the one of the lowest
 * sender first, then the one that it sent first. So that this is one order, every message has to take some
 * time. One lane, one thread.
 */
final class ContendedNetwork {
  /** More links of routes are looked up for each message rather than kept: 16 MiB. */
  private static final int MOST_LINKS = 1 << 22;

  private final LogGpEngine engine;
  private final Slots slots;
  private final CostTable costs;
  private final AlarmQueue starts = new AlarmQueue();

  /** By channel. */
  private final int[] source;

  private final int[] fromNode;
  private final int[] toNode;

  /** Links of the channels' routes, and where each channel's begin; null if they would be too many. */
  private final int[] links;

  private final int[] firstLink;

  /** By slot: the channel that its message is on, and how many were sent before it, over all ranks. */
  private int[] channel = new int[64];

  private long[] number = new long[64];
  private long sent;

  ContendedNetwork(LaneProgram program, Lane lane, LogGpEngine engine, Slots slots) {
    this.engine = engine;
    this.slots = slots;
    this.costs = program.costs();
    source = program.channels().sources();
    fromNode = Arrays.stream(source).map(lane.machine()::nodeOf).toArray();
    toNode = Arrays.stream(program.channels().destinations())
        .map(lane.machine()::nodeOf)
        .toArray();
    firstLink = new int[source.length + 1];
    links = links(lane.machine().routes());
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
      number = Arrays.copyOf(number, size);
    }
    channel[slot] = onChannel;
    number[slot] = sent++;
  }

  /** The time at which it starts is known; it is the slot's. */
  void starts(int slot) {
    starts.addLast(slots.picos[slot], source[channel[slot]], number[slot], slot);
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
    long flight = costs.flight[cost] + delay(on, costs.bytes[cost], start);
    if (flight == 0) {
      throw new UnsuitableException("a message that takes no time");
    }
    slots.picos[slot] = start + flight;
    return slot;
  }

  private long delay(int on, long bytes, long start) {
    return links == null
        ? engine.delay(fromNode[on], toNode[on], bytes, start)
        : engine.delay(links, firstLink[on], firstLink[on + 1], bytes, start);
  }
}
