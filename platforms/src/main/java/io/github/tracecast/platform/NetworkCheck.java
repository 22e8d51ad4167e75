package io.github.tracecast.platform;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Figures of a machine's network to compare with its data sheet. They assume idle links, and all
 * pairs of nodes or 100,000 random pairs.
 *
 * @param nodes nodes of the machine
 * @param links directed links and limits
 * @param diameter the most cables on a route
 * @param injectionBytesPerSecond bytes per second that a node can send into the network
 * @param bisectionBytesPerSecond bytes per second from all nodes of one half to the other half,
 *     each node to one partner
 * @param pingSeconds seconds of an 8 B message between the farthest nodes, one way
 * @param allToAllBytesPerSecond bytes per second that each node sends if all send to all
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
   * Links of one level.
   *
   * @param links number of links
   * @param bytesPerSecond bandwidth of all links together
   * @param use share of this bandwidth in use while all nodes send to all at the speed of their
   *     interfaces; above 1 the links are the limit
   */
  public record Level(int links, double bytesPerSecond, double use) {}

  /** Computes the figures with all nodes of the machine in use. */
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

  /** Each node sends to the one half of the machine away; the busiest link sets the pace of all. */
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
