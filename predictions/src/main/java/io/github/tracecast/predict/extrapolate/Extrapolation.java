package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.predict.topology.MessagePattern;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A trace for more ranks than were recorded.
 *
 * @param layout how its ranks stand
 * @param recorded the layouts of the recordings
 * @param constants values that stay
 * @param growing values that follow the number of ranks, the extents or the rank
 * @param untested rules of which no further recording shows that they hold
 * @param leftOut by ranks of a recording: values that the other recordings were asked for, and those they told exactly
 * @param computeHalfWidth half of the 95% interval of the computation, as a share; 0 where it is unknown
 */
public record Extrapolation(
    Trace trace,
    String layout,
    List<String> recorded,
    int constants,
    int growing,
    List<String> untested,
    Map<Integer, int[]> leftOut,
    double computeHalfWidth) {

  /**
   * One recording.
   *
   * @param name for messages
   */
  public record Input(String name, Trace trace) {}

  /**
   * Extrapolates.
   *
   * @param inputs at least two, of different numbers of ranks
   * @param ranks how many the result is to have
   * @throws RefusedException where some value has no rule, or the recordings do not belong together
   */
  public static Extrapolation of(List<Input> inputs, int ranks) {
    List<Input> sorted = inputs.stream()
        .sorted(Comparator.comparingInt(input -> input.trace().header().ranks()))
        .toList();
    for (int i = 1; i < sorted.size(); i++) {
      int own = sorted.get(i).trace().header().ranks();
      if (own == sorted.get(i - 1).trace().header().ranks()) {
        throw new RefusedException(
            sorted.get(i - 1).name() + " and " + sorted.get(i).name() + " both have " + own
                + " ranks; expected recordings of different numbers of ranks");
      }
    }
    List<Layout> layouts = LayoutSearch.find(patterns(sorted), ranks);
    return new Search(recordings(sorted, layouts), layouts.getLast()).result();
  }

  private static List<MessagePattern> patterns(List<Input> inputs) {
    return inputs.stream()
        .map(input -> MessagePattern.of(Programs.of(input.trace()), EventTable.of(input.trace())))
        .toList();
  }

  private static List<Recording> recordings(List<Input> sorted, List<Layout> layouts) {
    List<Recording> recordings = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      Trace trace = sorted.get(i).trace();
      recordings.add(new Recording(
          sorted.get(i).name(),
          trace,
          Programs.of(trace),
          EventTable.of(trace),
          layouts.get(i),
          shareCallSites(sorted)));
    }
    return recordings;
  }

  /** Programs that were compiled apart may have other addresses for names. */
  private static boolean shareCallSites(List<Input> inputs) {
    Set<CallSite> shared = new HashSet<>(inputs.getFirst().trace().callSites());
    inputs.forEach(input -> shared.retainAll(input.trace().callSites()));
    return !shared.isEmpty();
  }

  /** Tries to tell places apart ever more finely until all ranks of a place do the same. */
  private static final class Search {
    private final List<Recording> recordings;
    private final Layout target;

    Search(List<Recording> recordings, Layout target) {
      this.recordings = recordings;
      this.target = target;
    }

    Extrapolation result() {
      RefusedException first = null;
      for (Layout.Detail detail : Layout.Detail.values()) {
        try {
          return result(places(detail));
        } catch (RefusedException e) {
          first = first == null ? e : first;
        }
      }
      throw first;
    }

    private Extrapolation result(List<Place> places) {
      places.forEach(Place::requireOneShape);
      Findings findings = new Findings(recordings);
      Map<String, ComputeFit> fits = fits(places);
      TraceBuilder builder = new TraceBuilder(recordings.getLast(), target, findings, fits);
      places.forEach(builder::add);
      Trace trace = builder.build(recordings);
      return new Extrapolation(
          trace,
          target.toString(),
          recordings.stream().map(one -> one.layout().toString()).toList(),
          findings.constants(),
          findings.growing(),
          findings.untested(),
          findings.leftOut(),
          halfWidth(fits));
    }

    private List<Place> places(Layout.Detail detail) {
      Map<String, List<Integer>> targets = new LinkedHashMap<>();
      for (int rank = 0; rank < target.ranks(); rank++) {
        targets
            .computeIfAbsent(target.key(rank, detail), key -> new ArrayList<>())
            .add(rank);
      }
      Map<Recording, Map<String, List<Integer>>> known = new LinkedHashMap<>();
      for (Recording recording : recordings) {
        Map<String, List<Integer>> ranks = new HashMap<>();
        for (int rank = 0; rank < recording.ranks(); rank++) {
          ranks
              .computeIfAbsent(recording.layout().key(rank, detail), key -> new ArrayList<>())
              .add(rank);
        }
        known.put(recording, ranks);
      }
      List<Place> places = new ArrayList<>();
      targets.forEach((key, ranks) -> places.add(place(key, known, ranks)));
      return places;
    }

    private Place place(
        String key, Map<Recording, Map<String, List<Integer>>> known, List<Integer> targets) {
      Map<Recording, int[]> ranks = new LinkedHashMap<>();
      known.forEach((recording, places) -> {
        if (places.containsKey(key)) {
          ranks.put(recording, array(places.get(key)));
        }
      });
      if (!ranks.containsKey(recordings.getLast())) {
        throw new RefusedException("no rank of " + recordings.getLast().name() + " ("
            + recordings.getLast().layout() + ") has the place \"" + key + "\", as rank "
            + targets.getFirst() + " of " + target.ranks() + " (" + target + ") has");
      }
      return new Place(key, ranks, array(targets));
    }

    private static int[] array(List<Integer> numbers) {
      return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private Map<String, ComputeFit> fits(List<Place> places) {
      Map<String, ComputeFit> fits = new TreeMap<>();
      for (Place place : places) {
        TaskProgram program = place.program();
        for (int row = 0; row < program.length(); row++) {
          if (program.operation(row) == TaskProgram.EMIT) {
            int at = row;
            place.ranks().forEach((recording, ranks) -> {
              for (int rank : ranks) {
                addDeltas(place, recording, rank, at, fits);
              }
            });
          }
        }
      }
      return fits;
    }

    private static void addDeltas(
        Place place, Recording recording, int rank, int row, Map<String, ComputeFit> fits) {
      int event = Place.argument(recording, rank, row);
      Event called = recording.trace().events().get(event);
      for (Delta delta : called.deltas()) {
        if (delta.kind() == Delta.Kind.COMPUTE && delta.ranks().contains(rank)) {
          fits.computeIfAbsent(
                  place.path(recording, rank, called.callSite(), delta), key -> new ComputeFit())
              .add(recording.ranks(), delta);
        }
      }
    }

    private double halfWidth(Map<String, ComputeFit> fits) {
      double sum = 0;
      double half = 0;
      for (ComputeFit fit : fits.values()) {
        double part = fit.recordedSum() * fit.factor(target.ranks());
        sum += part;
        half += part * fit.halfWidth(target.ranks());
      }
      return sum == 0 ? 0 : half / sum;
    }
  }
}
