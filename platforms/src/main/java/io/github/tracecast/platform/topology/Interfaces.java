package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Draft;
import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import io.github.tracecast.platform.internal.Rails;
import java.util.Collections;
import java.util.List;

/**
 * The connection of nodes to the switches of a network.
 *
 * @param rails the network interfaces of a node
 * @param bytesPerSecond bandwidth of an interface in each direction
 * @param latencySeconds latency of the link between an interface and its switch
 */
record Interfaces(Rails rails, double bytesPerSecond, double latencySeconds) {
  /** The largest number of links of a machine. Engines keep some bytes for each link. */
  static final int MAX_LINKS = 1 << 26;

  static void keys(Keys keys) {
    keys.need("network.endpoints", Kind.ENDPOINTS, "number of node interfaces at each switch");
    railKeys(keys);
    keys.need(
        "network.link_bandwidth", Kind.BANDWIDTH, "bandwidth of an interface in each direction");
    keys.need("network.link_latency", Kind.TIME, "latency between a node and its switch");
  }

  static void railKeys(Keys keys) {
    keys.may(
        "network.rails",
        Kind.RAILS,
        "1",
        "number of interfaces of a node, each connected to a different switch");
    keys.may(
        "network.rail_binding",
        Kind.choice(List.of("socket", "in-turn")),
        "socket",
        "`socket`: a rank uses an interface of its socket; `in-turn`: the ranks of a node use the interfaces in turn");
    keys.may(
        "network.stripe_from",
        Kind.BYTES_OR_NONE,
        "none",
        "messages of at least this size are cut into parts, one for each interface");
  }

  /**
   * Drafts the links between nodes and switches, and adaptive routing.
   *
   * @param links number of links of a longest route
   */
  static void draft(Draft draft, int links) {
    draft.put("network.rails", draft.rails(), "stated");
    draft.put("network.link_bandwidth", draft.bandwidth(), "stated");
    draft.putLatency("network.link_latency", links);
    draft.put("network.routing", "ugal", "assumption: adaptive routing");
  }

  /**
   * @param switches number of switches with interfaces in each group
   * @param groups number of groups
   */
  static Interfaces read(Figures figures, int switches, int groups) {
    int perSwitch = figures.count("network.endpoints");
    Rails rails = rails(figures, switches, perSwitch);
    if ((double) switches * groups * perSwitch > Topology.MAX_NODES) {
      throw figures.refuse(
          "network.endpoints", "at most " + Topology.MAX_NODES + " endpoints in all");
    }
    return new Interfaces(
        rails, figures.number("network.link_bandwidth"), figures.number("network.link_latency"));
  }

  /** Reads the network interfaces of nodes that are connected to consecutive switches. */
  static Rails rails(Figures figures, int switches, int perSwitch) {
    int rails = figures.count("network.rails");
    if (switches % rails != 0) {
      throw figures.refuse(
          "network.rails",
          "a divisor of " + switches
              + ", the number of switches that share the interfaces of a node");
    }
    return new Rails(
        rails,
        perSwitch,
        figures.get("network.rail_binding", String.class).equals("socket"),
        figures.get("network.stripe_from", Long.class));
  }

  /** Reads the bandwidth between two switches on a grid, for each dimension of the grid. */
  static List<Double> perDimension(Figures figures, String key, String shapeKey) {
    int dimensions = figures.list(shapeKey).size();
    return oneOrEach(
        figures,
        key,
        dimensions,
        "one bandwidth",
        "one for each of the " + dimensions + " dimensions of " + shapeKey);
  }

  /**
   * Reads a list of {@code count} values. The file may give one value for all of them.
   *
   * @param one the error's text for one value
   * @param each the error's text for a value for each
   */
  static <T> List<T> oneOrEach(Figures figures, String key, int count, String one, String each) {
    List<T> read = figures.list(key);
    if (read.size() != 1 && read.size() != count) {
      throw figures.refuse(key, one + (count == 1 ? "" : ", or " + each));
    }
    return read.size() == count ? read : Collections.nCopies(count, read.getFirst());
  }

  /** Throws an error if a machine has too many links. */
  static void requireFew(Figures figures, String key, double links) {
    if (links > MAX_LINKS) {
      throw figures.refuse(key, "at most " + MAX_LINKS + " links in all");
    }
  }

  int perSwitch() {
    return rails.perSwitch();
  }

  SwitchPaths.Level level() {
    return new SwitchPaths.Level("node", bytesPerSecond, latencySeconds);
  }

  Fabric fabric(Paths paths, Routing routing) {
    return new Fabric(paths.endpoints() / rails.count(), new ChosenRoutes(paths, routing), rails);
  }
}
