package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;

/**
 * Nodes' interfaces whose bandwidth is shared by what is sent and what is received. LogGP gives each
 * direction a gap of its own; what is added here is that a message comes in more slowly while its receiver
 * sends. That follows from what the receiver itself has sent before it takes the message, without any
 * other rank's time, so arrivals stay foreseen.
 *
 * <p>The rule, for a message of w bytes on the wire, with G_i the interface's gap a byte and G that of the
 * route's slowest link, both with the platform's bandwidth factor:
 *
 * <ul>
 *   <li>A rank that is ready to send at t <b>holds</b> its interface for w G_i. Sends hold it one after the
 *       other: if it is free at t, a busy period [from, until) = [t, t + w G_i) begins, else the last one
 *       becomes w G_i longer. Sends do not wait for it.
 *   <li>A message whose data starts at s, and that the rank takes, needs the interface for w G_i too. In the
 *       last busy period both directions have half of it: the message <b>waits</b> for as much of the period
 *       from s on as there is, at most for as long as what it still needs. What came before the period began
 *       needs nothing any more. Earlier periods are forgotten, as though the interface had been idle.
 *   <li>Its data alone takes (w - 1) G, longer than the interface's (w - 1) G_i, which hides as much of the
 *       wait: it is <b>late</b> by max(0, waited - (w - 1)(G - G_i)).
 * </ul>
 *
 * <p>So two ranks that swap messages at once have each its share of the interface's bandwidth; one that is
 * twice that of the links changes nothing but a byte's time, and nothing is late by more than w G_i. A message
 * within a node does not go through its interface. What ranks that share a node do to each other is contention.
 *
 * <p>Packed: 16 bytes a lane of an interface. One thread.
 */
public final class HalfDuplex {
  /** The last busy period of each interface, ps. */
  private long[] from;

  private long[] until;

  /**
   * @param interfaces how many, or how many lanes of them; all idle so far
   */
  public HalfDuplex(int interfaces) {
    from = new long[interfaces];
    until = new long[interfaces];
  }

  /** One with the same past. */
  HalfDuplex copy() {
    HalfDuplex copy = new HalfDuplex(from.length);
    System.arraycopy(from, 0, copy.from, 0, from.length);
    System.arraycopy(until, 0, copy.until, 0, until.length);
    return copy;
  }

  /** Makes room for so many in all. */
  public void reach(int interfaces) {
    from = Arrays.copyOf(from, interfaces);
    until = Arrays.copyOf(until, interfaces);
  }

  /** Puts off the last busy period, and the times that it is compared with, by so much. */
  public void move(int at, long picos) {
    if (isBusyOnce(at)) {
      from[at] += picos;
      until[at] += picos;
    }
  }

  /** Whether a last busy period is remembered. */
  public boolean isBusyOnce(int at) {
    return from[at] < until[at];
  }

  /** Forgets the last busy periods that are over at a time, which is given by lane: as though nothing had been sent. */
  public void forgetUntil(long[] picos) {
    for (int at = 0; at < until.length; at++) {
      if (until[at] <= picos[at % picos.length]) {
        from[at] = 0;
        until[at] = 0;
      }
    }
  }

  /** Gives some the past of others. */
  public void copy(int source, int target, int count) {
    System.arraycopy(from, source, from, target, count);
    System.arraycopy(until, source, until, target, count);
  }

  /** When an interface's last busy period begins, ps. */
  public long[] from() {
    return from;
  }

  /** When it ends, ps; 0 if nothing was sent through it. */
  public long[] until() {
    return until;
  }

  /** Writes down what the rest of a replay depends on. */
  void describe(StateWriter state) {
    for (int at = 0; at < from.length; at++) {
      state.time(from[at]);
      state.time(until[at]);
    }
  }

  /**
   * Sends a message.
   *
   * @param readyPicos when its sender is ready, not before any that it has sent earlier
   * @param held how long it takes the interface, ps; 0 if it does not go through it
   */
  public void send(int at, long readyPicos, long held) {
    if (held > 0) {
      hold(at, readyPicos, held, isFree(at, readyPicos));
    }
  }

  /** Likewise on all lanes from {@code at} on, which go the way of the first; the others begin where the times of the first one are. */
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
   * How late a message is that an interface's rank takes.
   *
   * @param startPicos when its data started
   * @param held how long it takes the interface, ps; 0 if it does not go through it
   * @param hidden what its own time hides of a wait, ps
   */
  public long late(int at, long startPicos, long held, long hidden) {
    long needed = held - before(at, startPicos);
    return Math.max(0, Math.min(period(at, startPicos), needed) - hidden);
  }

  /**
   * Likewise on all lanes from {@code at} on, which go the way of the first; the others begin where the times of the first one are.
   *
   * @param late filled
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

  /** How long before the last busy period a time is, ps. */
  private long before(int at, long picos) {
    return Math.max(0, from[at] - picos);
  }

  /** How much of that period is later than a time, ps. */
  private long period(int at, long picos) {
    return Math.max(0, until[at] - Math.max(picos, from[at]));
  }
}
