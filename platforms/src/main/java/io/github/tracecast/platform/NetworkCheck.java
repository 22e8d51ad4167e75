package io.github.tracecast.platform;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Properties of a machine's network, to compare with the machine's data sheet. They assume idle
 * links, and are computed from all pairs of nodes or from 100,000 random pairs.
 *
 * @param nodes number of nodes
 * @param links number of directed links and bandwidth limits
 * @param diameter the largest number of cables on a route
 * @param injectionBytesPerSecond bandwidth with which a node can send into the network
 * @param bisectionBytesPerSecond bandwidth from all nodes of one half to the other half, if each
 *     node sends to one partner
 * @param pingSeconds time of an 8 B message between the farthest nodes, one way
 * @param allToAllBytesPerSecond bandwidth with which each node sends if all nodes send to all
 * @param levels the links by level
 */
public record NetworkCheck(
    int nodes,
    int links,
    int diameter,
    double injectionBytesPerSecond,
    double bisectionBytesPerSecond,
    double pingSeconds,
    double allToAllBytesPerSecond,
    Map<String, Level> levels) {
  private static final int MOST_PAIRS = 100_000;
  private static final long PING_BYTES = 8;

  /**
   * The links of one level of the network.
   *
   * @param links number of links
   * @param bytesPerSecond bandwidth of all links together
   * @param use share of this bandwidth that is used if all nodes send to all at the bandwidth of
   *     their interfaces; above 1, the links are the bottleneck
   */
  public record Level(int links, double bytesPerSecond, double use) {}

  /** Computes the properties of a machine's network if all its nodes are in use. */
  public static NetworkCheck of(Machine machine) {
    Routes routes = machine.routes();
    int nodes = machine.nodes();
    Map<String, double[]> levels = new LinkedHashMap<>();
    int existing = 0;
    for (int link = 0; link < routes.linkCount(); link++) {
      double bandwidth = routes.linkBytesPerSecond(link);
      existing += routes.exists(link) ? 1 : 0;
      if (bandwidth < Double.POSITIVE_INFINITY
          && link < routes.firstInjectionLink()
          && routes.exists(link)) {
        double[] sums = levels.computeIfAbsent(routes.linkLevel(link), level -> new double[3]);
        sums[0]++;
        sums[1] += bandwidth;
      }
    }
    int[] route = new int[routes.longestRoute()];
    double injection = 0;
    int diameter = 0;
    double ping = 0;
    long pairs = (long) nodes * (nodes - 1);
    boolean all = pairs <= MOST_PAIRS;
    Random random = new Random(1);
    int count = (int) Math.min(pairs, MOST_PAIRS);
    for (int i = 0; i < count; i++) {
      int from = all ? i / (nodes - 1) : random.nextInt(nodes);
      int to = (from + 1 + (all ? i % (nodes - 1) : random.nextInt(nodes - 1))) % nodes;
      diameter = Math.max(diameter, routes.hops(from, to));
      ping = Math.max(ping, ping(machine, from, to));
      injection = Math.max(injection, routes.bandwidthBytesPerSecond(from, to));
      int links = routes.route(from, to, route);
      for (int k = 0; k < links; k++) {
        double[] sums = levels.get(routes.linkLevel(route[k]));
        if (sums != null) {
          sums[2]++;
        }
      }
    }
    injection *= routes.rails();
    Map<String, Level> shown = new LinkedHashMap<>();
    double busiest = 0;
    for (Map.Entry<String, double[]> level : levels.entrySet()) {
      double[] sums = level.getValue();
      double use = count == 0 ? 0 : sums[2] / count * nodes * injection / sums[1];
      busiest = Math.max(busiest, use);
      shown.put(level.getKey(), new Level((int) sums[0], sums[1], use));
    }
    return new NetworkCheck(
        nodes,
        existing,
        diameter,
        injection,
        bisection(routes, nodes, injection),
        ping,
        injection / Math.max(1, busiest),
        shown);
  }

  private static double ping(Machine machine, int from, int to) {
    MpiCosts mpi = machine.platform().mpi();
    double latency =
        machine.routes().latencySeconds(from, to) * mpi.latencyFactor().at(PING_BYTES);
    double bytes = (machine.platform().wireBytes(PING_BYTES) - 1)
        / (machine.routes().bandwidthBytesPerSecond(from, to)
            * mpi.bandwidthFactor().at(PING_BYTES));
    return mpi.sendOverhead().seconds(PING_BYTES)
        + latency
        + bytes
        + mpi.flightOverhead().seconds(PING_BYTES)
        + mpi.receiveOverhead().seconds(PING_BYTES);
  }

  /**
   * Returns the bisection bandwidth, for which each node i sends to node i + nodes / 2. The busiest
   * link limits the rate of all nodes.
   */
  private static double bisection(Routes routes, int nodes, double injection) {
    int half = nodes / 2;
    int[] load = new int[routes.linkCount()];
    int[] route = new int[routes.longestRoute()];
    double pace = injection / routes.rails();
    for (int pass = 0; pass < 2; pass++) {
      for (int from = 0; from < half; from++) {
        int links = routes.route(from, from + half, route);
        for (int k = 0; k < links; k++) {
          if (pass == 0) {
            load[route[k]]++;
          } else {
            pace = Math.min(pace, routes.linkBytesPerSecond(route[k]) / load[route[k]]);
          }
        }
      }
    }
    return pace * half * routes.rails();
  }
}
