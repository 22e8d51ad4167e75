package io.github.tracecast.simulate;

import io.github.tracecast.platform.Factor;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.Routes;
import java.util.Arrays;

/**
 * When each link of a machine is free: messages take a link one after the other, first come first
 * served in the order in which they start, and those that start at the same instant in the order in which
 * they are told of: by their senders' ranks, then as these sent them. Both directions of a cable are links of their own unless the machine says
 * otherwise.
 *
 * <p>The model, for a message of w bytes on the wire that starts at t, with a gap G(l) = 1 / (bandwidth
 * of l * the platform's bandwidth factor) for each link l of its route and G = max G(l):
 *
 * <ul>
 *   <li><b>Held</b>: on each link it is served for w * G(l), from max(t, free(l)) on, which moves free(l)
 *       to the end of that. It asks all its links at t; the latency of the route is paid on top.
 *   <li><b>Late</b>: alone its last byte needs (w - 1) * G. A link lets it out no earlier than (w - 1) *
 *       G(l) after its service there began, so it is late by the most that a link of its route demands,
 *       max over l of free(l) - t - (w - 1) * (G - G(l)), if that is positive. On a link that is faster
 *       than the route's slowest, messages interleave: waiting there costs only what the slow one does
 *       not hide.
 *   <li><b>Blocked</b>: cut-through with unbounded buffers. A message that waits for one link does not hold
 *       up those before it, and takes its turn on those behind it as though it did not wait: of
 *       several queues that it stands in, the longest counts.
 * </ul>
 *
 * <p>So a message on free links takes what LogGP gives it, another message never makes one end earlier
 * that starts when it did, and the last byte over a link never arrives before the link could have carried
 * all that it was given. A message with nothing on the wire neither waits nor holds.
 *
 * <p>Memory: 9 bytes a link. No allocation per message; routes are computed, not kept. One thread.
 */
public final class LinkSchedule {
  /** Told of a link that is taken for longer than until now. */
  public interface Busy {
    void until(int link, long picos);
  }

  /** Sizes whose times are kept; a power of two. */
  private static final int SIZES = 64;

  private final Routes routes;
  private final Factor bandwidthFactor;
  private final Packets packets;

  /** When a link has served all that asked for it so far, ps. */
  private final long[] free;

  /** Links of the same bandwidth are of one kind. */
  private final byte[] kind;

  private final double[] bytesPerSecond;
  private final int[] route;

  /** Times by size and kind; the bytes of a message, or -1, that a row is about. */
  private final long[] sizes = new long[SIZES];

  private final long[] hold;
  private final long[] following;

  /** All links are free. */
  public LinkSchedule(Machine machine) {
    this.routes = machine.routes();
    this.bandwidthFactor = machine.platform().mpi().bandwidthFactor();
    this.packets = machine.platform().packets().orElse(null);
    int links = routes.linkCount();
    this.free = new long[links];
    this.kind = new byte[links];
    this.route = new int[routes.longestRoute()];
    double[] kinds = new double[Byte.MAX_VALUE];
    int count = 0;
    for (int link = 0; link < links; link++) {
      double bandwidth = routes.linkBytesPerSecond(link);
      int at = 0;
      while (at < count && kinds[at] != bandwidth) {
        at++;
      }
      if (at == count) {
        kinds[count++] = bandwidth;
      }
      kind[link] = (byte) at;
    }
    this.bytesPerSecond = Arrays.copyOf(kinds, count);
    this.hold = new long[SIZES * count];
    this.following = new long[SIZES * count];
    Arrays.fill(sizes, -1);
  }

  /**
   * Reserves the links of a route for a message.
   *
   * @param bytes the message's own size
   * @param startPicos when it starts, not before any that was told of earlier
   * @return how much later it arrives than alone, ps
   */
  public long delay(int fromNode, int toNode, long bytes, long startPicos) {
    return delay(route, 0, routes.route(fromNode, toNode, route), bytes, startPicos);
  }

  /** Likewise, for links that are listed from {@code first} to before {@code end}. */
  public long delay(int[] links, int first, int end, long bytes, long startPicos) {
    int row = row(bytes);
    long slowest = 0;
    for (int i = first; i < end; i++) {
      slowest = Math.max(slowest, following[row + kind[links[i]]]);
    }
    long delay = 0;
    for (int i = first; i < end; i++) {
      int link = links[i];
      int times = row + kind[link];
      long held = hold[times];
      if (held > 0) {
        long begin = Math.max(startPicos, free[link]);
        delay = Math.max(delay, begin - startPicos - (slowest - following[times]));
        free[link] = Picos.sum(begin, held, "on a link");
      }
    }
    return delay;
  }

  /** Tells which links are taken beyond a time, ascending. */
  public void forEachBusy(long nowPicos, Busy busy) {
    for (int link = 0; link < free.length; link++) {
      if (free[link] > nowPicos) {
        busy.until(link, free[link]);
      }
    }
  }

  /** First entry of a size's times; worked out anew where another size was there. */
  private int row(long bytes) {
    int at = (int) (bytes ^ bytes >>> 12) & SIZES - 1;
    int kinds = bytesPerSecond.length;
    if (sizes[at] != bytes) {
      sizes[at] = bytes;
      long onWire = packets == null ? bytes : packets.wireBytes(bytes);
      double factor = bandwidthFactor.at(bytes);
      for (int k = 0; k < kinds; k++) {
        double bandwidth = bytesPerSecond[k] * factor;
        hold[at * kinds + k] = Picos.ofSeconds(onWire / bandwidth);
        following[at * kinds + k] = Picos.ofSeconds(Math.max(0, onWire - 1) / bandwidth);
      }
    }
    return at * kinds;
  }
}
