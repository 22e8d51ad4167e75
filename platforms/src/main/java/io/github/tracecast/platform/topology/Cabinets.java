package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Draft;
import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import io.github.tracecast.platform.internal.TopologyType;
import java.util.Collections;
import java.util.List;

/**
 * Hosts in cabinets, each cabinet with an up-link to a backbone that is never the bottleneck.
 *
 * <p>The limiter of a link limits the total bandwidth of both directions, like a half-duplex part
 * of a full-duplex link. The limiter has no latency.
 *
 * @param hostsPerCabinet number of hosts in each cabinet
 * @param hostLinkBytesPerSecond bandwidth of a host's link in each direction
 * @param hostLinkLatencySeconds latency of a host's link
 * @param hostLimiterBytesPerSecond bandwidth of both directions of a host's link together; infinite
 *     if unlimited
 * @param uplinkBytesPerSecond bandwidth of a cabinet's link in each direction
 * @param uplinkLatencySeconds latency of a cabinet's link
 * @param uplinkLimiterBytesPerSecond bandwidth of both directions of a cabinet's link together;
 *     infinite if unlimited
 */
public record Cabinets(
    List<Integer> hostsPerCabinet,
    double hostLinkBytesPerSecond,
    double hostLinkLatencySeconds,
    double hostLimiterBytesPerSecond,
    double uplinkBytesPerSecond,
    double uplinkLatencySeconds,
    double uplinkLimiterBytesPerSecond)
    implements Topology {
  static final TopologyType TYPE = new TopologyType(
      "cabinets",
      "Hosts in cabinets. The link of each cabinet leads to a backbone that is never the bottleneck.",
      Cabinets::keys,
      Cabinets::read,
      Cabinets::draft);

  public Cabinets {
    hostsPerCabinet = List.copyOf(hostsPerCabinet);
  }

  private static void keys(Keys keys) {
    keys.need("network.hosts_per_cabinet", Kind.COUNTS, "hosts in each cabinet");
    keys.need(
        "network.host_link_bandwidth",
        Kind.BANDWIDTH,
        "bandwidth of a host's link in each direction");
    keys.need("network.host_link_latency", Kind.TIME, "latency of a host's link");
    keys.may(
        "network.host_limiter",
        Kind.BANDWIDTH_OR_NONE,
        "none",
        "limit on the total bandwidth of both directions of a host's link");
    keys.need(
        "network.uplink_bandwidth",
        Kind.BANDWIDTH,
        "bandwidth of a cabinet's link in each direction");
    keys.need("network.uplink_latency", Kind.TIME, "latency of a cabinet's link");
    keys.may(
        "network.uplink_limiter",
        Kind.BANDWIDTH_OR_NONE,
        "none",
        "limit on the total bandwidth of both directions of a cabinet's link");
  }

  /** Number of hosts of a cabinet in a machine file that {@code platforms new} writes. */
  private static final int DRAFTED_HOSTS = 32;

  private static void draft(Draft draft) {
    draft.requireOneRail();
    int cabinets = Math.ceilDiv(draft.nodes(), DRAFTED_HOSTS);
    draft.put(
        "network.hosts_per_cabinet",
        String.join(", ", Collections.nCopies(cabinets, "" + DRAFTED_HOSTS)),
        "assumption: " + DRAFTED_HOSTS + " hosts a cabinet");
    draft.put("network.host_link_bandwidth", draft.bandwidth(), "stated");
    draft.putLatency("network.host_link_latency", 4);
    draft.put(
        "network.uplink_bandwidth",
        draft.bandwidth(DRAFTED_HOSTS / 4.0),
        "assumption: a quarter of the bandwidth of the hosts of a cabinet");
    draft.putLatency("network.uplink_latency", 4);
  }

  private static Topology read(Figures figures) {
    List<Integer> hosts = figures.list("network.hosts_per_cabinet");
    if (hosts.stream().mapToLong(Integer::longValue).sum() > MAX_NODES) {
      throw figures.refuse("network.hosts_per_cabinet", "at most " + MAX_NODES + " hosts in all");
    }
    return new Cabinets(
        hosts,
        figures.number("network.host_link_bandwidth"),
        figures.number("network.host_link_latency"),
        figures.number("network.host_limiter"),
        figures.number("network.uplink_bandwidth"),
        figures.number("network.uplink_latency"),
        figures.number("network.uplink_limiter"));
  }

  /** Number of hosts in all cabinets. */
  public int hosts() {
    return hostsPerCabinet.stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public String sizeKey() {
    return "network.hosts_per_cabinet";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    return new Fabric(hosts(), new CabinetRoutes(this));
  }

  @Override
  public void writeZones(Machine machine, SimGridZones zones) {
    boolean limited = Double.isFinite(uplinkLimiterBytesPerSecond);
    int first = 0;
    int count = hostsPerCabinet.size();
    for (int c = 0; c < count; c++) {
      int hosts = hostsPerCabinet.get(c);
      zones.cluster(
          "cabinet" + c,
          first,
          hosts,
          hostLinkBytesPerSecond,
          hostLinkLatencySeconds,
          limiter(hostLimiterBytesPerSecond) + " router_id=\"router" + c + "\"");
      first += hosts;
    }
    for (int c = 0; c < count; c++) {
      zones.link("uplink" + c, uplinkBytesPerSecond, uplinkLatencySeconds, "SPLITDUPLEX");
      if (limited) {
        zones.link("limiter" + c, uplinkLimiterBytesPerSecond, 0, "SHARED");
      }
    }
    for (int from = 0; from < count; from++) {
      for (int to = 0; to < count; to++) {
        if (from != to) {
          zones.route(route(from, to, limited));
        }
      }
    }
  }

  private static String route(int from, int to, boolean limited) {
    return "<zoneRoute src=\"cabinet" + from + "\" dst=\"cabinet" + to + "\" gw_src=\"router" + from
        + "\" gw_dst=\"router" + to + "\" symmetrical=\"NO\">"
        + "<link_ctn id=\"uplink" + from + "\" direction=\"UP\"/>"
        + (limited
            ? "<link_ctn id=\"limiter" + from + "\"/><link_ctn id=\"limiter" + to + "\"/>"
            : "")
        + "<link_ctn id=\"uplink" + to + "\" direction=\"DOWN\"/></zoneRoute>\n";
  }

  private static String limiter(double bytesPerSecond) {
    return Double.isFinite(bytesPerSecond)
        ? " limiter_link=\"" + SimGridZones.finite(bytesPerSecond) + "Bps\""
        : "";
  }
}
