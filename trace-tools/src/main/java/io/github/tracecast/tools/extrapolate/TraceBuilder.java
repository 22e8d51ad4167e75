package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.times.Distribution;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Builds the larger trace. The result has the events and loops of the largest recording, in the
 * same order. Their ranks are the ranks of the result at the same places. Their values follow the
 * rules.
 */
final class TraceBuilder {
  private final Recording largest;
  private final Layout target;
  private final Findings findings;
  private final ComputeFits fits;
  private final CommunicatorFamilies families;
  private final TreeMap<Integer, EventDraft> events = new TreeMap<>();
  private final TreeMap<Integer, Map<Sequence, RankList>> loops = new TreeMap<>();

  /** The collected data of one event. */
  private static final class EventDraft {
    private RankList ranks = RankList.EMPTY;
    private final Map<Parameter, Map<Sequence, RankList>> parameters =
        new EnumMap<>(Parameter.class);
    private final Map<DeltaKey, RankList> deltas = new LinkedHashMap<>();

    /** For a recording's delta of call counts, the ranks of the result that get these counts. */
    private final Map<Delta, RankList> calls = new LinkedHashMap<>();
  }

  private record DeltaKey(Unit unit, int after, List<Distribution> byExecution) {}

  TraceBuilder(Recording largest, Layout target, Findings findings, ComputeFits fits) {
    this.largest = largest;
    this.target = target;
    this.findings = findings;
    this.fits = fits;
    this.families = new CommunicatorFamilies(largest, target);
  }

  /** Adds the program of the ranks at one kind of place in the layout. */
  void add(ValuePlace place) {
    TaskProgram program = place.program();
    RankList ranks = RankList.of(place.targets());
    Deque<Stages> open = new ArrayDeque<>();
    for (int row = 0; row < program.length(); row++) {
      switch (program.operation(row)) {
        case TaskProgram.EMIT -> addEvent(place, row, program.argument(row), ranks, open.peek());
        case TaskProgram.OPEN -> open.push(addLoop(place, row, program.argument(row), ranks));
        default -> open.pop();
      }
    }
  }

  private void addEvent(ValuePlace place, int row, int event, RankList ranks, Stages stages) {
    EventDraft draft = events.computeIfAbsent(event, key -> new EventDraft());
    draft.ranks = draft.ranks.union(ranks);
    Event model = largest.trace().events().get(event);
    List<ValueRules> partners = new ArrayList<>();
    for (Parameter parameter : partnersFirst(model)) {
      ValueRules rules =
          new ValueRules(place, row, parameter, stages, partners, families, findings);
      if (parameter.isEndpoint()) {
        partners.add(rules);
      }
      Map<Sequence, RankList> pieces =
          draft.parameters.computeIfAbsent(parameter, key -> new LinkedHashMap<>());
      if (rules.isUniform()) {
        pieces.merge(rules.sequence(target, place.targets()[0]), ranks, RankList::union);
      } else {
        Map<Sequence, IntArrayList> bySequence = new LinkedHashMap<>();
        for (int rank : place.targets()) {
          bySequence
              .computeIfAbsent(rules.sequence(target, rank), key -> new IntArrayList())
              .add(rank);
        }
        bySequence.forEach((sequence, own) ->
            pieces.merge(sequence, RankList.of(own.toIntArray()), RankList::union));
      }
    }
    for (Delta delta : model.deltas()) {
      if (!delta.ranks().contains(place.model())) {
        continue;
      }
      if (delta.kind() == Delta.Kind.CALLS) {
        draft.calls.merge(delta, ranks, RankList::union);
      } else if (delta.kind() == Delta.Kind.COMPUTE) {
        double factor = factor(fits.mean(place, row, delta), delta);
        boolean other = stages != null && stages.vary(place);
        List<Distribution> scaled = (other
                ? ScaledTimes.merged(delta.byExecution())
                : delta.byExecution())
            .stream().map(one -> one.scaled(factor)).toList();
        draft.deltas.merge(
            new DeltaKey(delta.unit(), delta.after(), scaled), ranks, RankList::union);
      }
    }
  }

  private static List<Parameter> partnersFirst(Event event) {
    return event.parameters().keySet().stream()
        .sorted(Comparator.comparing(parameter -> !parameter.isEndpoint()))
        .toList();
  }

  /** Returns the factor that converts a delta's mean to another mean. */
  private static double factor(double mean, Delta delta) {
    Distribution all = ScaledTimes.merged(delta.byExecution()).getFirst();
    return all.mean() == 0 ? 1 : mean / all.mean();
  }

  /**
   * Adds a loop and returns its stages. A loop has no stages if its number of iterations differs
   * between its executions.
   */
  private Stages addLoop(ValuePlace place, int row, int loop, RankList ranks) {
    Sequence model = ValuePlace.iterations(largest, place.model(), row);
    Sequence.Builder builder = Sequence.builder();
    for (int element = 0; element < model.period(); element++) {
      builder
          .add(Term.Kind.CONSTANT, iterations(place, row, element, model.period()))
          .endTuple();
    }
    Sequence iterations = builder.build();
    loops
        .computeIfAbsent(loop, key -> new LinkedHashMap<>())
        .merge(iterations, ranks, RankList::union);
    return new Stages(row, iterations.period() == 1 ? iterations.number(0, 0) : 0);
  }

  private long iterations(ValuePlace place, int row, int element, int period) {
    List<Sample> samples = new ArrayList<>();
    place.forEachRank((recording, rank) -> {
      Sequence own = ValuePlace.iterations(recording, rank, row);
      if (own.period() != period && own.period() != 1) {
        throw new RefusedException("a loop at the place \"" + place.key() + "\" has "
            + own.period() + " different numbers of iterations at rank " + rank + " of "
            + recording.name() + " and " + period + " at rank " + place.model() + " of "
            + largest.name());
      }
      samples.addFirst(new Sample(recording.layout(), rank, own.number(element % own.period(), 0)));
    });
    Optional<NumberRules.Found> rule =
        findings.scaling().isPresent() ? StatedRules.constant(samples) : NumberRules.find(samples);
    NumberRules.Found found = rule.orElseThrow(() ->
        new RefusedException("no rule explains the number of iterations of a loop at the place \""
            + place.key() + "\": "
            + samples.reversed().stream()
                .map(one -> one.value() + " at rank " + one.rank() + " of "
                    + one.layout().ranks())
                .limit(6)
                .collect(Collectors.joining(", "))));
    findings.found(found, NumberRules::find, samples);
    OptionalLong value = found.rule().value(target, place.targets()[0]);
    if (value.isEmpty() || value.getAsLong() < 1 || !found.rule().isUniform()) {
      throw new RefusedException(
          "the rule \"" + found.rule().text() + "\" for the iterations of a loop at the place \""
              + place.key() + "\" gives no number of at least 1 for " + target.ranks() + " ranks");
    }
    return value.getAsLong();
  }

  /**
   * Returns the trace.
   *
   * @param scaling the growth that the user states; empty if it is fitted
   * @param computeHalfWidth half of the 95% interval of the computation, as a share of the
   *     computation; 0 if unknown
   */
  Trace build(List<Recording> recordings, Optional<Scaling> scaling, double computeHalfWidth) {
    List<Event> built = new ArrayList<>();
    events.forEach((event, made) -> built.add(event(largest.trace().events().get(event), made)));
    List<Loop> builtLoops = new ArrayList<>();
    loops.forEach((loop, pieces) -> {
      Loop model = largest.trace().loops().get(loop);
      int first = events.headMap(model.first()).size();
      int last = events.headMap(model.last(), true).size() - 1;
      Values iterations = values(pieces);
      builtLoops.add(new Loop(first, last, iterations.ranks(), iterations));
    });
    Trace trace = largest.trace();
    return new Trace(
        header(recordings, scaling, computeHalfWidth),
        trace.callSites(),
        trace.datatypes(),
        families.groups(),
        families.communicators(),
        built,
        builtLoops);
  }

  private Header header(
      List<Recording> recordings, Optional<Scaling> scaling, double computeHalfWidth) {
    Header header = largest.trace().header();
    String from = recordings.stream()
        .map(one -> Integer.toString(one.ranks()))
        .collect(Collectors.joining(", "));
    Header plain = new Header(
            target.ranks(),
            header.threads(),
            header.flops(),
            header.requestRing(),
            header.origin(),
            header.warnings(),
            header.provenance())
        .withExtrapolation(target.ranks() + " ranks (" + target + ") from "
            + (recordings.size() > 1 ? "recordings" : "a recording") + " on " + from
            + scaling.map(one -> ", " + one.text() + " scaling").orElse("")
            + (recordings.size() < (scaling.isPresent() ? 2 : 3)
                ? "; without a " + (scaling.isPresent() ? "second" : "third")
                    + " recording, its computation has no interval"
                : ""));
    return computeHalfWidth > 0 ? plain.withComputeInterval(computeHalfWidth) : plain;
  }

  private static Event event(Event model, EventDraft draft) {
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    draft.parameters.forEach((parameter, pieces) -> parameters.put(parameter, values(pieces)));
    List<Delta> deltas = new ArrayList<>();
    draft.deltas.forEach((key, ranks) -> deltas.add(
        new Delta(Delta.Kind.COMPUTE, key.unit(), key.after(), ranks, key.byExecution())));
    draft.calls.forEach((delta, ranks) -> deltas.add(new Delta(
        delta.kind(),
        delta.unit(),
        delta.after(),
        ranks,
        delta.byExecution().stream()
            .map(one -> ScaledTimes.onRanks(one, delta.ranks(), ranks))
            .toList())));
    return new Event(model.call(), model.callSite(), draft.ranks, parameters, deltas);
  }

  private static Values values(Map<Sequence, RankList> pieces) {
    return new Values(pieces.entrySet().stream()
        .map(piece -> new Piece(piece.getValue(), piece.getKey()))
        .toList());
  }
}
