package io.github.tracecast.repair.times;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.repair.times.RankContexts.Path;
import io.github.tracecast.repair.times.RankContexts.Pattern;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Assigns the modes of shared histograms to ranks and to places in their programs. ScalaTrace keeps
 * one histogram of computation for all ranks of an event. A rank adds its minimum, its maximum and
 * copies of its means to this histogram. A mode of such a histogram is therefore a set of whole
 * ranks, or of places in a loop.
 *
 * <p>Three criteria select this set, in this order: the count of a mode equals the known number of
 * executions of its ranks and places ({@link PathFit}); all ranks compute for about the same time
 * ({@link ComputeBalance}); a replay waits where the recorded run waited ({@link Trials}). Sums
 * over ranks do not change.
 */
public final class SharedDeltas {
  /** The start of the note in a trace whose times are separated, or must stay shared. */
  public static final String NOTE = "computation times that ranks shared";

  /** The name of recorders that merge the histograms of ranks, as in a trace's header. */
  private static final String MERGING_RECORDER = "ScalaTrace";

  private static final int MOST_RANKS = 1 << 14;
  private static final int PASSES = 3;

  private final Trace trace;
  private final List<SharedPath> paths;
  private double shares;

  private SharedDeltas(Trace trace) {
    this.trace = trace;
    this.paths = paths(trace);
  }

  /** Whether a recorder has merged the times of ranks, and these times are not yet separated. */
  public static boolean shared(Trace trace) {
    return trace.header().origin().startsWith(MERGING_RECORDER)
        && trace.header().ranks() > 1
        && trace.header().ranks() <= MOST_RANKS
        && trace.header().notes().stream().noneMatch(note -> note.startsWith(NOTE));
  }

  /**
   * Returns a trace with deltas for groups of ranks and for positions in loops, and with a note
   * about them. The run time depends on the compressed trace.
   *
   * @return the same trace if it has no shared times
   */
  public static Trace separated(Trace trace) {
    if (!shared(trace)) {
      return trace;
    }
    try {
      return new SharedDeltas(trace).separated();
    } catch (ReplayException e) {
      return noted(trace, " stay as recorded: " + e.getMessage());
    }
  }

  private static Trace noted(Trace trace, String text) {
    return trace.with(trace.events(), trace.header().with(NOTE + text));
  }

  private static List<SharedPath> paths(Trace trace) {
    Map<Path, Map<Integer, Pattern>> patterns = RankContexts.ofAll(Programs.of(trace));
    List<SharedPath> paths = new ArrayList<>();
    for (int event = 0; event < trace.events().size(); event++) {
      Event of = trace.events().get(event);
      for (Delta delta : of.deltas()) {
        Path path = new Path(event, delta.after());
        if (patterns.containsKey(path) && holdsAllRanks(delta, of)) {
          SharedPath found = SharedPath.of(path, delta, patterns.get(path), of.callSite());
          if (found != null) {
            paths.add(found);
          }
        }
      }
    }
    return paths;
  }

  private static boolean holdsAllRanks(Delta delta, Event event) {
    return delta.kind() == Delta.Kind.COMPUTE
        && delta.byExecution().size() == 1
        && delta.byExecution().getFirst() instanceof Distribution.Histogram
        && delta.ranks().equals(event.ranks());
  }

  private Trace separated() {
    for (Unit unit : Unit.values()) {
      List<SharedPath> ofUnit =
          paths.stream().filter(path -> path.delta.unit() == unit).toList();
      if (!ofUnit.isEmpty()) {
        fit(ofUnit);
      }
    }
    Trials trials = new Trials(trace, paths, this::build);
    trials.choose();
    if (trials.averagesExplainTheRecord()) {
      return noted(trace, " stay as recorded, because the averages explain the recorded waiting");
    }
    long mixed = paths.stream().filter(SharedPath::mixed).count();
    if (mixed == 0) {
      return trace;
    }
    Trace built = build();
    String text = " were separated by rank and loop position at %d of %d paths; these paths have"
        + " %.1f%% of the computation%s";
    return noted(
        built, String.format(Locale.ROOT, text, mixed, paths.size(), 100 * shares, trials.text()));
  }

  private void fit(List<SharedPath> ofUnit) {
    for (int pass = 0; pass < PASSES; pass++) {
      Consensus consensus = new Consensus();
      for (SharedPath path : ofUnit) {
        if (path.simple() || pass > 0) {
          path.addTo(consensus);
        }
      }
      ofUnit.forEach(path -> path.fit(consensus));
      new ComputeBalance(ofUnit, trace.header().ranks()).choose();
    }
  }

  /** Removes the ranks of the extremes from a delta, because each rank now has separate times. */
  private static Delta withoutExtremes(Delta delta) {
    return new Delta(
        delta.kind(),
        delta.unit(),
        delta.after(),
        delta.ranks(),
        delta.byExecution().stream().map(SharedDeltas::withoutExtremes).toList());
  }

  private static Distribution withoutExtremes(Distribution values) {
    return values instanceof Distribution.Histogram histogram
        ? new Distribution.Histogram(histogram.bins())
        : values;
  }

  private Trace build() {
    Map<Delta, List<Delta>> replaced = new IdentityHashMap<>();
    Map<Unit, Double> mixed = new EnumMap<>(Unit.class);
    Map<Unit, Double> all = new EnumMap<>(Unit.class);
    for (SharedPath path : paths) {
      double sum = path.delta.byExecution().getFirst().sum();
      all.merge(path.delta.unit(), sum, Double::sum);
      if (path.mixed()) {
        mixed.merge(path.delta.unit(), sum, Double::sum);
        replaced.put(path.delta, new PathDeltas(path).deltas());
      }
    }
    shares = mixed.entrySet().stream()
        .mapToDouble(unit -> unit.getValue() / Objects.requireNonNull(all.get(unit.getKey())))
        .max()
        .orElse(0);
    List<Event> events = new ArrayList<>();
    for (Event event : trace.events()) {
      List<Delta> deltas = new ArrayList<>();
      for (Delta delta : event.deltas()) {
        deltas.addAll(replaced.getOrDefault(delta, List.of(withoutExtremes(delta))));
      }
      events.add(
          new Event(event.call(), event.callSite(), event.ranks(), event.parameters(), deltas));
    }
    return trace.with(events, trace.header());
  }
}
