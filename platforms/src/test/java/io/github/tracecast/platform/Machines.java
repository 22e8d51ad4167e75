package io.github.tracecast.platform;

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

  static Machine load(String name, int ranks, Map<String, String> set) {
    return Machine.fit(PlatformCatalogue.load(name, set), ranks, new MappingSpec.Default());
  }
}
