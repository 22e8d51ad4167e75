package io.github.tracecast.predict.model;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Explains the effect of placing all ranks on one node, and names options that spread the ranks
 * over several nodes.
 */
public final class OneNode {
  private OneNode() {}

  /**
   * Returns a text about the effect of ranks that all fit on one node, with the options that spread
   * the ranks.
   *
   * @param ways the result of {@link #ways}
   */
  public static String finding(List<String> ways) {
    return "fit on one node, so no message uses the network"
        + (ways.isEmpty()
            ? ""
            : "; " + String.join(" or ", ways) + (ways.size() == 1 ? " spreads" : " spread")
                + " the ranks");
  }

  /** Returns the options each of which spreads the ranks over several nodes. */
  public static List<String> ways(int ranks, int threads, PredictionRequest request) {
    List<String> ways = new ArrayList<>();
    if (spreads(ranks, threads, request, request.figures(), MappingSpec.parse("round-robin"))) {
      ways.add("`mapping round-robin`");
    }
    Map<String, String> figures = new TreeMap<>(request.figures());
    figures.put(Platform.RANKS_PER_NODE, "1");
    if (spreads(ranks, threads, request, figures, MappingSpec.parse(request.mapping()))) {
      ways.add("`set " + Platform.RANKS_PER_NODE + "=1`");
    }
    return ways;
  }

  private static boolean spreads(
      int ranks,
      int threads,
      PredictionRequest request,
      Map<String, String> figures,
      MappingSpec mapping) {
    try {
      Platform platform = PlatformCatalogue.load(request.platform(), figures);
      return Machine.fit(platform.withThreads(threads), ranks, mapping).usedNodes() > 1;
    } catch (PlatformException e) {
      return false; // the machine is too small
    }
  }
}
