package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Load;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.flows.FairShares;
import io.github.tracecast.simulate.result.LinkLoads;
import io.github.tracecast.simulate.result.LinkUse;
import org.jspecify.annotations.Nullable;

/**
 * Computes the bytes, the latency, the links and the weight of a message as a flow.
 *
 * <ul>
 *   <li>w is the message's bytes on the wire. The platform's latency and bandwidth factors are
 *       those for w bytes.
 *   <li>The latency is L * latency factor, where L is the sum of the latencies of the route's
 *       links.
 *   <li>The flow is on all links of its route. The weight of its share is 1/L, or 1 if L is 0. On
 *       platforms where flows share evenly, all flows have the same weight.
 *   <li>The flow moves f bytes for each byte of its share, where f is the bandwidth factor times
 *       the topology's injection share. A factor below 1 therefore leaves no more bandwidth to
 *       other flows.
 *   <li>With cross traffic, the flow also takes {@value LinkLoads#CROSS} of its share on each link
 *       of the reverse route.
 *   <li>The collective network is an additional link, on which all flows have the same weight.
 * </ul>
 *
 * The object holds the route of one message at a time. One thread.
 */
final class FlowFigures {
  /** The smallest weight. Cross traffic has 5% of this weight, rounded down to 3; 5% of a weight below 20 would be 0. */
  private static final long LEAST_WEIGHT = 64;

  /** Number of cached message sizes; a power of two. */
  private static final int SIZES = 64;

  private final Routes routes;
  private final Platform platform;
  private final MpiCosts mpi;
  private final double injectionShare;
  private final boolean cross;
  private final Load load;
  private final FairShares shares;

  /** For each link, its bandwidth (infinite if unlimited) and its latency. */
  private final double[] bytesPerSecond;

  private final double[] linkLatency;
  private final double leastLatency;
  private final int treeLink;

  private final @Nullable Size[] sizes = new Size[SIZES];

  /** The message's links, the part of its share on each link, the number of links, the weight, and the latency. */
  private final int[] links;

  private final double[] parts;
  private int length;
  private long weight;
  private double latencySeconds;

  private final int[] route;

  /** @param efficiency the bytes that a message of this size moves per byte of its share */
  record Size(
      long bytes, long wireBytes, double latencyFactor, double efficiency, long overheadPicos) {}

  /** @param load the loads of links that adaptive routes read */
  FlowFigures(Machine machine, Load load) {
    this.routes = machine.routes();
    this.platform = machine.platform();
    this.mpi = platform.mpi();
    this.injectionShare = platform.topology().injectionShare();
    this.cross = mpi.crossTraffic();
    this.load = load;
    int count = routes.linkCount();
    this.treeLink = count;
    this.bytesPerSecond = new double[count + 1];
    this.linkLatency = new double[count + 1];
    double least = 1;
    for (int link = 0; link < count; link++) {
      bytesPerSecond[link] = link < routes.firstInjectionLink()
          ? routes.linkBytesPerSecond(link)
          : Double.POSITIVE_INFINITY;
      linkLatency[link] = routes.linkLatencySeconds(link);
      least = linkLatency[link] > 0 ? Math.min(least, linkLatency[link]) : least;
    }
    this.leastLatency = least;
    bytesPerSecond[treeLink] = platform
        .tree()
        .map(tree -> tree.payloadBytesPerSecond() / injectionShare)
        .orElse(Double.POSITIVE_INFINITY);
    this.shares = new FairShares(bytesPerSecond, cross);
    int longest = Math.max(1, routes.longestRoute());
    this.route = new int[longest];
    this.links = new int[cross ? 2 * longest : longest];
    this.parts = new double[links.length];
  }

  /** Returns the shares of the machine's links, without any flows. */
  FairShares shares() {
    return shares;
  }

  Size size(long bytes) {
    int at = (int) (bytes ^ bytes >>> 12) & SIZES - 1;
    Size size = sizes[at];
    if (size == null || size.bytes != bytes) {
      long wire = platform.wireBytes(bytes);
      size = new Size(
          bytes,
          wire,
          mpi.latencyFactor().at(wire == 0 ? bytes : wire),
          mpi.bandwidthFactor().at(wire) * injectionShare,
          Picos.ofSeconds(mpi.flightOverhead().seconds(bytes)));
      sizes[at] = size;
    }
    return size;
  }

  Size sizeOfCollective(long bytes) {
    return new Size(bytes, bytes, 0, mpi.bandwidthFactor().at(bytes) * injectionShare, 0);
  }

  /** Selects the links of a message, without the first {@code without} links of its route. An adaptive route is that of this moment. */
  void route(int fromNode, int toNode, int without) {
    int hops = routes.route(fromNode, toNode, load, route);
    double latency = routes.adapts() ? latency(0, hops) : routes.latencySeconds(fromNode, toNode);
    select(fromNode, toNode, without, hops, latency - latency(0, without));
  }

  /** Selects the links of a message, whose {@link #latencySeconds(int, int, int)} are known. Its route must not be adaptive. */
  void route(int fromNode, int toNode, int without, double latency) {
    select(fromNode, toNode, without, routes.route(fromNode, toNode, load, route), latency);
  }

  private void select(int fromNode, int toNode, int without, int hops, double latency) {
    length = 0;
    for (int i = without; i < hops; i++) {
      add(route[i], 1);
    }
    if (cross) {
      int back = routes.route(toNode, fromNode, route);
      for (int i = 0; i < back - without; i++) {
        addBack(route[i]);
      }
    }
    latencySeconds = latency;
    double relative = mpi.sharesEvenly() ? 1 : leastLatency / (latency > 0 ? latency : 1);
    weight = Math.max(LEAST_WEIGHT, (long) (relative * FairShares.LARGEST_WEIGHT));
  }

  /** Selects the link of the collective network. */
  void routeOfCollective() {
    latencySeconds = 0;
    length = 0;
    add(treeLink, 1);
    weight = FairShares.LARGEST_WEIGHT;
  }

  /** The sum of the latencies of some links of the route. */
  private double latency(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += linkLatency[route[i]];
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
        parts[i] += LinkLoads.CROSS;
        return;
      }
    }
    add(link, LinkLoads.CROSS);
  }

  /** The latency of a message of this size on the selected links. */
  long latencyPicos(Size size) {
    return latencyPicos(size, latencySeconds);
  }

  /** The latency of a message of this size on links of a latency. */
  static long latencyPicos(Size size, double seconds) {
    return Picos.ofSeconds(seconds * size.latencyFactor);
  }

  /** The latency of a message's links, without a selection of these links. Its route must not be adaptive. */
  double latencySeconds(int fromNode, int toNode, int without) {
    double latency = routes.latencySeconds(fromNode, toNode);
    if (without > 0) {
      routes.route(fromNode, toNode, route);
      latency -= latency(0, without);
    }
    return latency;
  }

  double bytesPerSecond(int link) {
    return bytesPerSecond[link];
  }

  /** Gives a row the selected links and the weight of the message. */
  void place(int row) {
    shares.place(row, links, parts, length, weight);
  }

  /** Reports that the first link of the message serves the message alone from now on. */
  void serve(LinkUse use, Size size, long nowPicos) {
    if (length > 0) {
      double seconds = size.wireBytes * parts[0] / (bytesPerSecond[links[0]] * size.efficiency);
      long picos = Picos.ofSeconds(seconds);
      use.message(links[0], nowPicos);
      use.carries(links[0], nowPicos, Picos.sum(nowPicos, picos, "on a link"), size.bytes, picos);
    }
  }
}
