package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.CommonPeriods;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one parameter of one call at one place: a rule for each term of each execution,
 * until the values repeat. The samples come from all ranks of all recordings that have the place.
 */
final class ValueRules {
  private static final int MOST_PERIOD = 10_000;

  private final ValuePlace place;
  private final int row;
  private final Parameter parameter;
  private final CommunicatorFamilies families;
  private final Findings findings;
  private final ValueSamples values;
  private final String call;
  private final List<ValueRules> partners;
  /** Number of earlier rows of the program with the same call at the same call site. */
  private final long before;

  private final List<List<TermRule>> elements = new ArrayList<>();
  private int executions = 1;

  /** A term of the result: a kind, and a rule if the kind is a number. */
  private record TermRule(Term.Kind kind, @Nullable Rule rule, int communicator) {
    TermRule(Term.Kind special) {
      this(special, null, Communicator.WORLD);
    }
  }

  /** The value of a stage rule at one stage. */
  private record AtStage(StageRules.StageRule law, int stage, int stages) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      return law.value(layout, rank, stage, stages);
    }

    @Override
    public String text() {
      return law.text();
    }

    @Override
    public boolean isUniform() {
      return law.isUniform();
    }
  }

  /**
   * @param stages the innermost loop around the call; null if there is none
   * @param partners the known rules of the call's partners
   */
  ValueRules(
      ValuePlace place,
      int row,
      Parameter parameter,
      Stages stages,
      List<ValueRules> partners,
      CommunicatorFamilies families,
      Findings findings) {
    this.place = place;
    this.row = row;
    this.parameter = parameter;
    this.families = families;
    this.findings = findings;
    this.call = place.largest().place(place.program().argument(row));
    this.partners = partners;
    this.before = occurrence(place.program(), place.largest().trace().events(), row);
    this.values = new ValueSamples(place, row, parameter, findings.largest());
    if (stages != null && stages.vary(place) && changesByStage(stages)) {
      addStages(stages);
    } else {
      addExecutions();
    }
  }

  /** Whether values repeat with each execution of the loop, and differ between its iterations. */
  private boolean changesByStage(Stages stages) {
    boolean changes = false;
    for (Map.Entry<Recording, int[]> entry : place.ranks().entrySet()) {
      for (int rank : entry.getValue()) {
        int own = values.sequence(entry.getKey(), rank).period();
        long iterations = stages.of(entry.getKey(), rank);
        if (iterations == 0 || iterations % own != 0) {
          return false;
        }
        changes |= own > 1;
      }
    }
    return changes;
  }

  private void addStages(Stages stages) {
    if (stages.target() > MOST_PERIOD) {
      throw values.refused("its loop has more than " + MOST_PERIOD + " stages");
    }
    int length = values.model().length(0);
    List<StageRules.StageRule> laws = new ArrayList<>();
    Term.Kind[] kinds = new Term.Kind[length];
    for (int i = 0; i < length; i++) {
      laws.add(law(stages, i, length));
      kinds[i] = values.kind(0, i);
    }
    for (int stage = 0; stage < stages.target(); stage++) {
      List<TermRule> terms = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        terms.add(
            laws.get(i) == null
                ? new TermRule(kinds[i])
                : new TermRule(
                    number(kinds[i]),
                    new AtStage(laws.get(i), stage, (int) stages.target()),
                    communicator(0)));
      }
      elements.add(terms);
    }
  }

  /** Finds the stage rule of a term; null if the term is not a number. */
  private StageRules.@Nullable StageRule law(Stages stages, int i, int length) {
    Term.Kind kind = values.kind(0, i);
    List<StageRules.At> samples = new ArrayList<>();
    place.forEachRank((recording, rank) -> {
      int count = (int) stages.of(recording, rank);
      for (int stage = 0; stage < count; stage++) {
        values.requireAlike(recording, rank, stage, i, length, kind);
        if (!ValueSamples.isSpecial(kind)) {
          samples.add(new StageRules.At(values.sample(recording, rank, stage, i), stage, count));
        }
      }
    });
    if (ValueSamples.isSpecial(kind)) {
      return null;
    }
    BiConsumer<NumberRules.Found, List<Sample>> listener =
        (found, bases) -> findings.found(found, NumberRules::find, bases);
    Optional<StageRules.StageRule> law = parameter.isEndpoint()
        ? PartnerRules.findByStage(samples, listener)
        : StageRules.find(
            samples, one -> findings.preferences().find(calls(0, i), parameter, one), listener);
    return law.orElseThrow(() -> values.refused("no rule explains, stage by stage, "
        + ValueSamples.examples(
            samples.stream().map(StageRules.At::sample).toList().reversed())));
  }

  private void addExecutions() {
    executions = period();
    for (int element = 0; element < executions; element++) {
      elements.add(terms(element));
    }
  }

  /**
   * Returns the number of executions after which the values of all ranks and their partners repeat.
   * Values may depend on partners even if no recording shows this.
   */
  private int period() {
    long period = 1;
    for (ValueRules one : partners) {
      period = CommonPeriods.common(period, one.elements.size());
    }
    for (Map.Entry<Recording, int[]> entry : place.ranks().entrySet()) {
      for (int rank : entry.getValue()) {
        int own = values.sequence(entry.getKey(), rank).period();
        period = CommonPeriods.common(period, own);
        if (period > MOST_PERIOD) {
          throw values.refused("its values repeat after more than " + MOST_PERIOD + " executions");
        }
      }
    }
    return (int) period;
  }

  private List<TermRule> terms(int element) {
    Sequence model = values.model();
    int length = model.length(element % model.period());
    return IntStream.range(0, length).mapToObj(i -> term(element, i, length)).toList();
  }

  private TermRule term(int element, int i, int length) {
    Term.Kind kind = values.kind(element, i);
    List<Sample> samples = new ArrayList<>();
    place.forEachRank((recording, rank) -> {
      values.requireAlike(recording, rank, element, i, length, kind);
      if (!ValueSamples.isSpecial(kind)) {
        samples.add(values.sample(recording, rank, element, i));
      }
    });
    return ValueSamples.isSpecial(kind)
        ? new TermRule(kind)
        : new TermRule(number(kind), rule(element, i, samples.reversed()), communicator(element));
  }

  private static Term.Kind number(Term.Kind kind) {
    return kind == Term.Kind.PERSISTENT ? kind : Term.Kind.CONSTANT;
  }

  /**
   * Returns the id of the event's communicator in the model. The result's communicator has the same
   * family.
   */
  private int communicator(int element) {
    int event = ValuePlace.argument(place.largest(), place.model(), row);
    return place.largest().table().communicator(event, place.model(), element);
  }

  /** Whether the communicator of each execution has all ranks, in their order. */
  private boolean isOfAllRanks() {
    Recording largest = place.largest();
    return IntStream.range(0, executions)
        .map(this::communicator)
        .allMatch(largest.table().communicators()::isWorldLike);
  }

  private Rule rule(int element, int i, List<Sample> samples) {
    List<String> what = calls(element, i);
    Optional<NumberRules.Found> found =
        findings.scaling().isPresent() ? stated(element, i, samples) : find(what, samples);
    if (found.isEmpty()) {
      throw values.refused(
          findings.scaling().isPresent()
              ? "one recording does not show how this value grows with the number of ranks: "
                  + ValueSamples.examples(samples)
                  + "; add a recording on another number of ranks"
              : "no rule gives " + ValueSamples.examples(samples));
    }
    findings.found(found.get(), others -> find(what, others), samples);
    return found.get().rule();
  }

  private Optional<NumberRules.Found> stated(int element, int i, List<Sample> samples) {
    if (parameter.isEndpoint()) {
      return StatedRules.partner(parameter, samples);
    }
    Recording largest = place.largest();
    Event called = largest.trace().events().get(ValuePlace.argument(largest, place.model(), row));
    return StatedRules.number(
        findings.scaling().orElseThrow(),
        called.call(),
        parameter,
        i,
        crossed(element),
        values.datatypes(called),
        samples);
  }

  /** Returns the dimensions that a message to or from the partners crosses. */
  private Set<Integer> crossed(int element) {
    Set<Integer> crossed = new TreeSet<>();
    for (ValueRules one : partners) {
      for (TermRule term : one.elements.get(element % one.elements.size())) {
        if (term.rule() instanceof PartnerRules.Step step) {
          for (int dimension = 0; dimension < step.steps().size(); dimension++) {
            if (step.steps().get(dimension) != 0) {
              crossed.add(dimension);
            }
          }
        }
      }
    }
    return crossed;
  }

  private Optional<NumberRules.Found> find(List<String> what, List<Sample> samples) {
    if (parameter == Parameter.ROOT && isOfAllRanks()) {
      return PartnerRules.findRoot(samples);
    }
    if (parameter.isEndpoint()) {
      return PartnerRules.find(samples);
    }
    return findings.preferences().find(what, parameter, samples);
  }

  /**
   * Returns the descriptions of a call by which executions at other places are found: the call with
   * its partners, and the call with its position in the program. Only the position identifies a
   * message to {@code MPI_PROC_NULL}.
   */
  private List<String> calls(int element, int i) {
    if (partners.isEmpty()) {
      return List.of(call + " " + i);
    }
    String position = call + " number " + before + ", " + element + " of " + executions + " " + i;
    return partners.stream().allMatch(one -> one.isSpecial(element))
        ? List.of(position)
        : List.of(
            call
                + partners.stream()
                    .map(one -> one.text(element))
                    .collect(Collectors.joining(" ", " ", " "))
                + i,
            position);
  }

  private static long occurrence(TaskProgram program, List<Event> events, int row) {
    Event own = events.get(program.argument(row));
    return IntStream.range(0, row)
        .filter(one -> program.operation(one) == TaskProgram.EMIT)
        .mapToObj(one -> events.get(program.argument(one)))
        .filter(one -> one.call() == own.call() && one.callSite() == own.callSite())
        .count();
  }

  /** Whether an execution has no number, such as when every partner is {@code MPI_PROC_NULL}. */
  private boolean isSpecial(int element) {
    return elements.get(element % elements.size()).stream().allMatch(term -> term.rule() == null);
  }

  /** Returns the rules of an execution in words. */
  private String text(int element) {
    return elements.get(element % elements.size()).stream()
        .map(term -> term.rule() == null ? term.kind().toString() : term.rule().text())
        .collect(Collectors.joining(", "));
  }

  /** Whether all ranks of the place have the same values. */
  boolean isUniform() {
    return parameter != Parameter.COMMUNICATOR
        && parameter != Parameter.NEW_COMMUNICATOR
        && elements.stream()
            .flatMap(List::stream)
            .allMatch(term -> term.rule() == null || term.rule().isUniform());
  }

  /** The values of a rank of the result. */
  Sequence sequence(Layout target, int rank) {
    Sequence.Builder builder = Sequence.builder();
    for (int element = 0; element < elements.size(); element++) {
      for (TermRule term : elements.get(element)) {
        add(builder, term, element, target, rank);
      }
      builder.endTuple();
    }
    return builder.build();
  }

  private void add(Sequence.Builder builder, TermRule term, int element, Layout target, int rank) {
    if (term.rule() == null) {
      builder.add(term.kind(), 0);
      return;
    }
    if (parameter == Parameter.COMMUNICATOR || parameter == Parameter.NEW_COMMUNICATOR) {
      int event = ValuePlace.argument(place.largest(), place.model(), row);
      int id = (int) place.largest().table().value(event, parameter, place.model(), element);
      builder.add(Term.Kind.CONSTANT, families.id(id, rank));
      return;
    }
    OptionalLong value = term.rule().value(target, rank);
    if (value.isEmpty()) {
      throw values.refused("the rule \"" + term.rule().text()
          + "\" gives no whole number, or a partner outside the layout, for rank " + rank + " of "
          + target.ranks());
    }
    long number = value.getAsLong();
    if (!parameter.isEndpoint()) {
      builder.add(term.kind(), number);
      return;
    }
    int communicator = families.id(term.communicator(), rank);
    int local = families.localRank(communicator, (int) number);
    if (local < 0) {
      throw values.refused("rank " + number + " is no member of the communicator of rank " + rank);
    }
    if (term.rule().isUniform()) {
      builder.add(Term.Kind.CONSTANT, local);
    } else {
      builder.add(Term.Kind.RANK_PLUS, local - families.localRank(communicator, rank));
    }
  }
}
