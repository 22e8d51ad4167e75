package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Factor;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A machine in SimGrid's form: a platform file and settings.
 *
 * <p>A torus node limits the bandwidth of each message that it injects. This class models the limit
 * as a factor on the bandwidth that a message gets from a link. SimGrid's own limiter of a torus
 * node does not fit: it covers both directions and all passing traffic.
 *
 * <p>SimGrid's tori are always closed. This class therefore maps an open ring of n nodes to a
 * closed ring of 2(n-1). No shortest path between the first n nodes wraps around there.
 *
 * <p>The platform also has a host without a network, {@value #CLOCK}. One operation takes one
 * picosecond on it. A machine with a collective network adds two hosts, joined by a link of that
 * network's bandwidth. A star that messages cross one after another adds a host in its middle, {@value #CENTRE}.
 */
public final class SimGridPlatform {
  /** The host that runs alarms. */
  public static final String CLOCK = "clock";

  /** Hosts at the ends of the collective network's link. */
  public static final String TREE_FROM = "tree-from";

  public static final String TREE_TO = "tree-to";

  /** The host in the middle of a star, from which only the receivers' links are crossed. */
  public static final String CENTRE = "centre";

  private static final String HOST = "n";

  private final Machine machine;
  /** SimGrid requires all zones before the links and routes between them. */
  private final StringBuilder zones = new StringBuilder();

  private final StringBuilder wires = new StringBuilder();

  /** Size of SimGrid's ring in each dimension of a torus. */
  private final int[] rings;

  public SimGridPlatform(Machine machine) {
    this.machine = machine;
    int[] shape = machine.shape();
    boolean[] wraps = machine.wraps();
    this.rings = new int[shape.length];
    for (int d = 0; d < shape.length; d++) {
      rings[d] = wraps[d] ? shape[d] : Math.max(shape[d], 2 * (shape[d] - 1));
    }
  }

  /** SimGrid's name of a node. */
  public String host(int node) {
    int[] shape = machine.shape();
    int number = 0;
    int rest = node;
    int stride = 1;
    for (int d = 0; d < shape.length; d++) {
      number += rest % shape[d] * stride;
      rest /= shape[d];
      stride *= rings[d];
    }
    return HOST + (shape.length == 0 ? node : number);
  }

  /** Settings ({@code --cfg}) with which SimGrid uses only the platform's own numbers. */
  public List<String> settings() {
    MpiCosts mpi = machine.platform().mpi();
    return List.of(
        "network/model:CM02",
        "network/crosstraffic:" + (mpi.crossTraffic() ? 1 : 0),
        "network/TCP-gamma:0",
        "network/weight-S:0",
        "network/latency-factor:" + factor(mpi.latencyFactor(), 1),
        "network/bandwidth-factor:" + factor(mpi.bandwidthFactor(), injectionShare()),
        "precision/timing:1e-12");
  }

  private static String factor(Factor factor, double share) {
    List<String> segments = new ArrayList<>();
    long[] fromBytes = factor.fromBytes();
    double[] values = factor.values();
    for (int i = 0; i < values.length; i++) {
      // In SimGrid, a segment begins after its first size.
      segments.add(Math.max(0, fromBytes[i] - 1) + ":" + values[i] * share);
    }
    return String.join(";", segments);
  }

  /** The share of a link's bandwidth that injection leaves to a single message, 0 to 1. */
  private double injectionShare() {
    return machine.platform().topology() instanceof Topology.Torus torus
        ? Math.min(1, torus.injectionBytesPerSecond() / torus.linkBytesPerSecond())
        : 1;
  }

  /**
   * SimGrid applies its bandwidth factor to all links. A link without the injection limit gets a
   * higher bandwidth, which cancels the factor.
   */
  private double unshared(double bytesPerSecond) {
    return bytesPerSecond / injectionShare();
  }

  /** The platform file. */
  public String xml() {
    zones.setLength(0);
    wires.setLength(0);
    switch (machine.platform().topology()) {
      case Topology.Torus torus -> torus(torus);
      case Topology.Cabinets cabinets -> cabinets(cabinets);
      case Topology.Star star -> star(star);
      case Topology.FatTree tree -> fatTree(tree);
    }
    zones
        .append("<zone id=\"alarms\" routing=\"None\"><host id=\"" + CLOCK)
        .append("\" speed=\"1000000000000f\" core=\"100000000\"/></zone>\n");
    machine
        .platform()
        .tree()
        .ifPresent(tree -> collectiveNetwork(unshared(tree.payloadBytesPerSecond())));
    return "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        + "<platform version=\"4.1\">\n<zone id=\"world\" routing=\"Full\">\n"
        + zones
        + wires
        + "</zone>\n</platform>\n";
  }

  private void torus(Topology.Torus torus) {
    int hosts = 1;
    List<String> sizes = new ArrayList<>();
    for (int ring : rings) {
      hosts = Math.multiplyExact(hosts, ring);
      // SimGrid would create a duplicate link for a dimension of size 1.
      if (ring > 1) {
        sizes.add(Integer.toString(ring));
      }
    }
    if (sizes.isEmpty()) {
      sizes.add("1");
    }
    cluster(
        "machine",
        0,
        hosts,
        torus.linkBytesPerSecond(),
        torus.hopLatencySeconds(),
        " topology=\"TORUS\" topo_parameters=\"" + String.join(",", sizes) + "\"");
  }

  private void cabinets(Topology.Cabinets cabinets) {
    int first = 0;
    int count = cabinets.hostsPerCabinet().size();
    for (int c = 0; c < count; c++) {
      int hosts = cabinets.hostsPerCabinet().get(c);
      cluster(
          "cabinet" + c,
          first,
          hosts,
          cabinets.hostLinkBytesPerSecond(),
          cabinets.hostLinkLatencySeconds(),
          limiter(cabinets.hostLimiterBytesPerSecond()) + " router_id=\"router" + c + "\"");
      first += hosts;
    }
    for (int c = 0; c < count; c++) {
      link(
          wires,
          "uplink" + c,
          cabinets.uplinkBytesPerSecond(),
          cabinets.uplinkLatencySeconds(),
          "SPLITDUPLEX");
      if (Double.isFinite(cabinets.uplinkLimiterBytesPerSecond())) {
        link(wires, "limiter" + c, cabinets.uplinkLimiterBytesPerSecond(), 0, "SHARED");
      }
    }
    for (int from = 0; from < count; from++) {
      for (int to = 0; to < count; to++) {
        if (from != to) {
          cabinetRoute(from, to, Double.isFinite(cabinets.uplinkLimiterBytesPerSecond()));
        }
      }
    }
  }

  private void cabinetRoute(int from, int to, boolean limited) {
    wires
        .append("<zoneRoute src=\"cabinet" + from + "\" dst=\"cabinet" + to + "\" gw_src=\"router"
            + from)
        .append("\" gw_dst=\"router" + to + "\" symmetrical=\"NO\">");
    wires.append("<link_ctn id=\"uplink" + from + "\" direction=\"UP\"/>");
    if (limited) {
      wires.append("<link_ctn id=\"limiter" + from + "\"/><link_ctn id=\"limiter" + to + "\"/>");
    }
    wires.append("<link_ctn id=\"uplink" + to + "\" direction=\"DOWN\"/></zoneRoute>\n");
  }

  /** Whether messages can wait in the middle of the network, on host {@value #CENTRE}. */
  public boolean hasCentre() {
    return machine.platform().topology() instanceof Topology.Star
        && machine.platform().mpi().inTurnLimitBytes() > 0;
  }

  private void star(Topology.Star star) {
    String backbone =
        Double.isFinite(star.backboneBytesPerSecond()) || star.backboneLatencySeconds() > 0
            ? " bb_bw=\"" + finite(star.backboneBytesPerSecond()) + "Bps\" bb_lat=\""
                + star.backboneLatencySeconds() + "s\""
            : "";
    cluster(
        "machine",
        0,
        machine.nodes(),
        star.linkBytesPerSecond(),
        star.linkLatencySeconds(),
        backbone + (hasCentre() ? " router_id=\"switch\"" : ""));
    if (hasCentre()) {
      centre();
    }
  }

  /** SimGrid allows no route without a link; the one from the centre to the switch costs nothing. */
  private void centre() {
    zones.append("<zone id=\"middle\" routing=\"Full\"><host id=\"" + CENTRE
        + "\" speed=\"1Gf\"/></zone>\n");
    link(wires, "inlet", Double.POSITIVE_INFINITY, 0, "FATPIPE");
    wires
        .append("<zoneRoute src=\"middle\" dst=\"machine\" gw_src=\"" + CENTRE)
        .append("\" gw_dst=\"switch\" symmetrical=\"NO\"><link_ctn id=\"inlet\"/></zoneRoute>\n");
  }

  private void fatTree(Topology.FatTree tree) {
    String parameters = tree.levels() + ";" + joined(tree.down()) + ";" + joined(tree.up()) + ";"
        + joined(tree.parallel());
    cluster(
        "machine",
        0,
        machine.nodes(),
        tree.linkBytesPerSecond(),
        tree.linkLatencySeconds(),
        " topology=\"FAT_TREE\" topo_parameters=\"" + parameters + "\"");
  }

  private static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static String limiter(double bytesPerSecond) {
    return Double.isFinite(bytesPerSecond) ? " limiter_link=\"" + bytesPerSecond + "Bps\"" : "";
  }

  /** SimGrid has no infinite bandwidth. This limit is never the bottleneck. */
  private static double finite(double bytesPerSecond) {
    return Math.min(bytesPerSecond, 1e18);
  }

  private void cluster(
      String id,
      int first,
      int hosts,
      double bytesPerSecond,
      double latencySeconds,
      String further) {
    zones
        .append("<cluster id=\"" + id + "\" prefix=\"" + HOST + "\" suffix=\"\" radical=\"")
        .append(first + "-" + (first + hosts - 1))
        .append("\" speed=\"1Gf\" bw=\"" + finite(bytesPerSecond) + "Bps\" lat=\"" + latencySeconds
            + "s\"")
        .append(" sharing_policy=\"SPLITDUPLEX\"")
        .append(further)
        .append("/>\n");
  }

  private void collectiveNetwork(double bytesPerSecond) {
    zones.append("<zone id=\"tree\" routing=\"Full\">");
    zones.append("<host id=\"" + TREE_FROM + "\" speed=\"1Gf\"/><host id=\"" + TREE_TO
        + "\" speed=\"1Gf\"/>");
    link(zones, "tree-link", bytesPerSecond, 0, "SHARED");
    zones
        .append("<route src=\"" + TREE_FROM + "\" dst=\"" + TREE_TO + "\" symmetrical=\"NO\">")
        .append("<link_ctn id=\"tree-link\"/></route></zone>\n");
  }

  private static void link(
      StringBuilder xml, String id, double bytesPerSecond, double latencySeconds, String policy) {
    xml.append("<link id=\"" + id + "\" bandwidth=\"" + finite(bytesPerSecond) + "Bps\" latency=\"")
        .append(latencySeconds + "s\" sharing_policy=\"" + policy + "\"/>\n");
  }
}
