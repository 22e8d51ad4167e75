package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.internal.Draft;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import io.github.tracecast.platform.topology.GlobalLinks.Arrangement;

/**
 * The properties of the cables between the groups of a dragonfly or dragonfly+.
 *
 * @param cables number of cables between every two groups
 * @param arrangement the assignment of cables to switches
 * @param bytesPerSecond bandwidth of a cable
 * @param latencySeconds latency of a cable
 */
record GroupCables(
    int cables, Arrangement arrangement, double bytesPerSecond, double latencySeconds) {
  static void keys(Keys keys) {
    keys.need("network.global_links", Kind.CABLES, "number of cables between any two groups");
    keys.may(
        "network.arrangement",
        Kind.choice(Arrangement.WORDS),
        "absolute",
        "assignment of the cables between groups to the switches of a group; with `by-number`, switch j has"
            + " the cables to group j, as in SimGrid");
    keys.need("network.global_bandwidth", Kind.BANDWIDTH, "bandwidth of a cable between groups");
    keys.need("network.global_latency", Kind.TIME, "latency of a cable between groups");
    Routing.keys(keys, Routing.ALL);
  }

  /**
   * Drafts groups that have as many cables as their ports allow.
   *
   * @param ports number of network interfaces in a group, and number of its ports for cables to
   *     other groups
   * @param balanced the source of the number of cables
   */
  static void draft(Draft draft, long ports, String balanced) {
    int groups = (int) Math.ceilDiv(draft.interfaces(), ports);
    draft.put("network.groups", groups, "assumption: the number that the nodes need");
    draft.put("network.local_bandwidth", draft.bandwidth(), "assumption: as an interface");
    draft.putLatency("network.local_latency", 5);
    long cables = groups < 2 ? 1 : Math.clamp(ports / (groups - 1), 1, 1024);
    draft.put("network.global_links", cables, balanced);
    draft.put("network.global_bandwidth", draft.bandwidth(), "assumption: as an interface");
    draft.putLatency("network.global_latency", 5);
    Interfaces.draft(draft, 5);
  }

  /**
   * Reads the properties.
   *
   * @param switches number of switches of a group that have cables to other groups
   */
  static GroupCables read(Figures figures, int groups, int switches) {
    int cables = figures.count("network.global_links");
    Interfaces.requireFew(figures, "network.global_links", groups * (groups - 1.0) * cables);
    Arrangement arrangement = Arrangement.of(figures.get("network.arrangement", String.class));
    if (arrangement == Arrangement.BY_NUMBER && groups > switches) {
      throw figures.refuse(
          "network.arrangement",
          "another arrangement, because by-number needs a switch for each of " + groups
              + " groups, and a group has " + switches);
    }
    return new GroupCables(
        cables,
        arrangement,
        figures.number("network.global_bandwidth"),
        figures.number("network.global_latency"));
  }

  SwitchPaths.Level level() {
    return new SwitchPaths.Level("global", bytesPerSecond, latencySeconds);
  }

  /** Returns the links between groups. */
  GlobalLinks links(int groups, int switches) {
    return new GlobalLinks(groups, cables, switches, arrangement);
  }
}
