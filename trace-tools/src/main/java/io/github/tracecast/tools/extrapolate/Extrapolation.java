package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Grids;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * A trace for more ranks than were recorded.
 *
 * @param layout the layout of the ranks of the larger trace
 * @param recorded the layouts of the recordings
 * @param constants number of values that stay constant
 * @param growing number of values that depend on the number of ranks, the extents or the rank
 * @param untested rules that the recordings determine but do not test
 * @param leftOut by number of ranks of a recording: the number of its values that were predicted
 *     from the other recordings, and the number of exact predictions
 * @param computeLeftOut by ranks of a recording: the relative error when its computation is
 *     predicted from the other recordings
 * @param computeHalfWidth half of the 95% interval of the computation, as a share of the
 *     computation; 0 if unknown
 */
public record Extrapolation(
    Trace trace,
    String layout,
    List<String> recorded,
    int constants,
    int growing,
    List<String> untested,
    Map<Integer, int[]> leftOut,
    Map<Integer, Double> computeLeftOut,
    double computeHalfWidth) {
  /**
   * Extrapolates from recordings of one program. A single recording must show a regular program,
   * whose messages go to neighbours in a grid.
   *
   * @param inputs at least one, with different numbers of ranks
   * @param scaling how the problem grows with the ranks, weak or strong; empty if several
   *     recordings show the growth
   * @param ranks number of ranks of the result
   * @throws UsageException if a single recording has no stated scaling
   * @throws RefusedException if a value has no rule, or the recordings do not match each other
   */
  public static Extrapolation of(List<PreparedTrace> inputs, Optional<Scaling> scaling, int ranks) {
    if (inputs.size() == 1 && scaling.isEmpty()) {
      throw UsageException.of(
          "scaling",
          "found no value and only one recording; expected weak or strong, or recordings on two or more"
              + " numbers of ranks");
    }
    List<PreparedTrace> sorted = inputs.stream()
        .sorted(Comparator.comparingInt(input -> input.trace().header().ranks()))
        .toList();
    for (int i = 1; i < sorted.size(); i++) {
      int own = sorted.get(i).trace().header().ranks();
      if (own == sorted.get(i - 1).trace().header().ranks()) {
        throw new RefusedException(
            sorted.get(i - 1).name() + " and " + sorted.get(i).name() + " both have "
                + Numbers.counted(own, "rank")
                + "; expected recordings of different numbers of ranks");
      }
    }
    List<MessagePattern> patterns = sorted.stream()
        .map(input -> MessagePattern.of(input.programs(), input.table()))
        .toList();
    List<Layout> layouts = patterns.size() == 1
        ? LayoutSearch.find(patterns.getFirst(), ranks)
        : LayoutSearch.find(patterns, ranks);
    return new Search(recordings(sorted, layouts), scaling, layouts.getLast()).result();
  }

  private static List<Recording> recordings(List<PreparedTrace> sorted, List<Layout> layouts) {
    List<Recording> recordings = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      recordings.add(new Recording(sorted.get(i), layouts.get(i), shareCallSites(sorted)));
    }
    return recordings;
  }

  /**
   * Whether call sites have equal names in all recordings. Separately compiled programs may have
   * different addresses as names.
   */
  private static boolean shareCallSites(List<PreparedTrace> inputs) {
    Set<CallSite> shared = new HashSet<>(inputs.getFirst().trace().callSites());
    inputs.forEach(input -> shared.retainAll(input.trace().callSites()));
    return !shared.isEmpty();
  }

  /** Distinguishes places more and more finely until all ranks of a place make the same calls. */
  private record Search(List<Recording> recordings, Optional<Scaling> scaling, Layout target) {
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

    private Extrapolation result(List<ValuePlace> places) {
      places.forEach(ValuePlace::requireOneShape);
      ComputeFits fits = new ComputeFits(recordings, scaling, places, target);
      // the recordings show how values other than computation grow, if there are several recordings
      Optional<Scaling> rules = scaling.filter(one -> recordings.size() == 1);
      Preferences first = new Preferences(target);
      built(places, new Findings(recordings, rules, first), fits);
      Findings findings = new Findings(recordings, rules, first.again());
      Trace trace = built(places, findings, fits);
      return new Extrapolation(
          trace,
          target.toString(),
          recordings.stream().map(one -> one.layout().toString()).toList(),
          findings.constants(),
          findings.growing(),
          findings.untested(),
          findings.leftOut(),
          fits.leftOut(),
          fits.halfWidth());
    }

    private Trace built(List<ValuePlace> places, Findings findings, ComputeFits fits) {
      TraceBuilder builder = new TraceBuilder(recordings.getLast(), target, findings, fits);
      places.forEach(builder::add);
      return builder.build(recordings, scaling, fits.halfWidth());
    }

    private List<ValuePlace> places(Layout.Detail detail) {
      Map<String, List<Integer>> targets = target.ranksByKey(detail);
      Map<Recording, Map<String, List<Integer>>> known = new LinkedHashMap<>();
      recordings.forEach(one -> known.put(one, one.layout().ranksByKey(detail)));
      known.forEach((recording, ranks) -> requireShared(recording, ranks, known));
      List<ValuePlace> places = new ArrayList<>();
      targets.forEach((key, ranks) -> places.add(place(key, known, ranks)));
      return places;
    }

    /**
     * Refuses recordings that share no place with another recording, because such recordings cannot
     * be tested.
     */
    private void requireShared(
        Recording recording,
        Map<String, List<Integer>> ranks,
        Map<Recording, Map<String, List<Integer>>> known) {
      Recording largest = recordings.getLast();
      Map<String, List<Integer>> ofLargest = Objects.requireNonNull(known.get(largest));
      if (ofLargest.keySet().stream().noneMatch(ranks::containsKey)) {
        throw new RefusedException(
            "no rank of " + recording.name() + " (" + recording.layout()
                + ") has the place of any rank of " + largest.name() + " (" + largest.layout()
                + "); record both with more than one rank in each dimension, or leave one recording out");
      }
    }

    private ValuePlace place(
        String key, Map<Recording, Map<String, List<Integer>>> known, List<Integer> targets) {
      SequencedMap<Recording, int[]> ranks = new LinkedHashMap<>();
      known.forEach((recording, places) -> {
        if (places.containsKey(key)) {
          ranks.put(recording, Grids.array(places.get(key)));
        }
      });
      if (!ranks.containsKey(recordings.getLast())) {
        throw new RefusedException("no rank of " + recordings.getLast().name() + " ("
            + recordings.getLast().layout() + ") has the place \"" + key + "\" of rank "
            + targets.getFirst() + " of " + target.ranks() + " (" + target + "); "
            + (target.extents().contains(1)
                ? "choose a number of ranks with more than one rank in each dimension"
                : "record runs with at least 3 ranks in each dimension (4 x 4, 8 x 8), or runs in"
                    + " which only one dimension grows (2 x 2, 4 x 2, 8 x 2)"));
      }
      return new ValuePlace(key, ranks, Grids.array(targets));
    }
  }
}
