package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.model.OneNode;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the points of a sweep at which all ranks share one node, so that no message uses the
 * network.
 */
final class OneNodePoints {
  private static final int MOST_NAMED = 3;

  private OneNodePoints() {}

  /** Returns the finding in one line, with options that spread the ranks; empty if there is no such point. */
  static Optional<String> of(SweepPlan plan, SweptTraces traces, List<Outcome> outcomes) {
    List<Integer> points = new ArrayList<>();
    int predicted = 0;
    for (int point = 0; point < outcomes.size(); point++) {
      if (outcomes.get(point) instanceof Outcome.Predicted found) {
        predicted++;
        if (found.usedNodes() == 1 && found.messages() > 0) {
          points.add(point);
        }
      }
    }
    if (points.isEmpty()) {
      return Optional.empty();
    }
    if (points.size() == predicted) {
      return Optional.of("all ranks " + OneNode.finding(ways(plan, traces, points)));
    }
    String some = points.size() <= MOST_NAMED
        ? points.stream().map(plan::label).collect(Collectors.joining(" and "))
        : Numbers.count(points.size()) + " of " + Numbers.counted(predicted, "point");
    return Optional.of("at " + some + ", all ranks " + OneNode.finding(List.of()));
  }

  /** Returns the options that spread the ranks on every machine and for every number of ranks. */
  private static List<String> ways(SweepPlan plan, SweptTraces traces, List<Integer> points) {
    List<String> ways = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int point : points) {
      PredictionRequest request = plan.request(point);
      int ranks = traces.ranks(plan, point);
      if (seen.add(ranks + " " + request.platform())) {
        int threads = traces.at(plan, point).trace().header().threads();
        List<String> here = OneNode.ways(ranks, threads, request);
        if (seen.size() == 1) {
          ways.addAll(here);
        }
        ways.retainAll(here);
      }
    }
    ways.removeIf(way -> plan.axes().stream()
        .anyMatch(axis -> way.matches("`(set )?\\Q" + axis.key() + "\\E[= ].*")));
    return ways;
  }
}
