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
 * Ranks may run in any order. Messages start, and leave their nodes' own links, in the order of
 * time. At equal times the lowest sender comes first, and its messages in the order of sending.
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
  private final TurnQueue standing = new TurnQueue();

  private Arrivals to;

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

  /** By slot: whether the message has got a time at which its node's own links let it go. */
  private boolean[] leaves = new boolean[64];

  private long sent;

  public ContendedNetwork(LaneProgram program, Machine machine, Slots slots) {
    this.schedule = new LinkSchedule(machine);
    this.slots = slots;
    this.costs = program.costs();
    source = program.channels().sources();
    fromNode = Arrays.stream(source).map(machine::addressOf).toArray();
    toNode =
        Arrays.stream(program.channels().destinations()).map(machine::addressOf).toArray();
    firstLink = new int[source.length + 1];
    links = links(machine.routes());
  }

  /**
   * Whether the program's messages alone determine the order in which they start. Neither time nor
   * overlapping calls may decide it, and each message must take some time. Its links alone determine
   * a message's route.
   */
  public static boolean suits(LaneProgram program, Machine machine) {
    return !machine.routes().adapts()
        && !machine.routes().cuts()
        && program.inTime() == null
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
  public void deliverTo(Arrivals arrivals) {
    to = arrivals;
  }

  @Override
  public void ends(int request) {
    to.over(request);
  }

  @Override
  public void sent(int slot, int onChannel) {
    if (slot >= channel.length) {
      int size = Math.max(slot + 1, 2 * channel.length);
      channel = Arrays.copyOf(channel, size);
      order = Arrays.copyOf(order, size);
      leaves = Arrays.copyOf(leaves, size);
    }
    channel[slot] = onChannel;
    leaves[slot] = false;
    order[slot] = ((long) source[onChannel] << NUMBER_BITS) + sent++;
  }

  @Override
  public void starts(int slot) {
    starts.add(slots.picos().first(slot), order[slot], slot);
  }

  /**
   * Starts the next message, or lets it leave its node. A rank at the end of an iteration may have
   * its turn before that.
   */
  @Override
  public boolean next() {
    if (!standing.isEmpty() && standing.earliest() <= starts.earliest()) {
      now = standing.earliest();
      int rank = standing.remove();
      to.stands(rank);
      to.resumes(rank);
      return true;
    }
    if (starts.isEmpty()) {
      return false;
    }
    start();
    return true;
  }

  private void start() {
    long picos = starts.earliest();
    int slot = starts.remove();
    int cost = slots.cost(slot);
    int on = channel[slot];
    long bytes = costs.bytes[cost];
    if (!leaves[slot]) {
      leaves[slot] = true;
      long left = leave(on, bytes, picos);
      if (left > picos) {
        slots.picos().set(slot, 0, left);
        starts.add(left, order[slot], slot);
        return;
      }
    }
    long flight = costs.flight.first(cost) + deliver(on, bytes, picos);
    slots.picos().set(slot, 0, picos + flight);
    to.arrived(slot, NONE);
  }

  private long leave(int on, long bytes, long start) {
    return links == null
        ? schedule.leave(fromNode[on], toNode[on], bytes, start)
        : schedule.leave(links, firstLink[on], firstLink[on + 1], bytes, start);
  }

  private long deliver(int on, long bytes, long left) {
    return links == null
        ? schedule.deliver(fromNode[on], toNode[on], bytes, left)
        : schedule.deliver(links, firstLink[on], firstLink[on + 1], bytes, left);
  }

  /** Lets a rank stand at the end of an iteration until its turn. */
  @Override
  public void wake(int rank, long picos) {
    standing.add(picos, rank, rank);
  }

  // ---- state on which the rest of a run depends

  /**
   * Describes messages that have not left their nodes, by sender and in the order of sending, and
   * how much longer each link is taken when a rank has its turn. No message may start earlier than
   * that.
   */
  @Override
  public void describe(StateSink sink) {
    IntArrayList staying = slots.inFlight();
    IntArrays.quickSort(
        staying.elements(), 0, staying.size(), (a, b) -> Long.compare(order[a], order[b]));
    for (int i = 0; i < staying.size(); i++) {
      int slot = staying.getInt(i);
      sink.number(channel[slot]);
      sink.number(leaves[slot] ? 1 : 0);
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
