package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Delta;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Fits the computation of all places: one fit for each path to a call in their programs. */
final class ComputeFits {
  private final Map<String, ComputeFit> fits = new TreeMap<>();

  /** Fits of the computation at all places together, for places that only some recordings have. */
  private final Map<String, ComputeFit> everywhere = new HashMap<>();

  private final ComputeInterval interval;
  private final Map<ComputeFit, ComputeFit> sharedOf = new HashMap<>();

  /**
   * The call site of a path. If only some recordings have the path, all paths of the site are
   * fitted together.
   */
  private final Map<ComputeFit, String> siteOf = new HashMap<>();

  /**
   * @param scaling the growth that the user states for a single recording
   */
  ComputeFits(
      List<Recording> recordings,
      Optional<Scaling> scaling,
      List<ValuePlace> places,
      Layout target) {
    interval = new ComputeInterval(recordings.stream().map(Recording::ranks).toList());
    for (ValuePlace place : places) {
      TaskProgram program = place.program();
      for (int row = 0; row < program.length(); row++) {
        if (program.operation(row) == TaskProgram.EMIT) {
          add(place, row);
        }
      }
    }
    if (scaling.isPresent()) {
      double share = (double) recordings.getFirst().ranks() / target.ranks();
      double growth = scaling.get() == Scaling.WEAK ? 1 : share;
      fits.values().forEach(fit -> fit.state(growth));
      return;
    }
    everywhere.values().forEach(fit -> fit.fit(target));
    fits.values().forEach(fit -> {
      if (fit.recordings() < recordings.size()) {
        ComputeFit shared = Objects.requireNonNull(sharedOf.get(fit)); // set for each fit in add()
        String site = siteOf.get(fit);
        boolean known = shared.recordings() == recordings.size() || site == null;
        fit.follow(known ? shared : Objects.requireNonNull(everywhere.get(site)));
      } else {
        fit.fit(target);
      }
    });
  }

  private void add(ValuePlace place, int row) {
    boolean together = keepPathsTogether(place, row);
    place.ranks().forEach((recording, ranks) -> {
      for (int rank : ranks) {
        int event = ValuePlace.argument(recording, rank, row);
        List<Delta> deltas = deltas(recording, rank, event);
        String site = recording.site(rank, recording.trace().events().get(event).callSite());
        if (together && !deltas.isEmpty()) {
          String path = place.allPaths(row, deltas.getFirst().unit());
          add(place, path, site, recording, deltas);
          continue;
        }
        for (Delta delta : deltas) {
          String path = place.path(recording, rank, row, delta);
          String sharedKey = site + " after " + recording.site(rank, delta.after());
          add(place, path, sharedKey, recording, List.of(delta));
          siteOf.put(fits.get(path), site);
        }
        if (!deltas.isEmpty()) {
          everywhere.computeIfAbsent(site, key -> new ComputeFit()).add(recording.layout(), deltas);
        }
      }
    });
  }

  private void add(
      ValuePlace place, String path, String sharedKey, Recording recording, List<Delta> deltas) {
    ComputeFit fit = fits.computeIfAbsent(path, key -> new ComputeFit());
    fit.add(recording.layout(), deltas);
    ComputeFit shared = everywhere.computeIfAbsent(sharedKey, key -> new ComputeFit());
    shared.add(recording.layout(), deltas);
    sharedOf.put(fit, shared);
    interval.add(fit, place.targets().length);
  }

  /**
   * Whether some recordings have one delta for all paths to a row, and others have one for each
   * path. A recorder merges the paths where it distinguishes positions in a loop instead.
   */
  private static boolean keepPathsTogether(ValuePlace place, int row) {
    boolean together = false;
    boolean apart = false;
    for (Map.Entry<Recording, int[]> entry : place.ranks().entrySet()) {
      for (int rank : entry.getValue()) {
        int event = ValuePlace.argument(entry.getKey(), rank, row);
        for (Delta delta : deltas(entry.getKey(), rank, event)) {
          together |= delta.after() == Delta.AFTER_ANY;
          apart |= delta.after() != Delta.AFTER_ANY;
        }
      }
    }
    return together && apart;
  }

  private static List<Delta> deltas(Recording recording, int rank, int event) {
    return recording.trace().events().get(event).deltas().stream()
        .filter(delta -> delta.kind() == Delta.Kind.COMPUTE && delta.ranks().contains(rank))
        .toList();
  }

  /**
   * Returns the mean in the result of a delta that the place's model has at a row of its program.
   */
  double mean(ValuePlace place, int row, Delta delta) {
    ComputeFit own = fits.get(place.path(place.largest(), place.model(), row, delta));
    if (own != null) {
      return own.mean();
    }
    ComputeFit together = Objects.requireNonNull(fits.get(place.allPaths(row, delta.unit())));
    return together.growthSince(place.largest().ranks())
        * ScaledTimes.merged(delta.byExecution()).getFirst().mean();
  }

  /**
   * Returns half of the interval of all computation, as a share of it; 0 for fewer than three
   * recordings.
   */
  double halfWidth() {
    return interval.share();
  }

  /**
   * Returns, by number of ranks of a recording, the relative error of its computation when the
   * other recordings predict it.
   */
  TreeMap<Integer, Double> leftOut() {
    return interval.leftOut();
  }
}
