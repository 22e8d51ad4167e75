package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.flows.FairShares;
import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A message as a flow: its bytes, its latency, its links and its weight.
 *
 * <ul>
 *   <li>w is the message's bytes on the wire. The platform's latency and bandwidth factors are
 *       taken for w bytes.
 *   <li>The latency is L * latency factor, where L is the sum of the latencies of the route's links.
 *   <li>The flow is on all links of its route. The weight of its share is 1/L, or 1 if L is 0.
 *       Where flows share evenly, all have the same weight.
 *   <li>It moves f bytes for each byte of its share, where f is the bandwidth factor times the
 *       topology's injection share. So a factor below 1 leaves no bandwidth to others.
 *   <li>With cross traffic, the flow also takes {@value #CROSS} of its share on each link of the way
 *       back.
 *   <li>The collective network is one more link. On it, all flows have the same weight.
 * </ul>
 *
 * The object holds the figures of one message at a time. One thread.
 */
final class FlowFigures {
  private static final double CROSS = 0.05;

  /** The smallest weight. Its share for cross traffic is still above 0. */
  private static final long LEAST_WEIGHT = 64;

  /** Number of cached message sizes; a power of two. */
  private static final int SIZES = 64;

  private final Routes routes;
  private final MpiCosts mpi;
  private final @Nullable Packets packets;
  private final double injectionShare;
  private final boolean cross;
  private final FairShares shares;

  /** By link: its bandwidth, infinite without a limit, and its latency. */
  private final double[] bytesPerSecond;

  private final double[] latencySeconds;
  private final double leastLatency;
  private final int treeLink;

  /** By cached size: the size, or -1; the bytes on the wire, both factors and the flight overhead. */
  private final long[] sizes = new long[SIZES];

  private final long[] wire = new long[SIZES];
  private final double[] latencyFactors = new double[SIZES];
  private final double[] efficiencies = new double[SIZES];
  private final long[] overheads = new long[SIZES];
  private int row;

  /** The message's links, its part of each, their number and the weight of its share. */
  private final int[] links;

  private final double[] parts;
  private int length;
  private long weight;
  private long latencyPicos;

  private long wireBytes;
  private double efficiency;

  private final int[] route;

  /** The loads that adaptive routes see. */
  private final @Nullable ChosenLinks chosen;

  FlowFigures(Machine machine) {
    this.routes = machine.routes();
    this.mpi = machine.platform().mpi();
    this.packets = machine.platform().packets().orElse(null);
    Topology topology = machine.platform().topology();
    this.injectionShare = topology.injectionShare();
    this.cross = mpi.crossTraffic();
    int count = routes.linkCount();
    this.treeLink = count;
    this.bytesPerSecond = new double[count + 1];
    this.latencySeconds = new double[count + 1];
    double least = Double.POSITIVE_INFINITY;
    for (int link = 0; link < count; link++) {
      bytesPerSecond[link] = link < routes.firstInjectionLink()
          ? routes.linkBytesPerSecond(link)
          : Double.POSITIVE_INFINITY;
      latencySeconds[link] = routes.linkLatencySeconds(link);
      if (latencySeconds[link] > 0) {
        least = Math.min(least, latencySeconds[link]);
      }
    }
    this.leastLatency = Math.min(1, least);
    machine
        .platform()
        .tree()
        .ifPresentOrElse(
            tree -> bytesPerSecond[treeLink] = tree.payloadBytesPerSecond() / injectionShare,
            () -> bytesPerSecond[treeLink] = Double.POSITIVE_INFINITY);
    this.shares = new FairShares(bytesPerSecond, cross);
    int longest = Math.max(1, routes.longestRoute());
    this.route = new int[longest];
    this.links = new int[cross ? 2 * longest : longest];
    this.parts = new double[links.length];
    this.chosen = routes.adapts() ? new ChosenLinks(count) : null;
    Arrays.fill(sizes, -1);
  }

  /** The links of the machine, with no flow on them. */
  FairShares shares() {
    return shares;
  }

  void ofSize(long bytes) {
    int at = (int) (bytes ^ bytes >>> 12) & SIZES - 1;
    row = at;
    if (sizes[at] != bytes) {
      sizes[at] = bytes;
      wire[at] = packets == null ? bytes : packets.wireBytes(bytes);
      overheads[at] = Picos.ofSeconds(mpi.flightOverhead().seconds(bytes));
      latencyFactors[at] = mpi.latencyFactor().at(wire[at] == 0 ? bytes : wire[at]);
      efficiencies[at] = mpi.bandwidthFactor().at(wire[at]) * injectionShare;
    }
    wireBytes = wire[at];
    efficiency = efficiencies[at];
  }

  long wireBytes() {
    return wireBytes;
  }

  double efficiency() {
    return efficiency;
  }

  long overheadPicos() {
    return overheads[row];
  }

  /** Takes the links of a message that starts now, without the first ones of its route. */
  void route(int fromNode, int toNode, int without) {
    int hops = chosen == null
        ? routes.route(fromNode, toNode, route)
        : routes.route(fromNode, toNode, chosen, route);
    double latency = chosen == null ? routes.latencySeconds(fromNode, toNode) : latency(0, hops);
    latency -= latency(0, without);
    length = 0;
    for (int i = without; i < hops; i++) {
      add(route[i], 1);
    }
    if (cross) {
      hops = routes.route(toNode, fromNode, route);
      for (int i = 0; i < hops - without; i++) {
        addBack(route[i]);
      }
    }
    latencyPicos = Picos.ofSeconds(latency * latencyFactors[row]);
    double relative = mpi.sharesEvenly() ? 1 : leastLatency / (latency > 0 ? latency : 1);
    weight = Math.max(LEAST_WEIGHT, (long) (relative * FairShares.LARGEST_WEIGHT));
  }

  /** Sum of the latencies of some links of the route. */
  private double latency(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += latencySeconds[route[i]];
    }
    return sum;
  }

  private void add(int link, double part) {
    if (bytesPerSecond[link] < Double.POSITIVE_INFINITY) {
      links[length] = link;
      parts[length++] = part;
    }
  }

  private void addBack(int link) {
    for (int i = 0; i < length; i++) {
      if (links[i] == link) {
        parts[i] += CROSS;
        return;
      }
    }
    add(link, CROSS);
  }

  /** Takes the figures of a collective on its own network. */
  void ofCollective(long bytes) {
    wireBytes = bytes;
    efficiency = mpi.bandwidthFactor().at(bytes) * injectionShare;
    latencyPicos = 0;
    length = 0;
    add(treeLink, 1);
    weight = FairShares.LARGEST_WEIGHT;
  }

  long latencyPicos() {
    return latencyPicos;
  }

  double bytesPerSecond(int link) {
    return bytesPerSecond[link];
  }

  /** Reports the message's bytes on its links, spread evenly between two times. */
  void report(LinkUse use, long fromPicos, long toPicos, long payload) {
    for (int i = 0; i < length; i++) {
      report(use, i, fromPicos, toPicos, payload);
    }
  }

  /** Reports a message that the first link of its route serves alone from now on. */
  void serve(LinkUse use, int fromNode, int toNode, long bytes, long nowPicos) {
    ofSize(bytes);
    route(fromNode, toNode, 0);
    if (length > 0) {
      report(use, 0, nowPicos, Picos.sum(nowPicos, fullPicos(0), "on a link"), bytes);
    }
  }

  private void report(LinkUse use, int at, long fromPicos, long toPicos, long payload) {
    boolean forth = parts[at] >= 1;
    if (forth) {
      use.message(links[at], fromPicos);
    }
    use.carries(links[at], fromPicos, toPicos, forth ? payload : 0, fullPicos(at));
  }

  /** The time, in ps, for which the message fills one of its links. */
  private long fullPicos(int at) {
    return Picos.ofSeconds(wireBytes * parts[at] / (bytesPerSecond[links[at]] * efficiency));
  }

  /** Gives a flow the links and the weight of the message. */
  void place(int flow) {
    shares.place(flow, links, parts, length, weight);
    if (chosen != null) {
      chosen.start(wireBytes, links, length);
    }
  }

  /** Notes that a flow ends, before it leaves its links. */
  void end(int flow, long bytes) {
    if (chosen != null) {
      chosen.end(bytes, shares.members(), flow);
    }
  }

  /** Describes the state, besides the flows, that later messages depend on. */
  void describe(StateSink sink) {
    if (chosen != null) {
      sink.number(chosen.message());
    }
  }
}
