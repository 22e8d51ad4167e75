package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Routes;
import java.util.Arrays;

/**
 * Routes between hosts in cabinets. Links 3h, 3h + 1 and 3h + 2 are the up-link, down-link and
 * limiter of host h. The links of all hosts are followed by the up-link, down-link and limiter of
 * each cabinet.
 */
final class CabinetRoutes implements Routes {
  private static final String[] KIND = {"up", "down", "limiter"};

  private final Cabinets cabinets;
  private final int hosts;
  private final int[] cabinetOf;
  private final boolean hostLimited;
  private final boolean uplinkLimited;

  CabinetRoutes(Cabinets cabinets) {
    this.cabinets = cabinets;
    this.hosts = cabinets.hosts();
    this.cabinetOf = new int[hosts];
    int first = 0;
    for (int cabinet = 0; cabinet < cabinets.hostsPerCabinet().size(); cabinet++) {
      int after = first + cabinets.hostsPerCabinet().get(cabinet);
      Arrays.fill(cabinetOf, first, after, cabinet);
      first = after;
    }
    this.hostLimited = cabinets.hostLimiterBytesPerSecond() < Double.POSITIVE_INFINITY;
    this.uplinkLimited = cabinets.uplinkLimiterBytesPerSecond() < Double.POSITIVE_INFINITY;
  }

  @Override
  public int linkCount() {
    return 3 * (hosts + cabinets.hostsPerCabinet().size());
  }

  @Override
  public String linkName(int link) {
    int owner = link / 3;
    String name = KIND[link % 3];
    return owner < hosts ? name + " (" + owner + ")" : name + " cabinet (" + (owner - hosts) + ")";
  }

  @Override
  public String linkLevel(int link) {
    return (link < 3 * hosts ? "host" : "cabinet") + (linkIsShared(link) ? " limiter" : "");
  }

  @Override
  public double linkBytesPerSecond(int link) {
    boolean host = link < 3 * hosts;
    if (linkIsShared(link)) {
      return host ? cabinets.hostLimiterBytesPerSecond() : cabinets.uplinkLimiterBytesPerSecond();
    }
    return host ? cabinets.hostLinkBytesPerSecond() : cabinets.uplinkBytesPerSecond();
  }

  @Override
  public double linkLatencySeconds(int link) {
    if (linkIsShared(link)) {
      return 0;
    }
    return link < 3 * hosts ? cabinets.hostLinkLatencySeconds() : cabinets.uplinkLatencySeconds();
  }

  /** Whether a link is a limiter, a bandwidth limit that both directions of a cable share. */
  private static boolean linkIsShared(int link) {
    return link % 3 == 2;
  }

  @Override
  public int hops(int fromNode, int toNode) {
    if (fromNode == toNode) {
      return 0;
    }
    return cabinetOf[fromNode] == cabinetOf[toNode] ? 2 : 4;
  }

  @Override
  public double latencySeconds(int fromNode, int toNode) {
    if (fromNode == toNode) {
      return 0;
    }
    double within = 2 * cabinets.hostLinkLatencySeconds();
    return cabinetOf[fromNode] == cabinetOf[toNode]
        ? within
        : within + 2 * cabinets.uplinkLatencySeconds();
  }

  @Override
  public double bandwidthBytesPerSecond(int fromNode, int toNode) {
    if (fromNode == toNode) {
      return Double.POSITIVE_INFINITY;
    }
    double within =
        Math.min(cabinets.hostLinkBytesPerSecond(), cabinets.hostLimiterBytesPerSecond());
    return cabinetOf[fromNode] == cabinetOf[toNode]
        ? within
        : Math.min(
            within,
            Math.min(cabinets.uplinkBytesPerSecond(), cabinets.uplinkLimiterBytesPerSecond()));
  }

  @Override
  public int switches() {
    return cabinets.hostsPerCabinet().size() + 1;
  }

  @Override
  public boolean isCable(int link) {
    return !linkIsShared(link);
  }

  @Override
  public int longestRoute() {
    return 8;
  }

  @Override
  public int ownLinks() {
    return hostLimited ? 2 : 1;
  }

  @Override
  public int route(int fromNode, int toNode, int[] links) {
    if (fromNode == toNode) {
      return 0;
    }
    int count = 0;
    if (hostLimited) {
      links[count++] = 3 * fromNode + 2;
    }
    links[count++] = 3 * fromNode;
    int fromCabinet = hosts + cabinetOf[fromNode];
    int toCabinet = hosts + cabinetOf[toNode];
    if (fromCabinet != toCabinet) {
      links[count++] = 3 * fromCabinet;
      if (uplinkLimited) {
        links[count++] = 3 * fromCabinet + 2;
        links[count++] = 3 * toCabinet + 2;
      }
      links[count++] = 3 * toCabinet + 1;
    }
    links[count++] = 3 * toNode + 1;
    if (hostLimited) {
      links[count++] = 3 * toNode + 2;
    }
    return count;
  }
}
