package io.github.tracecast.simulate.network;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.engine.LinkSchedule;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * Carries messages from start to arrival on a machine whose links serve one message after another.
 * Ranks may run in any order. Messages start in the order of time. At equal times the lowest sender
 * comes first, and its messages start in the order of sending.
 *
 * <p>Two rules make this order unique. Every message takes some time. A rank at the end of an
 * iteration continues before any message that starts at its clock or later. One lane, one thread.
 */
public final class ContendedNetwork implements Network {
  /**
   * Most links of routes that are kept: 16 MiB. If there are more, each message looks up its route.
   */
  private static final int MOST_LINKS = 1 << 22;

  /** Bits of a message's number. */
  private static final int NUMBER_BITS = 39;

  private final LinkSchedule schedule;
  private final Slots slots;
  private final CostTable costs;
  private final TurnQueue starts = new TurnQueue();

  /** Ranks at the ends of iterations, by their clocks. */
  private final TurnQueue resting = new TurnQueue();

  private long now;

  /** By channel: the sender. */
  private final int[] source;

  private final int[] fromNode;
  private final int[] toNode;

  /**
   * Links of the channels' routes, and the place where each route begins. Null if there are too
   * many links.
   */
  private final int[] links;

  private final int[] firstLink;

  /**
   * By slot: the channel of its message, and the key of its order. The key holds the sender above
   * the number of messages sent before by all ranks.
   */
  private int[] channel = new int[64];

  private long[] order = new long[64];
  private long sent;

  public ContendedNetwork(LaneProgram program, Machine machine, Slots slots) {
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

  /**
   * Whether the program's messages alone determine the order in which they start. Neither time nor
   * overlapping calls may decide it, and each message must take some time.
   */
  public static boolean suits(LaneProgram program) {
    return program.inTime() == null
        && program.mail().count() == 0
        && !program.overlap()
        && !program.costs().takesNoTime();
  }

  /** Lists the links of all channels' routes. Returns null if there are too many. */
  private int[] links(Routes routes) {
    IntArrayList all = new IntArrayList();
    int[] route = new int[routes.longestRoute()];
    for (int on = 0; on < source.length && all.size() <= MOST_LINKS; on++) {
      all.addElements(all.size(), route, 0, routes.route(fromNode[on], toNode[on], route));
      firstLink[on + 1] = all.size();
    }
    return all.size() <= MOST_LINKS ? all.toIntArray() : null;
  }

  @Override
  public boolean ordersDepartures() {
    return false;
  }

  @Override
  public void sent(int slot, int onChannel) {
    if (slot >= channel.length) {
      int size = Math.max(slot + 1, 2 * channel.length);
      channel = Arrays.copyOf(channel, size);
      order = Arrays.copyOf(order, size);
    }
    channel[slot] = onChannel;
    order[slot] = ((long) source[onChannel] << NUMBER_BITS) + sent++;
  }

  @Override
  public void starts(int slot) {
    starts.add(slots.picos.first(slot), order[slot], slot);
  }

  /** Whether no message waits for its start. */
  public boolean isEmpty() {
    return starts.isEmpty();
  }

  /** Starts the next message and returns its slot. The slot's time is then the arrival. */
  public int next() {
    long start = starts.earliest();
    int slot = starts.remove();
    int cost = slots.cost(slot);
    int on = channel[slot];
    long flight = costs.flight.first(cost) + delay(on, costs.bytes[cost], start);
    slots.picos.set(slot, 0, start + flight);
    return slot;
  }

  private long delay(int on, long bytes, long start) {
    return links == null
        ? schedule.delay(fromNode[on], toNode[on], bytes, start)
        : schedule.delay(links, firstLink[on], firstLink[on + 1], bytes, start);
  }

  /** Lets a rank stand at the end of an iteration until its turn. */
  public void rest(int rank, long clock) {
    resting.add(clock, rank, rank);
  }

  /** Whether a rank continues before the next message starts. */
  public boolean isRanksTurn() {
    return !resting.isEmpty() && resting.earliest() <= starts.earliest();
  }

  /** Removes the rank whose turn it is and returns it. */
  public int nextRank() {
    now = resting.earliest();
    return resting.remove();
  }

  // ---- state on which the rest of a run depends

  /**
   * Describes messages that have not started, by sender and in the order of sending, and how much
   * longer each link is taken when a rank has its turn. No message may start earlier than that.
   */
  @Override
  public void describe(StateSink sink) {
    IntArrayList unstarted = slots.inFlight();
    IntArrays.quickSort(
        unstarted.elements(), 0, unstarted.size(), (a, b) -> Long.compare(order[a], order[b]));
    for (int i = 0; i < unstarted.size(); i++) {
      int slot = unstarted.getInt(i);
      sink.number(channel[slot]);
      slots.describe(slot, false, sink);
    }
    sink.number(Slots.NONE);
    schedule.forEachBusy(now, (link, until) -> {
      sink.number(link);
      sink.number(until - now);
    });
    sink.number(Slots.NONE);
  }
}
