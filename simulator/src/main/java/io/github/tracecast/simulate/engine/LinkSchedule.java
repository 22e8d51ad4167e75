package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;

/**
 * Tracks when each link of a machine is free, for the messages that take turns on links because of
 * {@code mpi.in_turn_limit}. A link serves these messages one after another, in the order of their
 * reservations. {@code TimedNetwork} makes reservations in order of simulated time. At equal times,
 * messages that start in order reserve links in order of their senders' ranks, then of sending;
 * otherwise the order of events decides. The two directions of a cable are separate links unless
 * the machine defines otherwise.
 *
 * <p>The model applies to a message of w bytes on the wire that starts at t. Link l of its route
 * has the gap G(l) = 1 / (bandwidth of l * the platform's bandwidth factor). G is the largest G(l).
 *
 * <ul>
 *   <li><b>Held</b>: each link serves the message for w * G(l), starting at max(t, free(l)). The
 *       end of this service is the new free(l).
 *   <li><b>Late</b>: alone, the message's last byte needs (w - 1) * G. A link releases that byte at
 *       least (w - 1) * G(l) after its service begins. Each link of the route therefore demands a
 *       delay of free(l) - t - (w - 1) * (G - G(l)). The message is late by the largest demand if
 *       it is positive. On a link that is faster than the route's slowest link, messages
 *       interleave. The transfer over the slowest link hides a part of a wait for such a link.
 *   <li><b>Own links first</b>: at t the message reserves its node's own links
 *       ({@link Routes#ownLinks}). It reserves all other links when it leaves the node, at t plus
 *       the delay of the own links. A node's interface therefore sends one message after another,
 *       as a network card does, and the links behind it serve other messages meanwhile.
 *   <li><b>Blocked</b>: the network is cut-through with unbounded buffers. A message that waits for
 *       one link does not block the links before it. On the links after that link, the message
 *       takes its turn as if it had not waited, except for the wait for its node's own links. If a
 *       message is in several queues, the longest wait counts.
 * </ul>
 *
 * <p>A message on free links is therefore never late. The last byte over a link arrives only after
 * the link could carry all data of the message. A message without bytes on the wire neither waits
 * nor occupies a link.
 *
 * <p>A link takes 16 bytes. Messages allocate no memory, because routes are computed, not stored.
 * One thread.
 */
public final class LinkSchedule {
  private final Routes routes;
  private final Platform platform;

  /** The time at which each link has served all its messages so far, in ps. */
  private final long[] free;

  private final double[] bytesPerSecond;
  private final int ownLinks;

  /** A message's route. For each link on the route, the times that the link takes for the whole message and for all bytes but the first, ps. */
  private final int[] route;

  private final long[] held;
  private final long[] following;

  public LinkSchedule(Machine machine) {
    this.routes = machine.routes();
    this.platform = machine.platform();
    this.free = new long[routes.linkCount()];
    this.bytesPerSecond = new double[free.length];
    Arrays.setAll(bytesPerSecond, routes::linkBytesPerSecond);
    this.ownLinks = routes.ownLinks();
    this.route = new int[routes.longestRoute()];
    this.held = new long[route.length];
    this.following = new long[route.length];
  }

  /**
   * Reserves the sender's own links for a message.
   *
   * @param bytes the message's size without headers
   * @param startPicos the start of the message, not before the time of any earlier call
   * @return the time in ps at which the message leaves these links, for {@link #deliver}
   */
  public long leaveNode(int fromNode, int toNode, long bytes, long startPicos) {
    return startPicos + reserve(fromNode, toNode, bytes, true, startPicos);
  }

  /**
   * Reserves the other links of a message's route.
   *
   * @param leftPicos the result of {@link #leaveNode}, not before the time of any earlier call
   * @return the delay of the arrival, in ps, compared with a message that leaves at that time and
   *     finds all links free
   */
  public long deliver(int fromNode, int toNode, long bytes, long leftPicos) {
    return reserve(fromNode, toNode, bytes, false, leftPicos);
  }

  private long reserve(int fromNode, int toNode, long bytes, boolean own, long picos) {
    int parts = routes.stripes(bytes);
    long delay = 0;
    for (int part = 0; part < parts; part++) {
      int links = routes.route(routes.stripe(fromNode, part), routes.stripe(toNode, part), route);
      long slowest = serve(links, Math.ceilDiv(bytes, parts));
      int others = Math.min(ownLinks, links);
      delay = Math.max(delay, reserve(own ? 0 : others, own ? others : links, slowest, picos));
    }
    return delay;
  }

  /**
   * Computes the time that each link of the route takes for a message. Returns the time of the
   * slowest link for all bytes but the first, ps.
   */
  private long serve(int links, long bytes) {
    long onWire = platform.wireBytes(bytes);
    double factor = platform.mpi().bandwidthFactor().at(bytes);
    long slowest = 0;
    for (int i = 0; i < links; i++) {
      double bandwidth = bytesPerSecond[route[i]] * factor;
      held[i] = Picos.ofSeconds(onWire / bandwidth);
      following[i] = Picos.ofSeconds(Math.max(0, onWire - 1) / bandwidth);
      slowest = Math.max(slowest, following[i]);
    }
    return slowest;
  }

  /** Reserves links of the route from a time on. Returns the longest delay that any link causes, ps. */
  private long reserve(int first, int end, long slowest, long picos) {
    long delay = 0;
    for (int i = first; i < end; i++) {
      if (held[i] > 0) {
        int link = route[i];
        long begin = Math.max(picos, free[link]);
        delay = Math.max(delay, begin - picos - (slowest - following[i]));
        free[link] = Picos.sum(begin, held[i], "on a link");
      }
    }
    return delay;
  }

  /** Describes the links that are busy after {@code nowPicos}, in ascending order. */
  void describe(long nowPicos, StateSink sink) {
    for (int link = 0; link < free.length; link++) {
      if (free[link] > nowPicos) {
        sink.number(link);
        sink.time(free[link]);
      }
    }
  }
}
