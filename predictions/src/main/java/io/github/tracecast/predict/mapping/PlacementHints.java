package io.github.tracecast.predict.mapping;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.predict.model.OneNode;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Setting.Group;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.trace.text.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds two problems of the placement of ranks: no message crosses the network, or the default
 * mapping separates neighbours of a grid. Replays nothing.
 */
public final class PlacementHints {
  /**
   * The largest number of ranks whose messages are searched for a grid. A search on more ranks
   * would take as long as a replay.
   */
  private static final int MOST_RANKS = 16_384;

  /**
   * The default mapping fits if its routes are longer than the best routes by at most this factor.
   */
  private static final double FITTING = 1.25;

  /** The least share of the predicted time that a mapping must be able to save. */
  private static final double LEAST_GAIN = 0.05;

  private final PreparedTrace trace;
  private final PredictionRequest request;
  private final Prediction prediction;
  private final Machine machine;

  private PlacementHints(PreparedTrace trace, PredictionRequest request, Prediction prediction) {
    this.trace = trace;
    this.request = request;
    this.prediction = prediction;
    this.machine = prediction.machine();
  }

  /**
   * Returns one line for each finding about a prediction.
   *
   * @param search whether to search the messages for a grid, which may take as long as a short
   *     replay
   */
  public static List<String> of(
      PreparedTrace trace, PredictionRequest request, Prediction prediction, boolean search) {
    PlacementHints hints = new PlacementHints(trace, request, prediction);
    List<String> lines = new ArrayList<>();
    hints.oneNode().ifPresent(lines::add);
    if (search) {
      hints.grid().ifPresent(lines::add);
    }
    return lines;
  }

  /** Returns the finding that all ranks are on one node, so that all messages stay within its memory. */
  private Optional<String> oneNode() {
    int ranks = machine.ranks();
    int threads = trace.trace().header().threads();
    return ranks == 1 || machine.usedNodes() > 1
        ? Optional.empty()
        : Optional.of(
            "All " + ranks + " ranks " + OneNode.finding(OneNode.ways(ranks, threads, request)));
  }

  /** Returns the finding that neighbours of a recognised grid are far apart on the torus. */
  private Optional<String> grid() {
    boolean chosen = !(MappingSpec.parse(request.mapping()) instanceof MappingSpec.Default);
    double most = prediction.predictedSeconds()
        - prediction.compute().max(); // the most that a mapping could save
    if (chosen
        || machine.shape().length == 0
        || machine.ranks() > MOST_RANKS
        || machine.usedNodes() == 1
        || most < LEAST_GAIN * prediction.predictedSeconds()) {
      return Optional.empty();
    }
    MessagePattern pattern = MessagePattern.of(trace.programs(), trace.table());
    TrafficGraph graph = TrafficGraph.of(pattern);
    double now = graph.bytesTimesHops(machine);
    int neighbours = 2 * machine.shape().length;
    if (graph.bytes() == 0
        || now < FITTING * graph.leastBytesTimesHops(machine.ranksPerNode(), neighbours)) {
      return Optional.empty(); // no mapping could shorten the routes enough
    }
    for (TopologyMatch match : TopologyFindings.quick(pattern).matches()) {
      Optional<int[]> placed = GridPlacement.slots(graph, machine, match);
      if (placed.isPresent()) {
        double then = graph.bytesTimesHops(machine, placed.get());
        return now < FITTING * then
            ? Optional.empty()
            : Optional.of(unfitting(match, now / graph.bytes(), then / graph.bytes()));
      }
    }
    return Optional.empty();
  }

  private String unfitting(TopologyMatch match, double now, double then) {
    return String.format(
        Locale.ROOT,
        "The default mapping does not fit the %s of the messages: on average a byte crosses %.1f links, but %.1f"
            + " with ranks in the order of the grid. To see how much time this saves: %s",
        match.topology().name().replaceFirst(",.*", ""),
        now,
        then,
        command());
  }

  private String command() {
    List<String> words = new ArrayList<>(List.of("tracecast", "map", trace.name()));
    words.addAll(Settings.options(request, Settings.of(Group.MACHINE)));
    return Shell.command(words);
  }
}
