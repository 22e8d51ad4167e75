package io.github.tracecast.platform.topology;

/**
 * Base class of paths from switch to switch. By default, endpoint e is at switch e / (endpoints per
 * switch). A subclass computes the next link of a path and the switch at its end from their
 * numbers, without a table.
 */
abstract class SwitchPaths implements Paths {
  /** The index of the level with the links between endpoints and switches. Levels of links between switches follow. */
  static final int NODE_LEVEL = 0;

  private final int endpoints;
  private final PathSpread spread;
  private final Level[] levels;

  /**
   * A level: links with the same properties.
   *
   * @param name the name of the level in reports, such as global
   */
  record Level(String name, double bytesPerSecond, double latencySeconds) {}

  SwitchPaths(PathSpread spread, int endpoints, Level... levels) {
    this.spread = spread;
    this.endpoints = endpoints;
    this.levels = levels.clone();
  }

  /** The number of the first link between switches. */
  final int base() {
    return 2 * endpoints;
  }

  @Override
  public final int endpoints() {
    return endpoints;
  }

  abstract int switchOf(int endpoint);

  /** The next link on a shortest path to another switch. */
  abstract int next(int at, int to, int key);

  /**
   * The next link on a shortest path to the middle of a detour, which is a switch or group; -1 if
   * the middle is reached.
   */
  abstract int towards(int at, int middle, int key);

  /** The switch at the end of a link between switches. */
  abstract int head(int link);

  /** The index of the level of a link between switches. */
  abstract int levelOf(int link);

  /** The name in reports of a link between switches. */
  abstract String switchLinkName(int link);

  @Override
  public final String linkName(int link) {
    return link >= base()
        ? switchLinkName(link)
        : (link % 2 == 0 ? "node up (" : "node down (") + link / 2 + ")";
  }

  @Override
  public final String linkLevel(int link) {
    return level(link).name();
  }

  private Level level(int link) {
    return levels[link < base() ? NODE_LEVEL : levelOf(link)];
  }

  @Override
  public final double linkBytesPerSecond(int link) {
    return level(link).bytesPerSecond();
  }

  @Override
  public final double linkLatencySeconds(int link) {
    return level(link).latencySeconds();
  }

  @Override
  public final int hops(int from, int to) {
    if (from == to) {
      return 0;
    }
    int hops = 2;
    int key = standardKey(from, to);
    int last = switchOf(to);
    for (int at = switchOf(from); at != last; at = head(next(at, last, key))) {
      hops++;
    }
    return hops;
  }

  @Override
  public final double latencySeconds(int from, int to) {
    if (from == to) {
      return 0;
    }
    double latency = 2 * levels[NODE_LEVEL].latencySeconds();
    int key = standardKey(from, to);
    int last = switchOf(to);
    for (int at = switchOf(from); at != last; ) {
      int link = next(at, last, key);
      latency += linkLatencySeconds(link);
      at = head(link);
    }
    return latency;
  }

  @Override
  public final double bandwidthBytesPerSecond(int from, int to) {
    if (from == to) {
      return Double.POSITIVE_INFINITY;
    }
    double bandwidth = levels[NODE_LEVEL].bytesPerSecond();
    int key = standardKey(from, to);
    int last = switchOf(to);
    for (int at = switchOf(from); at != last; ) {
      int link = next(at, last, key);
      bandwidth = Math.min(bandwidth, linkBytesPerSecond(link));
      at = head(link);
    }
    return bandwidth;
  }

  @Override
  public final int ownLinks() {
    return 1;
  }

  @Override
  public final int standardKey(int from, int to) {
    return spread.key(from, to);
  }

  @Override
  public final int route(int from, int to, int key, int[] links) {
    return from == to ? 0 : walk(from, to, -1, key, links);
  }

  @Override
  public final int detour(int from, int to, int middle, int key, int[] links) {
    return from == to ? 0 : walk(from, to, middle, key, links);
  }

  private int walk(int from, int to, int middle, int key, int[] links) {
    int count = 0;
    links[count++] = 2 * from;
    int at = switchOf(from);
    if (middle >= 0) {
      for (int link; (link = towards(at, middle, key)) >= 0; at = head(link)) {
        links[count++] = link;
      }
    }
    for (int last = switchOf(to); at != last; ) {
      int link = next(at, last, key);
      links[count++] = link;
      at = head(link);
    }
    links[count++] = 2 * to + 1;
    return count;
  }
}
