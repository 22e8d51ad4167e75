package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Factor;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.Picos;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tracks when each link of a machine is free, for the messages that {@code mpi.in_turn_limit} makes
 * take turns. A link serves these messages one after another, in the order of their requests. Messages that ask at the same time are ordered by their senders' ranks,
 * then by sending order. The caller reserves links in that order. The two directions of a cable are
 * separate links unless the machine defines otherwise.
 *
 * <p>The model applies to a message of w bytes on the wire that starts at t. Link l of its route
 * has the gap G(l) = 1 / (bandwidth of l * the platform's bandwidth factor). G is the largest G(l).
 *
 * <ul>
 *   <li><b>Held</b>: each link serves the message for w * G(l), starting at max(t, free(l)). The
 *       end of that service is the new free(l).
 *   <li><b>Late</b>: alone, the message's last byte needs (w - 1) * G. A link releases that byte at
 *       least (w - 1) * G(l) after its service begins. Each link of the route therefore demands a
 *       delay of free(l) - t - (w - 1) * (G - G(l)). The message is late by the largest demand if
 *       it is positive. On a link that is faster than the route's slowest, messages interleave. A
 *       wait there costs only the part that the slow link does not hide.
 *   <li><b>Own links first</b>: at t the message asks for its node's own links ({@link
 *       Routes#ownLinks}). It asks for all others when these let it go, which is t plus their
 *       demand. So a node's interface sends one message after another, as a network card does, and
 *       the links behind it serve others meanwhile.
 *   <li><b>Blocked</b>: the network is cut-through with unbounded buffers. A message that waits for
 *       one link does not block the links before it. On the links behind it, the message takes its
 *       turn without that wait, except for the wait for its node's own links. If a message is in
 *       several queues, the longest wait counts.
 * </ul>
 *
 * <p>A message on free links is therefore never late. The last byte over a link arrives only after
 * the link could carry all its data. A message with nothing on the wire neither waits nor holds a link.
 *
 * <p>Memory: 9 bytes per link. No allocation per message; routes are computed, not stored. One
 * thread.
 */
public final class LinkSchedule {
  /** Receives the links that stay busy. */
  public interface Busy {
    void until(int link, long picos);
  }

  /** Number of cached message sizes; a power of two. */
  private static final int SIZES = 64;

  private final Routes routes;
  private final Factor bandwidthFactor;
  private final @Nullable Packets packets;

  /** The time at which each link has served all requests so far, in ps. */
  private final long[] free;

  /** The bandwidth class of each link. Links of equal bandwidth have the same class. */
  private final byte[] kind;

  private final double[] bytesPerSecond;
  private final int[] route;
  private final int ownLinks;

  /** The message size that each row of the cache describes, or -1. */
  private final long[] sizes = new long[SIZES];

  private final long[] hold;
  private final long[] following;

  /** Creates a schedule in which all links are free. */
  public LinkSchedule(Machine machine) {
    this.routes = machine.routes();
    this.bandwidthFactor = machine.platform().mpi().bandwidthFactor();
    this.packets = machine.platform().packets().orElse(null);
    int links = routes.linkCount();
    this.free = new long[links];
    this.kind = new byte[links];
    this.route = new int[routes.longestRoute()];
    this.ownLinks = routes.ownLinks();
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
   * Reserves the sender's own links for a message.
   *
   * @param bytes the message's own size
   * @param startPicos when it starts, not before the time of any earlier call
   * @return when these links let it go, ps; the time to {@link #deliver} it
   */
  public long leave(int fromNode, int toNode, long bytes, long startPicos) {
    int parts = routes.stripes(bytes);
    long left = startPicos;
    for (int part = 0; part < parts; part++) {
      int links = routes.route(routes.stripe(fromNode, part), routes.stripe(toNode, part), route);
      left = Math.max(left, leave(links, Math.ceilDiv(bytes, parts), startPicos));
    }
    return left;
  }

  private long leave(int links, long bytes, long startPicos) {
    int own = Math.min(ownLinks, links);
    if (own == 0) {
      return startPicos;
    }
    int row = row(bytes);
    return startPicos + reserve(0, own, row, slowest(links, row), startPicos);
  }

  /**
   * Reserves the other links of a message's route.
   *
   * @param leftPicos what {@link #leave} returned, not before the time of any earlier call
   * @return the delay of the arrival, in ps, compared with a message that starts at that time and has all links for itself
   */
  public long deliver(int fromNode, int toNode, long bytes, long leftPicos) {
    int parts = routes.stripes(bytes);
    long delay = 0;
    for (int part = 0; part < parts; part++) {
      int links = routes.route(routes.stripe(fromNode, part), routes.stripe(toNode, part), route);
      int row = row(Math.ceilDiv(bytes, parts));
      long slowest = slowest(links, row);
      delay = Math.max(delay, reserve(Math.min(ownLinks, links), links, row, slowest, leftPicos));
    }
    return delay;
  }

  /** How long the slowest of the route's links takes for all bytes but the first, ps. */
  private long slowest(int links, int row) {
    long slowest = 0;
    for (int i = 0; i < links; i++) {
      slowest = Math.max(slowest, following[row + kind[route[i]]]);
    }
    return slowest;
  }

  /** Reserves links of the route from a time on. Returns the longest delay that one demands, ps. */
  private long reserve(int first, int end, int row, long slowest, long picos) {
    long delay = 0;
    for (int i = first; i < end; i++) {
      int link = route[i];
      int times = row + kind[link];
      long held = hold[times];
      if (held > 0) {
        long begin = Math.max(picos, free[link]);
        delay = Math.max(delay, begin - picos - (slowest - following[times]));
        free[link] = Picos.sum(begin, held, "on a link");
      }
    }
    return delay;
  }

  /** Visits the links that are busy after {@code nowPicos}, ascending. */
  public void forEachBusy(long nowPicos, Busy busy) {
    for (int link = 0; link < free.length; link++) {
      if (free[link] > nowPicos) {
        busy.until(link, free[link]);
      }
    }
  }

  /** The first cache entry of a size. Computes the row if it holds another size. */
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
