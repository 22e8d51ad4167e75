package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import io.github.tracecast.platform.internal.TopologyType;
import io.github.tracecast.platform.topology.graph.GraphEdges;
import io.github.tracecast.platform.topology.graph.GraphRoutes;
import java.util.List;
import java.util.Optional;

/**
 * Any network, given by a CSV file of its cables with the columns {@code from}, {@code to}, {@code
 * bandwidth} and {@code latency}. A cable's end whose name is a number is a node; all other ends
 * are switches.
 *
 * @param paths the cables, and the shortest routes over them
 */
record Graph(GraphRoutes paths) implements Switched {
  static final TopologyType TYPE = new TopologyType(
      "graph",
      "Any network, from a file of its cables. A cable end with a number as its name is the node of this"
          + " number; all other ends are switches. Messages take the route with the fewest cables.",
      Graph::keys,
      Graph::read,
      Optional.empty());

  private static void keys(Keys keys) {
    keys.need(
        "network.edges",
        Kind.TEXT,
        "a CSV file beside the machine file with the columns `from`, `to`, `bandwidth` and `latency`; at most 4,096 ends");
  }

  private static Topology read(Figures figures) {
    String name = figures.text("network.edges");
    GraphEdges edges = new GraphEdges(name);
    List<String> lines = figures.file("network.edges").lines().toList();
    edges.read(lines);
    try {
      return new Graph(new GraphRoutes(edges));
    } catch (IllegalArgumentException e) {
      throw new PlatformException(name + ": " + e.getMessage(), e);
    }
  }

  @Override
  public TopologyType type() {
    return TYPE;
  }

  @Override
  public String sizeKey() {
    return "network.edges";
  }

  @Override
  public Fabric fit(Platform platform, int ranks, int needed) {
    return new Fabric(paths.nodes(), paths);
  }
}
