package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Delta;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Fits how the computation before each call grows with the layout of the recordings. Each recorded
 * computation is part of three fits:
 *
 * <ul>
 *   <li>the fit of its path to a call in the program of its place, which gives the result if all
 *       recordings have the path;
 *   <li>the fit of its step, from one call site to the next, at all places together;
 *   <li>the fit of its call site, whatever the previous call.
 * </ul>
 *
 * <p>A path that only some recordings have gets the growth of its step if all recordings have the
 * step, otherwise the growth of its call site.
 */
final class ComputeFits {
  private final Map<String, ComputeFit> fitOfPath = new TreeMap<>();
  private final Map<String, ComputeFit> fitOfStep = new HashMap<>();
  private final Map<String, ComputeFit> fitOfSite = new HashMap<>();
  private final Map<ComputeFit, Substitutes> substitutesOfPath = new HashMap<>();
  private final Map<ComputeFit, Integer> ranksOf = new LinkedHashMap<>();
  private final double halfWidth;
  private final Map<Integer, Double> leftOut;

  /** Two fits whose growth may replace a path's growth: the fits of its step and of its call site. */
  private record Substitutes(ComputeFit step, ComputeFit site) {
    ComputeFit nearest(int recordings) {
      return step.recordings() == recordings ? step : site;
    }
  }

  /** @param scaling the growth that the user states; empty if it is fitted */
  ComputeFits(
      List<Recording> recordings,
      Optional<Scaling> scaling,
      List<ValuePlace> places,
      Layout target) {
    for (ValuePlace place : places) {
      TaskProgram program = place.program();
      for (int row = 0; row < program.length(); row++) {
        if (program.operation(row) == TaskProgram.EMIT) {
          add(place, row);
        }
      }
    }
    List<Integer> numbers = recordings.stream().map(Recording::ranks).toList();
    if (scaling.isPresent()) {
      StatedGrowth growth = new StatedGrowth(scaling.get(), numbers, target.ranks());
      growth.state(ranksOf);
      halfWidth = growth.halfWidth();
      leftOut = growth.leftOut();
      return;
    }
    fit(recordings, target);
    ComputeInterval interval = new ComputeInterval(numbers, ranksOf);
    halfWidth = interval.share();
    leftOut = interval.leftOut();
  }

  private void fit(List<Recording> recordings, Layout target) {
    fitOfStep.values().forEach(fit -> fit.fit(target));
    fitOfSite.values().forEach(fit -> fit.fit(target));
    fitOfPath.values().forEach(fit -> {
      if (fit.recordings() < recordings.size()) {
        Substitutes substitutes = Objects.requireNonNull(substitutesOfPath.get(fit));
        fit.follow(substitutes.nearest(recordings.size()));
      } else {
        fit.fit(target);
      }
    });
  }

  private void add(ValuePlace place, int row) {
    boolean together = keepPathsTogether(place, row);
    place.forEachRank((recording, rank) -> {
      int event = ValuePlace.argument(recording, rank, row);
      List<Delta> deltas = deltas(recording, rank, event);
      if (deltas.isEmpty()) {
        return;
      }
      String name = recording.site(rank, recording.trace().events().get(event).callSite());
      ComputeFit site = fitOfSite.computeIfAbsent(name, key -> new ComputeFit());
      site.add(recording.layout(), deltas);
      if (together) {
        String path = place.allPaths(row, deltas.getFirst().unit());
        addPath(place, path, recording, deltas, new Substitutes(site, site));
        return;
      }
      for (Delta delta : deltas) {
        List<Delta> one = List.of(delta);
        ComputeFit step = fitOfStep.computeIfAbsent(
            name + " after " + recording.site(rank, delta.after()), key -> new ComputeFit());
        step.add(recording.layout(), one);
        String path = place.path(recording, rank, row, delta);
        addPath(place, path, recording, one, new Substitutes(step, site));
      }
    });
  }

  private void addPath(
      ValuePlace place,
      String path,
      Recording recording,
      List<Delta> deltas,
      Substitutes substitutes) {
    ComputeFit fit = fitOfPath.computeIfAbsent(path, key -> new ComputeFit());
    fit.add(recording.layout(), deltas);
    substitutesOfPath.put(fit, substitutes);
    ranksOf.put(fit, place.targets().length);
  }

  /**
   * Whether some recordings have one delta for all previous calls of a row's event, and other
   * recordings have one delta for each previous call. A recorder merges the previous calls where it
   * separates positions in a loop.
   */
  private static boolean keepPathsTogether(ValuePlace place, int row) {
    Set<Boolean> afterAny = new HashSet<>();
    place.forEachRank(
        (recording, rank) -> deltas(recording, rank, ValuePlace.argument(recording, rank, row))
            .forEach(delta -> afterAny.add(delta.after() == Delta.AFTER_ANY)));
    return afterAny.size() == 2;
  }

  private static List<Delta> deltas(Recording recording, int rank, int event) {
    return recording.trace().events().get(event).deltas().stream()
        .filter(delta -> delta.kind() == Delta.Kind.COMPUTE && delta.ranks().contains(rank))
        .toList();
  }

  /** Returns the mean that the result gets for a delta at a row of the model's program. */
  double mean(ValuePlace place, int row, Delta delta) {
    ComputeFit own = fitOfPath.get(place.path(place.largest(), place.model(), row, delta));
    if (own != null) {
      return own.mean();
    }
    ComputeFit together = Objects.requireNonNull(fitOfPath.get(place.allPaths(row, delta.unit())));
    return together.growthSince(place.largest().ranks())
        * ScaledTimes.merged(delta.byExecution()).getFirst().mean();
  }

  /**
   * Half the width of the confidence interval of all computation, as a share of the computation; 0
   * if there is no interval.
   */
  double halfWidth() {
    return halfWidth;
  }

  /**
   * Returns the relative error of each recording's computation when the other recordings predict
   * it, by the recording's number of ranks.
   */
  Map<Integer, Double> leftOut() {
    return leftOut;
  }
}
