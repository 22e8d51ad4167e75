package io.github.tracecast.simulate.flows;

import java.util.Arrays;

/**
 * Stores which flows cross which links. A crossing is a pair of a flow and a link, and the
 * crossings of a flow are adjacent. Each link has a list of its flows. Each crossing stores its
 * place in this list, so a removal takes constant time.
 *
 * <p>Memory: 12 bytes per flow, 16 per crossing, 20 per link. When a flow has left its links, its
 * number may be reused, with the space for its crossings. The class allocates only when it grows.
 * One thread.
 */
public final class LinkMembers {
  /** For each flow, its first crossing, the number of its crossings, and the number of crossings for which it has memory. */
  private int[] first = new int[64];

  private int[] count = new int[64];
  private int[] room = new int[64];

  /** For each crossing, its link, its index in the link's list, and the share of the flow's rate that it takes on the link. */
  private int[] link = new int[256];

  private int[] place = new int[256];
  private final boolean weighted;
  private double[] part;
  private int used;

  /** For each link, its flows, each followed by the flow's crossing, and the number of flows. */
  private final int[][] flows;

  private final int[] size;

  /** @param weighted whether flows take only a part of their rate on some links */
  LinkMembers(int links, boolean weighted) {
    this.weighted = weighted;
    this.part = new double[weighted ? 256 : 0];
    this.flows = new int[links][];
    this.size = new int[links];
    Arrays.fill(flows, new int[0]);
  }

  /** Stores the links of a flow. {@link #join} adds the flow to the lists of these links. */
  void place(int flow, int[] links, double[] parts, int length) {
    if (flow >= first.length) {
      first = Arrays.copyOf(first, Math.max(flow + 1, 2 * first.length));
      count = Arrays.copyOf(count, first.length);
      room = Arrays.copyOf(room, first.length);
    }
    if (length > room[flow]) {
      first[flow] = used;
      room[flow] = Math.max(length, 2 * room[flow]);
      used = Math.addExact(used, room[flow]);
      if (used > link.length) {
        int longer = Math.max(used, link.length + (link.length >> 1));
        link = Arrays.copyOf(link, longer);
        place = Arrays.copyOf(place, longer);
        part = weighted ? Arrays.copyOf(part, longer) : part;
      }
    }
    count[flow] = length;
    System.arraycopy(links, 0, link, first[flow], length);
    if (weighted) {
      System.arraycopy(parts, 0, part, first[flow], length);
    }
  }

  /** Adds a flow to the lists of its links. */
  void join(int flow) {
    int end = end(flow);
    for (int at = first[flow]; at < end; at++) {
      int on = link[at];
      int index = size[on]++;
      int[] list = flows[on];
      if (2 * index == list.length) {
        list = Arrays.copyOf(list, Math.max(4, 4 * index));
        flows[on] = list;
      }
      list[2 * index] = flow;
      list[2 * index + 1] = at;
      place[at] = index;
    }
  }

  /** Removes a flow from the lists of its links. */
  void leave(int flow) {
    int end = end(flow);
    for (int at = first[flow]; at < end; at++) {
      int on = link[at];
      int[] list = flows[on];
      int last = --size[on];
      int index = place[at];
      list[2 * index] = list[2 * last];
      list[2 * index + 1] = list[2 * last + 1];
      place[list[2 * index + 1]] = index;
    }
  }

  /** Whether two flows cross the same links with the same parts, in the same order. */
  boolean alike(int flow, int other) {
    int[] links = link;
    return Arrays.equals(links, first[flow], end(flow), links, first[other], end(other))
        && (!weighted
            || Arrays.equals(part, first[flow], end(flow), part, first[other], end(other)));
  }

  public int hash(int flow) {
    int hash = 1;
    int end = end(flow);
    for (int at = first[flow]; at < end; at++) {
      hash = 31 * hash + link[at];
    }
    return hash;
  }

  public int first(int flow) {
    return first[flow];
  }

  public int end(int flow) {
    return first[flow] + count[flow];
  }

  public int link(int crossing) {
    return link[crossing];
  }

  /** The share of its rate that a flow takes on the link of a crossing. */
  public double part(int crossing) {
    return weighted ? part[crossing] : 1;
  }

  /** Multiplies an amount, such as a flow's weight, by the {@link #part(int)} of a crossing. */
  long part(int crossing, long amount) {
    return weighted ? (long) (amount * part[crossing]) : amount;
  }

  int size(int onLink) {
    return size[onLink];
  }

  /** The list of a link's flows: the i-th flow is at 2i, and its crossing at 2i + 1. */
  int[] flows(int onLink) {
    return flows[onLink];
  }
}
