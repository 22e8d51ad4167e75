package io.github.tracecast.simulate.mpi;

import java.util.Arrays;

/**
 * Network interfaces whose sends and receives share one bandwidth. LogGP gives each direction its
 * own gap. This class adds one rule: a message arrives more slowly while its receiver sends. The
 * delay depends only on what the receiver sent before it takes the message. No other rank's time
 * matters, so arrivals stay predictable.
 *
 * <p>The rule applies to a message of w bytes on the wire. G_i is the interface's gap per byte, and
 * G is the gap of the route's slowest link. Both include the platform's bandwidth factor.
 *
 * <ul>
 *   <li>A rank that is ready to send at t <b>holds</b> its interface for w G_i. Sends hold it one
 *       after another. If it is free at t, a busy period [from, until) = [t, t + w G_i) begins.
 *       Otherwise the last busy period grows by w G_i. Sends do not wait for the interface.
 *   <li>The rank takes a message whose data starts at s. The message also needs the interface for w
 *       G_i. In the last busy period each direction has half of the bandwidth. The message
 *       <b>waits</b> for the part of the period after s, but no longer than the time that it still
 *       needs. The data that came before the period needs no more time. Earlier periods are
 *       forgotten, as if the interface had been idle.
 *   <li>The data alone takes (w - 1) G, longer than the interface's (w - 1) G_i. The difference
 *       hides a part of the wait. The message is <b>late</b> by max(0, waited - (w - 1)(G - G_i)).
 * </ul>
 *
 * <p>Two ranks that swap messages therefore each get half of the interface's bandwidth. If that
 * bandwidth is twice the links' bandwidth, only the time of one byte changes. No message is late by
 * more than w G_i. A message within a node does not use the interface. Contention between ranks
 * that share a node is modelled elsewhere.
 *
 * <p>Memory: 16 bytes per lane of an interface. One thread.
 */
public final class HalfDuplex {
  /** The last busy period of each interface, ps. */
  private long[] from;

  private long[] until;

  /**
   * @param interfaces number of interfaces, or of their lanes; all are idle at first
   */
  public HalfDuplex(int interfaces) {
    from = new long[interfaces];
    until = new long[interfaces];
  }

  /** Grows to the given number of interfaces. */
  public void reach(int interfaces) {
    from = Arrays.copyOf(from, interfaces);
    until = Arrays.copyOf(until, interfaces);
  }

  /** Delays the last busy period, and the times compared with it. */
  public void move(int at, long picos) {
    if (isBusyOnce(at)) {
      from[at] += picos;
      until[at] += picos;
    }
  }

  /** Whether the interface remembers a busy period. */
  public boolean isBusyOnce(int at) {
    return from[at] < until[at];
  }

  /**
   * Forgets the busy periods that ended by the given times, one time per lane. The interfaces then
   * count as never used.
   */
  public void forgetUntil(long[] picos) {
    for (int at = 0; at < until.length; at++) {
      if (until[at] <= picos[at % picos.length]) {
        from[at] = 0;
        until[at] = 0;
      }
    }
  }

  /** Copies the busy periods of some interfaces to others. */
  public void copy(int source, int target, int count) {
    System.arraycopy(from, source, from, target, count);
    System.arraycopy(until, source, until, target, count);
  }

  /** Start of each interface's last busy period, ps. */
  public long[] from() {
    return from;
  }

  /** End of each interface's last busy period, ps; 0 if nothing used it. */
  public long[] until() {
    return until;
  }

  /**
   * Sends a message.
   *
   * @param readyPicos when its sender is ready, not before any earlier send of the rank
   * @param held how long the message holds the interface, ps; 0 if it does not use it
   */
  public void send(int at, long readyPicos, long held) {
    if (held > 0) {
      hold(at, readyPicos, held, isFree(at, readyPicos));
    }
  }

  /**
   * Sends a message on all lanes from {@code at} on. The first lane decides whether the interface
   * is free. The indexes {@code readyAt} and {@code heldAt} point to the first lane's times.
   */
  public void sendAsFirst(int at, int lanes, long[] ready, int readyAt, long[] held, int heldAt) {
    if (held[heldAt] > 0) {
      boolean free = isFree(at, ready[readyAt]);
      for (int k = 0; k < lanes; k++) {
        hold(at + k, ready[readyAt + k], held[heldAt + k], free);
      }
    }
  }

  private boolean isFree(int at, long readyPicos) {
    return readyPicos >= until[at];
  }

  private void hold(int at, long readyPicos, long held, boolean free) {
    if (free) {
      from[at] = readyPicos;
      until[at] = readyPicos + held;
    } else {
      until[at] += held;
    }
  }

  /**
   * How late a message is that the interface's rank takes.
   *
   * @param startPicos when its data started
   * @param held how long the message holds the interface, ps; 0 if it does not use it
   * @param hidden the part of a wait that the data's own time hides, ps
   */
  public long late(int at, long startPicos, long held, long hidden) {
    long needed = held - before(at, startPicos);
    return Math.max(0, Math.min(period(at, startPicos), needed) - hidden);
  }

  /**
   * Computes the delay on all lanes from {@code at} on. The first lane decides which case of the
   * rule applies. The index {@code costAt} points to the first lane's costs.
   *
   * @param late receives the delays, ps
   */
  public void lateAsFirst(
      int at, long[] start, long[] held, long[] hidden, int costAt, long[] late) {
    long first = start[0];
    boolean across = first < from[at];
    boolean least = held[costAt] - before(at, first) <= period(at, first);
    boolean none = late(at, first, held[costAt], hidden[costAt]) == 0;
    for (int k = 0; k < late.length; k++) {
      long needed = held[costAt + k] - (across ? from[at + k] - start[k] : 0);
      long rest = until[at + k] - (across ? from[at + k] : start[k]);
      late[k] = none ? 0 : (least ? needed : rest) - hidden[costAt + k];
    }
  }

  /** Time from {@code picos} to the start of the last busy period, ps; 0 after that start. */
  private long before(int at, long picos) {
    return Math.max(0, from[at] - picos);
  }

  /** The part of the last busy period that is later than {@code picos}, ps. */
  private long period(int at, long picos) {
    return Math.max(0, until[at] - Math.max(picos, from[at]));
  }
}
