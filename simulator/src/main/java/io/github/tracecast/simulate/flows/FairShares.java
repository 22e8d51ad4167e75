package io.github.tracecast.simulate.flows;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Shares the bandwidth of links among the flows that cross them, max-min fairly with weights. Each
 * flow has the share x = level * weight. A link limits a flow if it is full and no flow on it has a
 * higher level. Each flow is limited by one link.
 *
 * <p>When a flow begins or ends, only flows with a changed share are solved again, in one sweep
 * from low levels to high ones:
 *
 * <ul>
 *   <li>Open flows are new flows, and flows on a limiting link that another flow has left. All
 *       other flows are load.
 *   <li>A link with open flows would be full at the level (capacity - load) / (weights of its open
 *       flows). The link with the lowest level is next.
 *   <li>If that link has load of a higher level, its flows become open too. Its level rises.
 *   <li>Otherwise it limits its open flows at that level. Where a flow takes less than before, the
 *       flows that its other links limit become open: they may rise.
 * </ul>
 *
 * <p>A flow that becomes open has a level above the sweep's, so no flow is solved twice.
 *
 * <p>Shares, weights and loads are whole numbers. So the order of additions does not matter, and no
 * error accumulates in a load. The same flows get the same shares to the last bit, in any order of
 * arrival. It allocates only when it grows. One thread.
 */
public final class FairShares {
  /** A flow that has no limiting link yet. */
  private static final int NONE = -1;

  /** The largest capacity and the largest weight are these powers of two. */
  private static final int CAPACITY_BITS = 58;

  private static final int WEIGHT_BITS = 40;

  public static final long LARGEST_WEIGHT = 1L << WEIGHT_BITS;

  /** A share that changes by a smaller ratio than this does not change. */
  private static final int SAME_BITS = 38;

  private static final double MORE = 1 + 1.0 / (1L << SAME_BITS);

  /** The state of a flow in a sweep: load, open, or solved. */
  private static final byte LOAD = 0;

  private static final byte OPEN = 1;
  private static final byte SOLVED = 2;

  private final LinkMembers members;
  private final double unitsPerByte;

  private final long[] capacity;
  private final long[] load;

  /** By link: the sum of the weights of its open flows. */
  private final long[] open;

  /** By link: how many flows it limits. */
  private final int[] limited;

  /** By link: the level under which it is in the queue; infinite if it is not. */
  private final double[] queued;

  /** For each link, the level above which flows no longer count as load in this sweep. */
  private final double[] checked;

  /** By link: whether its level may have fallen, whether it takes part in the sweep, whether a flow left. */
  private final boolean[] touched;

  private final boolean[] swept;
  private final boolean[] lost;

  private final AlarmQueue queue = new AlarmQueue();
  private final IntArrayList touchedLinks = new IntArrayList();
  private final IntArrayList sweptLinks = new IntArrayList();
  private final IntArrayList lostLinks = new IntArrayList();

  private long[] weight = new long[64];
  private long[] share = new long[64];
  private double[] level = new double[64];
  private int[] limit = new int[64];
  private byte[] state = new byte[64];

  private int openFlows;

  private final IntArrayList fresh = new IntArrayList();
  private final IntArrayList solved = new IntArrayList();
  private final IntArrayList changed = new IntArrayList();

  /**
   * @param bytesPerSecond the capacity of each link; infinite for links that no flow is placed on
   * @param weighted whether flows take only a part of their share on some links
   */
  public FairShares(double[] bytesPerSecond, boolean weighted) {
    int links = bytesPerSecond.length;
    members = new LinkMembers(links, weighted);
    double most = 1;
    for (double bandwidth : bytesPerSecond) {
      most = bandwidth < Double.POSITIVE_INFINITY ? Math.max(most, bandwidth) : most;
    }
    unitsPerByte = (1L << CAPACITY_BITS) / most;
    capacity = new long[links];
    for (int link = 0; link < links; link++) {
      capacity[link] = (long) Math.min(1L << CAPACITY_BITS, bytesPerSecond[link] * unitsPerByte);
    }
    load = new long[links];
    open = new long[links];
    limited = new int[links];
    queued = new double[links];
    checked = new double[links];
    touched = new boolean[links];
    swept = new boolean[links];
    lost = new boolean[links];
    Arrays.fill(queued, Double.POSITIVE_INFINITY);
    Arrays.fill(checked, Double.POSITIVE_INFINITY);
  }

  /**
   * Gives a flow its links. It takes no bandwidth until it joins.
   *
   * @param parts the part of its share that it takes on each link; ignored if not weighted
   * @param length number of links, at least 1
   * @param flowWeight from 1 to {@link #LARGEST_WEIGHT}
   */
  public void place(int flow, int[] links, double[] parts, int length, long flowWeight) {
    if (flow >= weight.length) {
      int longer = Math.max(flow + 1, 2 * weight.length);
      weight = Arrays.copyOf(weight, longer);
      share = Arrays.copyOf(share, longer);
      level = Arrays.copyOf(level, longer);
      limit = Arrays.copyOf(limit, longer);
      state = Arrays.copyOf(state, longer);
    }
    members.place(flow, links, parts, length);
    weight[flow] = flowWeight;
    share[flow] = 0;
    level[flow] = 0;
    limit[flow] = NONE;
  }

  /** Adds a flow, which shares its links from the next {@link #solve} on. */
  public void join(int flow) {
    members.join(flow);
    fresh.add(flow);
  }

  /** Ends a flow. The others share its bandwidth from the next {@link #solve} on. */
  public void leave(int flow) {
    int end = members.end(flow);
    if (limit[flow] != NONE) {
      limited[limit[flow]]--;
    }
    for (int at = members.first(flow); at < end; at++) {
      int link = members.link(at);
      load[link] -= members.part(at, share[flow]);
      if (limited[link] > 0 && !lost[link]) {
        lost[link] = true;
        lostLinks.add(link);
      }
    }
    members.leave(flow);
  }

  /** Whether flows have begun or ended, so that the shares of others may change. */
  public boolean isDirty() {
    return !fresh.isEmpty() || !lostLinks.isEmpty();
  }

  /** A flow's share, in bytes per second. */
  public double bytesPerSecond(int flow) {
    return share[flow] / unitsPerByte;
  }

  public int limit(int flow) {
    return limit[flow];
  }

  /** The level of the link's limit for the flow. */
  public double level(int flow) {
    return level[flow];
  }

  public LinkMembers members() {
    return members;
  }

  /** Solves the shares that have changed. Returns the number of flows with a changed share. */
  public int solve() {
    changed.clear();
    for (int i = 0; i < fresh.size(); i++) {
      int flow = fresh.getInt(i);
      if (isAlone(flow)) {
        solveAlone(flow);
      } else {
        open(flow);
      }
    }
    fresh.clear();
    for (int i = 0; i < lostLinks.size(); i++) {
      int link = lostLinks.getInt(i);
      lost[link] = false;
      openLimited(link);
    }
    lostLinks.clear();
    if (openFlows > 0) {
      sweep();
    }
    return changed.size();
  }

  /** A flow with a share that the last {@link #solve} changed. */
  public int changed(int at) {
    return changed.getInt(at);
  }

  private boolean isAlone(int flow) {
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      if (members.size(members.link(at)) > 1) {
        return false;
      }
    }
    return true;
  }

  /** Gives a flow the bandwidth of its slowest link. */
  private void solveAlone(int flow) {
    int first = members.first(flow);
    int end = members.end(flow);
    double least = Double.POSITIVE_INFINITY;
    for (int at = first; at < end; at++) {
      int link = members.link(at);
      double most = (double) capacity[link] / members.part(at, weight[flow]);
      if (most < least) {
        least = most;
        limit[flow] = link;
      }
    }
    limited[limit[flow]]++;
    level[flow] = least;
    share[flow] = shareAt(least, flow);
    for (int at = first; at < end; at++) {
      load[members.link(at)] += members.part(at, share[flow]);
    }
    changed.add(flow);
  }

  private long shareAt(double ofLevel, int flow) {
    return Math.max(1, (long) (ofLevel * weight[flow]));
  }

  // ---- the sweep

  private void sweep() {
    enqueueTouched();
    while (openFlows > 0) {
      int link = queue.first();
      double lowest = Double.longBitsToDouble(queue.earliest());
      double now = open[link] > 0 ? levelOf(link) : lowest;
      if (lowest == queued[link] && now > lowest) {
        queued[link] = now;
        queue.delayFirst(Double.doubleToRawLongBits(now));
        continue;
      }
      queue.remove();
      if (lowest == queued[link]) { // else it was solved, or is in the queue at a lower level
        queued[link] = Double.POSITIVE_INFINITY;
        if (open[link] > 0) {
          next(link, now);
        }
      }
    }
    queue.clear(); // the links that are left have no open flows
    for (int i = 0; i < sweptLinks.size(); i++) {
      int link = sweptLinks.getInt(i);
      swept[link] = false;
      queued[link] = Double.POSITIVE_INFINITY;
      checked[link] = Double.POSITIVE_INFINITY;
    }
    sweptLinks.clear();
    for (int i = 0; i < solved.size(); i++) {
      state[solved.getInt(i)] = LOAD;
    }
    solved.clear();
  }

  /** Handles the link with the lowest level. */
  private void next(int link, double ofLevel) {
    boolean opened = ofLevel < checked[link] && openAbove(link, ofLevel);
    checked[link] = Math.min(checked[link], ofLevel);
    if (!opened) {
      solve(link, ofLevel);
    }
    enqueueTouched();
  }

  private double levelOf(int link) {
    return Math.max(0, capacity[link] - load[link]) / (double) open[link];
  }

  private void enqueue(int link, double ofLevel) {
    queued[link] = ofLevel;
    queue.add(Double.doubleToRawLongBits(ofLevel), link, link);
  }

  private void enqueueTouched() {
    for (int i = 0; i < touchedLinks.size(); i++) {
      int link = touchedLinks.getInt(i);
      touched[link] = false;
      double now = levelOf(link);
      if (now < queued[link]) {
        enqueue(link, now);
      }
    }
    touchedLinks.clear();
  }

  private void open(int flow) {
    openFlows++;
    state[flow] = OPEN;
    if (limit[flow] != NONE) {
      limited[limit[flow]]--;
      limit[flow] = NONE;
    }
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      int link = members.link(at);
      load[link] -= members.part(at, share[flow]);
      open[link] += members.part(at, weight[flow]);
      if (!touched[link]) {
        touched[link] = true;
        touchedLinks.add(link);
        if (!swept[link]) {
          swept[link] = true;
          sweptLinks.add(link);
        }
      }
    }
  }

  /** Opens the flows that a link limits. */
  private void openLimited(int link) {
    int[] flows = members.flows(link);
    int end = 2 * members.size(link);
    for (int at = 0; at < end && limited[link] > 0; at += 2) {
      int flow = flows[at];
      if (limit[flow] == link && state[flow] == LOAD) {
        open(flow);
      }
    }
  }

  /** Opens a link's flows of a higher level. Returns whether there were any such flows. */
  private boolean openAbove(int link, double ofLevel) {
    double most = ofLevel * MORE;
    int[] flows = members.flows(link);
    int end = 2 * members.size(link);
    boolean any = false;
    for (int at = 0; at < end; at += 2) {
      int flow = flows[at];
      if (level[flow] > most && state[flow] == LOAD) {
        open(flow);
        any = true;
      }
    }
    return any;
  }

  /** Fixes the speed of a link's open flows: the link limits them. */
  private void solve(int link, double ofLevel) {
    int[] flows = members.flows(link);
    int end = 2 * members.size(link);
    for (int at = 0; at < end && open[link] > 0; at += 2) {
      if (state[flows[at]] == OPEN) {
        solve(flows[at], link, ofLevel);
      }
    }
  }

  private void solve(int flow, int link, double ofLevel) {
    long before = share[flow];
    long now = shareAt(ofLevel, flow);
    boolean same = Math.abs(now - before) <= before >> SAME_BITS;
    openFlows--;
    state[flow] = SOLVED;
    solved.add(flow);
    limit[flow] = link;
    limited[link]++;
    if (same) {
      now = before;
    } else {
      changed.add(flow);
      share[flow] = now;
      level[flow] = ofLevel;
    }
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      int crossed = members.link(at);
      load[crossed] += members.part(at, now);
      open[crossed] -= members.part(at, weight[flow]);
    }
    if (now < before) {
      for (int at = members.first(flow); at < end; at++) {
        int crossed = members.link(at);
        if (crossed != link && limited[crossed] > 0) {
          openLimited(crossed);
        }
      }
    }
  }
}
