package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The computation of all places: a fit for each path to a call of their programs. */
final class ComputeFits {
  private final Map<String, ComputeFit> fits = new TreeMap<>();

  /** A computation at all places together, for places that only some recordings have. */
  private final Map<String, ComputeFit> everywhere = new HashMap<>();

  private final Map<ComputeFit, Integer> ranksOf = new LinkedHashMap<>();
  private final Map<ComputeFit, ComputeFit> sharedOf = new HashMap<>();
  private final List<Recording> recordings;

  /**
   * @param scaling the growth that the user states for a single recording
   */
  ComputeFits(
      List<Recording> recordings,
      Optional<Scaling> scaling,
      List<ValuePlace> places,
      Layout target) {
    this.recordings = recordings;
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
        fit.follow(sharedOf.get(fit));
      } else {
        fit.fit(target);
      }
    });
  }

  private void add(ValuePlace place, int row) {
    place.ranks().forEach((recording, ranks) -> {
      for (int rank : ranks) {
        Event called = recording.trace().events().get(ValuePlace.argument(recording, rank, row));
        for (Delta delta : called.deltas()) {
          if (delta.kind() == Delta.Kind.COMPUTE && delta.ranks().contains(rank)) {
            ComputeFit fit = fits.computeIfAbsent(
                place.path(recording, rank, row, delta), key -> new ComputeFit());
            fit.add(recording.layout(), delta);
            ComputeFit shared = everywhere.computeIfAbsent(
                recording.site(rank, called.callSite()) + " after "
                    + recording.site(rank, delta.after()),
                key -> new ComputeFit());
            shared.add(recording.layout(), delta);
            sharedOf.put(fit, shared);
            ranksOf.put(fit, place.targets().length);
          }
        }
      }
    });
  }

  /** The fit of a delta that the place's model has at a row of its program. */
  ComputeFit of(ValuePlace place, int row, Delta delta) {
    return fits.get(place.path(place.largest(), place.model(), row, delta));
  }

  /**
   * Half of the interval of all computation, as a share of it; 0 for fewer than three recordings. It
   * is the 95% interval of the fits, but at least the largest error with one recording left out.
   * Ranks of a recording share errors, such as those of a busy machine, so as samples alone they
   * would promise too much.
   */
  double halfWidth() {
    double largest = leftOut().values().stream().mapToDouble(Math::abs).max().orElse(0);
    return Math.max(ofSamples(), largest);
  }

  private double ofSamples() {
    double sum = 0;
    double squares = 0;
    for (Map.Entry<ComputeFit, Integer> entry : ranksOf.entrySet()) {
      ComputeFit fit = entry.getKey();
      double times = fit.executions() * entry.getValue();
      sum += times * fit.mean();
      squares += Math.pow(times * fit.halfWidth(), 2);
    }
    return sum == 0 ? 0 : Math.sqrt(squares) / sum;
  }

  /**
   * By ranks of a recording: the relative error when its computation is predicted from the others.
   */
  TreeMap<Integer, Double> leftOut() {
    TreeMap<Integer, Double> errors = new TreeMap<>();
    for (Recording recording : recordings) {
      double known = 0;
      double told = 0;
      for (ComputeFit fit : ranksOf.keySet()) {
        OptionalDouble one = fit.told(recording.ranks());
        if (one.isPresent()) {
          told += one.getAsDouble();
          known += fit.recorded(recording.ranks());
        }
      }
      if (known > 0) {
        errors.put(recording.ranks(), told / known - 1);
      }
    }
    return errors;
  }
}
