package io.github.tracecast.simulate.flows;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Shares the bandwidth of links among the flows that cross them, by weighted max-min fairness. Each
 * flow has the share level * weight. A link limits a flow if the link is full and no flow on it has
 * a higher level. Each flow is limited by one link.
 *
 * <p>When a flow begins or ends, only flows with a changed share are solved again:
 *
 * <ul>
 *   <li>Open flows, whose share is unknown, are new flows and flows that a link limits which
 *       another flow has left. The shares of all other flows are the load of their links.
 *   <li>{@link #solve} handles links in order of rising levels. A link with open flows is full at
 *       the level (capacity - load) / (sum of the weights of its open flows).
 *   <li>If the link with the lowest level has flows of a higher level, these flows become open too,
 *       and the link's level rises.
 *   <li>Otherwise, the link limits its open flows at that level. If a flow's share falls, the flows
 *       that this flow's other links limit become open, because their shares may rise.
 * </ul>
 *
 * <p>A flow that becomes open gets a level above the current level, so no flow is solved twice.
 *
 * <p>Flows with the same links, weight and share are one row, so the time to solve shares depends
 * on the number of rows. The caller numbers the rows, and names a flow by its row.
 *
 * <p>Shares, weights and loads are integers, so the order of additions does not matter, and no
 * error accumulates in a load. The same flows get the same shares to the last bit, in any order of
 * arrival. The class allocates only when it grows. One thread.
 */
public final class FairShares {
  /** Value of {@link #limit} for an open flow, whose share is still unknown. */
  private static final int NONE = -1;

  /** Capacities are scaled so that the largest is 2 to this power, which keeps sums of loads below 2^63. */
  private static final int CAPACITY_BITS = 58;

  public static final long LARGEST_WEIGHT = 1L << 40;

  private static final int SUM_BITS = 20;

  /** A share keeps its value if it would change by a fraction of less than 1 / 2 to this power. */
  private static final int SAME_BITS = 38;

  private static final double MORE = 1 + 1.0 / (1L << SAME_BITS);

  private final LinkMembers members;
  private final double unitsPerByte;

  private final long[] capacity;
  private final long[] load;

  /**
   * For each link, the sum of the {@link #most} of its flows. A link whose sum is below its capacity
   * never limits a flow. In units of two to the power of {@value #SUM_BITS}, so that no sum overflows.
   */
  private final long[] mostLoad;

  /** For each link, the sum of the weights of its open flows, whose shares are unknown. */
  private final long[] openWeight;

  /** For each link, the number of rows that the link limits and that the current solution has not solved. */
  private final int[] limitedRows;

  /** For each link, the number of rows that the link limits since the current solution. */
  private final int[] newlyLimited;

  private final IntArrayList newlyLimiting = new IntArrayList();

  /** For each link, an upper bound of the level (share / weight) of its flows that are not open; infinite if unknown. */
  private final double[] checkedLevel;

  private final IntArrayList checkedLinks = new IntArrayList();

  /** Links whose level may have fallen since they were put into the queue. */
  private final IntArrayList touchedLinks = new IntArrayList();

  private final boolean[] touched;

  /** The links with open flows (of unknown share), each with a lower bound of the link's level. */
  private final AlarmQueue queue = AlarmQueue.movable();

  private long[] weight = new long[64];
  private long[] share = new long[64];
  private double[] level = new double[64];
  private int[] limit = new int[64];

  /** For each row, the number of its flows. */
  private int[] count = new int[64];

  /** For each flow, its share if it were alone on its links. */
  private long[] most = new long[64];

  /** For each flow, the number of the last {@link #solution} that solved it. */
  private long[] solved = new long[64];

  private long solution = 1;
  private int openRows;
  private final IntArrayList changed = new IntArrayList();

  /**
   * @param bytesPerSecond the capacity of each link; infinite for links that no flow uses
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
    Arrays.setAll(capacity, link ->
        (long) Math.min(1L << CAPACITY_BITS, bytesPerSecond[link] * unitsPerByte));
    load = new long[links];
    mostLoad = new long[links];
    openWeight = new long[links];
    limitedRows = new int[links];
    newlyLimited = new int[links];
    checkedLevel = new double[links];
    touched = new boolean[links];
    Arrays.fill(checkedLevel, Double.POSITIVE_INFINITY);
  }

  /**
   * Gives a row its links. The row takes no bandwidth until it joins.
   *
   * @param parts the part of its share that the flow takes on each link; ignored if not weighted
   * @param length number of links, at least 1
   * @param flowWeight the weight of the flow, from 1 to {@link #LARGEST_WEIGHT}
   */
  public void place(int flow, int[] links, double[] parts, int length, long flowWeight) {
    if (flow >= weight.length) {
      int longer = Math.max(flow + 1, 2 * weight.length);
      weight = Arrays.copyOf(weight, longer);
      share = Arrays.copyOf(share, longer);
      level = Arrays.copyOf(level, longer);
      limit = Arrays.copyOf(limit, longer);
      count = Arrays.copyOf(count, longer);
      most = Arrays.copyOf(most, longer);
      solved = Arrays.copyOf(solved, longer);
    }
    members.place(flow, links, parts, length);
    weight[flow] = flowWeight;
    share[flow] = 0;
    level[flow] = 0;
    limit[flow] = NONE;
    count[flow] = 0;
    most[flow] = most(flow);
  }

  private long most(int flow) {
    double least = Double.POSITIVE_INFINITY;
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      least = Math.min(least, capacity[members.link(at)] / members.part(at));
    }
    return (long) least;
  }

  /** Adds a number of flows of a row to the {@link #mostLoad} of the row's links. */
  private void addMost(int row, int flows) {
    int end = members.end(row);
    for (int at = members.first(row); at < end; at++) {
      mostLoad[members.link(at)] += flows * ((members.part(at, most[row]) >> SUM_BITS) + 1);
    }
  }

  private boolean mayLimit(int link) {
    return mostLoad[link] >= capacity[link] >> SUM_BITS;
  }

  private void touch(int link) {
    if (!touched[link] && mayLimit(link)) {
      touched[link] = true;
      touchedLinks.add(link);
    }
  }

  /** Adds a flow to its links, as a row of its own. The flow has a share from the next {@link #solve} on. */
  public void join(int flow) {
    count[flow] = 1;
    addMost(flow, 1);
    members.join(flow);
    open(flow);
  }

  /** Adds a flow to a row that has joined its links since the last {@link #solve}. The flow must be {@link #alike} the row. */
  public void joinRow(int row) {
    count[row]++;
    addMost(row, 1);
    int end = members.end(row);
    for (int at = members.first(row); at < end; at++) {
      openWeight[members.link(at)] += members.part(at, weight[row]);
      touch(members.link(at));
    }
  }

  /** The number of flows in a row; 0 if the row has not joined its links. */
  public int flows(int row) {
    return count[row];
  }

  /** Whether two flows have the same links and weight, so that they may be one row. */
  public boolean alike(int flow, int other) {
    return weight[flow] == weight[other] && members.alike(flow, other);
  }

  /** Makes two solved rows that are {@link #alike} one row if they have the same share. Returns whether they are one row. */
  public boolean merge(int row, int other) {
    if (share[row] != share[other] || level[row] != level[other] || limit[row] != limit[other]) {
      return false;
    }
    limitedRows[limit[other]]--;
    members.leave(other);
    count[row] += count[other];
    count[other] = 0;
    return true;
  }

  /** Ends a flow of a row. Other flows share its bandwidth from the next {@link #solve} on. */
  public void leave(int flow) {
    boolean isOpen = limit[flow] == NONE;
    addMost(flow, -1);
    if (--count[flow] == 0) {
      if (isOpen) {
        openRows--;
      } else {
        limitedRows[limit[flow]]--;
      }
      members.leave(flow);
    }
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      int link = members.link(at);
      if (isOpen) {
        openWeight[link] -= members.part(at, weight[flow]);
      } else {
        load[link] -= members.part(at, share[flow]);
      }
      openLimited(link);
    }
  }

  /** Whether flows have begun or ended, so that the shares of other flows may change. */
  public boolean isDirty() {
    return openRows > 0;
  }

  public double bytesPerSecond(int flow) {
    return share[flow] / unitsPerByte;
  }

  public int limit(int flow) {
    return limit[flow];
  }

  /** A flow's level (share / weight), at which its limiting link is full. */
  public double level(int flow) {
    return level[flow];
  }

  public LinkMembers members() {
    return members;
  }

  /** One of the rows whose share the last {@link #solve} changed. */
  public int changed(int at) {
    return changed.getInt(at);
  }

  /** Computes the shares of the open flows. Returns the number of flows with a changed share. */
  public int solve() {
    changed.clear();
    enqueueTouched();
    while (openRows > 0) {
      int link = queue.first();
      double now = levelOf(link);
      if (openWeight[link] == 0) {
        queue.remove();
      } else if (now > Double.longBitsToDouble(queue.earliest())) {
        enqueue(link, now);
      } else {
        queue.remove();
        limitFlows(link, now);
        enqueueTouched();
      }
    }
    queue.clear(); // the remaining links have no open flows
    for (int i = 0; i < checkedLinks.size(); i++) {
      checkedLevel[checkedLinks.getInt(i)] = Double.POSITIVE_INFINITY;
    }
    checkedLinks.clear();
    for (int i = 0; i < newlyLimiting.size(); i++) {
      int link = newlyLimiting.getInt(i);
      limitedRows[link] += newlyLimited[link];
      newlyLimited[link] = 0;
    }
    newlyLimiting.clear();
    solution++;
    return changed.size();
  }

  /** Handles the link with the lowest level: opens its flows of higher levels, or, if there are none, limits its open flows. */
  private void limitFlows(int link, double ofLevel) {
    if (ofLevel < checkedLevel[link]) {
      if (checkedLevel[link] == Double.POSITIVE_INFINITY) {
        checkedLinks.add(link);
      }
      checkedLevel[link] = ofLevel;
      if (openAbove(link, ofLevel)) {
        return;
      }
    }
    int[] flows = members.flows(link);
    int end = 2 * members.size(link);
    for (int at = 0; at < end && openWeight[link] > 0; at += 2) {
      if (limit[flows[at]] == NONE) {
        setShare(flows[at], link, ofLevel);
      }
    }
  }

  private double levelOf(int link) {
    return Math.max(0, capacity[link] - load[link]) / (double) openWeight[link];
  }

  /** Solves an open flow if it is alone on its links, so that its slowest link limits it. */
  private boolean solveAlone(int flow) {
    if (count[flow] > 1) {
      return false;
    }
    int slowest = NONE;
    double lowest = Double.POSITIVE_INFINITY;
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      int link = members.link(at);
      if (members.size(link) > 1) {
        return false;
      }
      double ofLink = levelOf(link);
      if (ofLink < lowest) {
        lowest = ofLink;
        slowest = link;
      }
    }
    setShare(flow, slowest, lowest);
    return true;
  }

  private void enqueue(int link, double ofLevel) {
    queue.set(link, Double.doubleToRawLongBits(ofLevel), link);
  }

  private void enqueueTouched() {
    for (int i = 0; i < touchedLinks.size(); i++) {
      int link = touchedLinks.getInt(i);
      touched[link] = false;
      if (openWeight[link] > 0
          && !(members.size(link) == 1 && solveAlone(members.flows(link)[0]))) {
        enqueue(link, levelOf(link));
      }
    }
    touchedLinks.clear();
  }

  /** Makes a flow open, so that its share is computed again. Until the flow is solved, its share does not count as load of its links. */
  private void open(int flow) {
    openRows++;
    if (limit[flow] != NONE) {
      limitedRows[limit[flow]]--;
      limit[flow] = NONE;
    }
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      int link = members.link(at);
      load[link] -= count[flow] * members.part(at, share[flow]);
      openWeight[link] += count[flow] * members.part(at, weight[flow]);
      touch(link);
    }
  }

  /** Makes the flows that a link limits open, except flows that this solution has already solved. */
  private void openLimited(int link) {
    int[] flows = members.flows(link);
    int end = 2 * members.size(link);
    for (int at = 0; at < end && limitedRows[link] > 0; at += 2) {
      int flow = flows[at];
      if (limit[flow] == link && solved[flow] != solution) {
        open(flow);
      }
    }
  }

  /** Makes those flows of a link open whose level is above {@code ofLevel}. Returns whether there were such flows. */
  private boolean openAbove(int link, double ofLevel) {
    double most = ofLevel * MORE;
    int[] flows = members.flows(link);
    int end = 2 * members.size(link);
    boolean any = false;
    for (int at = 0; at < end; at += 2) {
      int flow = flows[at];
      if (level[flow] > most && limit[flow] != NONE && solved[flow] != solution) {
        open(flow);
        any = true;
      }
    }
    return any;
  }

  /** Sets the level and the share of an open flow, which the link limits at this level. */
  private void setShare(int flow, int link, double ofLevel) {
    long before = share[flow];
    long now = Math.max(1, (long) (ofLevel * weight[flow]));
    openRows--;
    solved[flow] = solution;
    limit[flow] = link;
    if (newlyLimited[link]++ == 0) {
      newlyLimiting.add(link);
    }
    if (Math.abs(now - before) <= before >> SAME_BITS) {
      now = before;
    } else {
      changed.add(flow);
      share[flow] = now;
      level[flow] = ofLevel;
    }
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      int crossed = members.link(at);
      load[crossed] += count[flow] * members.part(at, now);
      openWeight[crossed] -= count[flow] * members.part(at, weight[flow]);
    }
    for (int at = members.first(flow); at < end && now < before; at++) {
      if (members.link(at) != link) {
        openLimited(members.link(at));
      }
    }
  }
}
