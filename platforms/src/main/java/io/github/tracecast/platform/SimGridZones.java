package io.github.tracecast.platform;

/**
 * Builds SimGrid's description of a machine. SimGrid requires all zones before the links and routes
 * between them, so links and routes are collected separately.
 */
public final class SimGridZones {
  /** Prefix of the names of hosts, before the node's number. */
  public static final String HOST = "n";

  /** The host in the middle of a star. From it, messages cross only the links to their receivers. */
  public static final String CENTRE = "centre";

  /** The smallest number above 0 that the description contains. */
  public static final double SMALLEST = 1e-300;

  private final StringBuilder zones = new StringBuilder();
  private final StringBuilder wires = new StringBuilder();

  /**
   * Adds a cluster of hosts.
   *
   * @param further further attributes, beginning with a space
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

  /** Adds the XML text of a zone. */
  public void zone(String xml) {
    zones.append(xml);
  }

  /** Adds a link between zones. */
  public void link(String id, double bytesPerSecond, double latencySeconds, String policy) {
    wires.append(linkXml(id, bytesPerSecond, latencySeconds, policy));
  }

  /** Adds the XML text of a route between zones. */
  public void route(String xml) {
    wires.append(xml);
  }

  public static String linkXml(
      String id, double bytesPerSecond, double latencySeconds, String policy) {
    return "<link id=\"" + id + "\" bandwidth=\"" + finite(bytesPerSecond) + "Bps\" latency=\""
        + latency(latencySeconds) + "\" sharing_policy=\"" + policy + "\"/>\n";
  }

  /**
   * Converts a bandwidth to a number that SimGrid accepts. Infinity becomes 1e18, which is never
   * the bottleneck. SimGrid ends the process if a number is below 2.2e-308, because {@code strtod}
   * refuses it. So the least bandwidth is 1e-300.
   */
  public static double finite(double bytesPerSecond) {
    return Math.clamp(bytesPerSecond, SMALLEST, 1e18);
  }

  /** Converts a latency to text for SimGrid. A latency below 1 ps becomes 0. */
  public static String latency(double seconds) {
    return (seconds < SMALLEST ? 0 : seconds) + "s";
  }

  /** Returns the text of the description: all zones, then all links and routes. */
  public String xml() {
    return zones.toString() + wires;
  }
}
