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
import java.util.OptionalInt;

/**
 * A star: all nodes are connected to one switch.
 *
 * @param nodes number of nodes of the machine; 0 for as many as the run needs
 * @param linkBytesPerSecond bandwidth of a node's link in each direction; infinite if unlimited
 * @param linkLatencySeconds latency of a node's link; a message crosses two such links
 * @param backboneBytesPerSecond bandwidth of the switch, which all messages share; infinite if
 *     unlimited
 * @param backboneLatencySeconds latency of the switch
 */
public record Star(
    int nodes,
    double linkBytesPerSecond,
    double linkLatencySeconds,
    double backboneBytesPerSecond,
    double backboneLatencySeconds)
    implements Topology {
  static final TopologyType TYPE = new TopologyType(
      "star",
      "All nodes are connected to one switch. A message crosses two links.",
      Star::keys,
      Star::read,
      Star::draft);

  private static void keys(Keys keys) {
    keys.may(
        "network.nodes",
        Kind.NODES_OR_AUTO,
        "auto",
        "number of nodes; `auto` takes as many nodes as the ranks need");
    keys.need(
        "network.link_bandwidth",
        Kind.BANDWIDTH_OR_NONE,
        "bandwidth of a node's link in each direction");
    keys.need("network.link_latency", Kind.TIME, "latency of a node's link");
    keys.may(
        "network.backbone_bandwidth",
        Kind.BANDWIDTH_OR_NONE,
        "none",
        "bandwidth of the switch, which all messages share");
    keys.may("network.backbone_latency", Kind.TIME, "0s", "latency of the switch");
  }

  private static void draft(Draft draft) {
    draft.requireOneRail();
    draft.put("network.nodes", draft.nodes(), "stated");
    draft.put("network.link_bandwidth", draft.bandwidth(), "stated");
    draft.putLatency("network.link_latency", 2);
  }

  private static Topology read(Figures figures) {
    return new Star(
        figures.count("network.nodes"),
        figures.number("network.link_bandwidth"),
        figures.number("network.link_latency"),
        figures.number("network.backbone_bandwidth"),
        figures.number("network.backbone_latency"));
  }

  @Override
  public String sizeKey() {
    return "network.nodes";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    int count = nodes == 0 ? needed : nodes;
    return new Fabric(count, new StarRoutes(this, count));
  }

  @Override
  public OptionalInt wholeMachine(Platform platform) {
    return nodes == 0 ? OptionalInt.empty() : OptionalInt.of(nodes);
  }

  @Override
  public boolean isEndless() {
    return linkBytesPerSecond == Double.POSITIVE_INFINITY
        && backboneBytesPerSecond == Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean hasCentre() {
    return true;
  }

  @Override
  public void writeZones(Machine machine, SimGridZones zones) {
    String backbone = Double.isFinite(backboneBytesPerSecond) || backboneLatencySeconds > 0
        ? " bb_bw=\"" + SimGridZones.finite(backboneBytesPerSecond) + "Bps\" bb_lat=\""
            + SimGridZones.latency(backboneLatencySeconds) + "\""
        : "";
    boolean centre = machine.hasCentre();
    zones.cluster(
        "machine",
        0,
        machine.nodes(),
        linkBytesPerSecond,
        linkLatencySeconds,
        backbone + (centre ? " router_id=\"switch\"" : ""));
    if (centre) {
      writeCentre(zones);
    }
  }

  /**
   * Writes SimGrid's host in the middle of the star. Because SimGrid requires a link in every
   * route, a link without costs leads from this host to the switch. The reverse route is for cross
   * traffic.
   */
  private static void writeCentre(SimGridZones zones) {
    zones.zone("<zone id=\"middle\" routing=\"Full\"><host id=\"" + SimGridZones.CENTRE
        + "\" speed=\"1Gf\"/></zone>\n");
    zones.link("inlet", Double.POSITIVE_INFINITY, 0, "FATPIPE");
    zones.route("<zoneRoute src=\"middle\" dst=\"machine\" gw_src=\"" + SimGridZones.CENTRE
        + "\" gw_dst=\"switch\"><link_ctn id=\"inlet\"/></zoneRoute>\n");
  }
}
