package io.github.tracecast.platform;

/**
 * SimGrid's description of a machine, in the making. SimGrid requires all zones before the links
 * and routes between them, so these are kept apart.
 */
public final class SimGridZones {
  /** Hosts are named by this and the node's number. */
  public static final String HOST = "n";

  /** The host in the middle of a star, from which only the receivers' links are crossed. */
  public static final String CENTRE = "centre";

  /** The smallest number that SimGrid may get. */
  public static final double SMALLEST = 1e-300;

  private final StringBuilder zones = new StringBuilder();
  private final StringBuilder wires = new StringBuilder();

  /**
   * Adds a cluster of hosts.
   *
   * @param further more attributes, beginning with a space
   */
  public void cluster(
      String id,
      int first,
      int hosts,
      double bytesPerSecond,
      double latencySeconds,
      String further) {
    zones
        .append("<cluster id=\"" + id + "\" prefix=\"" + HOST + "\" suffix=\"\" radical=\"")
        .append(first + "-" + (first + hosts - 1))
        .append("\" speed=\"1Gf\" bw=\"" + finite(bytesPerSecond) + "Bps\" lat=\""
            + latency(latencySeconds) + "\"")
        .append(" sharing_policy=\"SPLITDUPLEX\"")
        .append(further)
        .append("/>\n");
  }

  /** Adds a zone as it is. */
  public void zone(String xml) {
    zones.append(xml);
  }

  /** Adds a link between zones. */
  public void link(String id, double bytesPerSecond, double latencySeconds, String policy) {
    wires.append(linkXml(id, bytesPerSecond, latencySeconds, policy));
  }

  /** Adds a route between zones without changes. */
  public void route(String xml) {
    wires.append(xml);
  }

  public static String linkXml(
      String id, double bytesPerSecond, double latencySeconds, String policy) {
    return "<link id=\"" + id + "\" bandwidth=\"" + finite(bytesPerSecond) + "Bps\" latency=\""
        + latency(latencySeconds) + "\" sharing_policy=\"" + policy + "\"/>\n";
  }

  /**
   * SimGrid has no infinite bandwidth; 1e18 is never the bottleneck. It ends the process at numbers
   * below 2.2e-308, as {@code strtod} refuses them; at 1e-300, a byte takes for ever too.
   */
  public static double finite(double bytesPerSecond) {
    return Math.clamp(bytesPerSecond, SMALLEST, 1e18);
  }

  /** A latency below a picosecond is none. */
  public static String latency(double seconds) {
    return (seconds < SMALLEST ? 0 : seconds) + "s";
  }

  /** All zones, then all links and routes. */
  public String xml() {
    return zones.toString() + wires;
  }
}
