package io.github.tracecast.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Machines for tests. */
final class Machines {
  private Machines() {}

  /** A torus machine of exactly this shape, one rank a node, without an injection limit. */
  static Machine torus(String shape, String wrap) {
    return torus(shape, wrap, 1, "xyzt");
  }

  static Machine torus(String shape, String wrap, int ranksPerNode, String mapping) {
    Map<String, String> set = torusFigures(shape, wrap);
    set.put("node.cores", "64");
    set.put("node.modes.coprocessor", Integer.toString(ranksPerNode));
    Platform platform = PlatformCatalogue.load("bluegene-l", set);
    int nodes = 1;
    for (String size : shape.split("x")) {
      nodes *= Integer.parseInt(size);
    }
    MappingSpec spec =
        mapping.equals("xyzt") ? new MappingSpec.Default() : MappingSpec.parse(mapping);
    return Machine.fit(platform, nodes * ranksPerNode, spec);
  }

  static Map<String, String> torusFigures(String shape, String wrap) {
    return new TreeMap<>(Map.of(
        "network.shape", shape,
        "network.wrap", wrap,
        "network.max_shape", "none",
        "network.block", "none",
        "network.small_blocks", "none",
        "network.injection_bandwidth", "none"));
  }

  static Machine fatTree(String down, String up, String parallel) {
    Platform platform = PlatformCatalogue.load(
        "fat-tree", Map.of("network.down", down, "network.up", up, "network.parallel", parallel));
    return Machine.fit(platform, 1, new MappingSpec.Default());
  }

  /** A machine of this network, {@code key: value} separated by commas, one rank a node. */
  static Machine network(String network, int ranks) {
    return Machine.fit(platform(network), ranks, new MappingSpec.Default());
  }

  static Platform platform(String network) {
    try {
      Path file = Files.createTempFile("machine", ".yaml");
      Files.writeString(
          file,
          "extends: cluster\nnode: {cores: 1, ranks_per_node: 1}\nnetwork: {" + network + "}\n");
      Platform platform = PlatformCatalogue.load(file.toString(), Map.of());
      Files.delete(file);
      return platform;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A dragonfly of this form, with bandwidths 4 (node), 2 (local) and 1 GB/s (global). */
  static String dragonfly(int groups, String shape, int endpoints, int cables, String further) {
    return "topology: dragonfly, groups: " + groups + ", group_shape: " + shape + ", endpoints: "
        + endpoints + ", global_links: " + cables + ", link_bandwidth: 4GBps, link_latency: 100ns,"
        + " local_bandwidth: 2GBps, local_latency: 200ns, global_bandwidth: 1GBps,"
        + " global_latency: 400ns" + (further.isEmpty() ? "" : ", " + further);
  }

  static String dragonflyPlus(
      int groups, int leaves, int spines, int endpoints, int cables, String further) {
    return "topology: dragonfly-plus, groups: " + groups + ", leaves: " + leaves + ", spines: "
        + spines + ", endpoints: " + endpoints + ", global_links: " + cables
        + ", link_bandwidth: 4GBps, link_latency: 100ns, local_bandwidth: 2GBps,"
        + " local_latency: 200ns, global_bandwidth: 1GBps, global_latency: 400ns"
        + (further.isEmpty() ? "" : ", " + further);
  }

  static String hyperX(String shape, int endpoints, String further) {
    return "topology: hyperx, switch_shape: " + shape + ", endpoints: " + endpoints
        + ", link_bandwidth: 4GBps, link_latency: 100ns, switch_bandwidth: 2GBps,"
        + " switch_latency: 200ns" + (further.isEmpty() ? "" : ", " + further);
  }

  static Machine load(String name, int ranks, Map<String, String> set) {
    return Machine.fit(PlatformCatalogue.load(name, set), ranks, new MappingSpec.Default());
  }
}
