package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Finds the rule that gives the partners of all samples. Values of samples and rules are world
 * ranks.
 */
final class PartnerRules {
  private PartnerRules() {}

  /** The partner at a number of steps in each dimension. Steps wrap around in closed dimensions. */
  record Step(List<Integer> steps) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      long partner = 0;
      for (int dimension = 0; dimension < steps.size(); dimension++) {
        int extent = layout.extents().get(dimension);
        int to = layout.coordinate(rank, dimension) + steps.get(dimension);
        if (layout.kind() == Layout.Kind.GRID && layout.closed().get(dimension)) {
          to = Math.floorMod(to, extent);
        } else if (to < 0 || to >= extent) {
          return OptionalLong.empty();
        }
        partner += (long) to * layout.stride(dimension);
      }
      return OptionalLong.of(partner);
    }

    @Override
    public String text() {
      return "steps " + steps;
    }
  }

  /** The partner that a number identifies. A rule gives the number. */
  record Numbered(Kind kind, Rule number) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      return kind.partner(layout, rank, number.value(layout, rank));
    }

    @Override
    public String text() {
      return kind.words + number.text();
    }

    @Override
    public boolean isUniform() {
      return kind.isUniform() && number.isUniform();
    }
  }

  /** The partner at the transposed position of the grid. */
  record Transposed() implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      int rows = layout.extents().getLast();
      return layout.ranks() % (rows * rows) == 0
          ? OptionalLong.of(Term.transposed(rank, rows, layout.ranks()))
          : OptionalLong.empty();
    }

    @Override
    public String text() {
      return "the partner across the diagonal";
    }
  }

  /** Finds the rule that fits all samples; there is at least one sample. */
  static Optional<NumberRules.Found> find(List<Sample> samples) {
    List<Rule> rules = new ArrayList<>();
    Sample first = samples.getFirst();
    rules.add(step(first));
    Optional<Rule> fromStart = number(samples, Kind.ABSOLUTE);
    Optional<Rule> fromEnd = number(samples, Kind.FROM_END);
    // two recordings fit many formulas, so a constant distance from the first or last rank is tried
    // first
    Stream.of(fromStart, fromEnd)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(rule -> !isConstant(rule)))
        .forEach(rules::add);
    number(samples, Kind.BITS).ifPresent(rules::add);
    if (first.layout().kind() == Layout.Kind.TRANSPOSE) {
      rules.addFirst(new Transposed());
    }
    number(samples, Kind.SHIFT).ifPresent(rules::add);
    boolean several = Sample.layouts(samples) > 1;
    return rules.stream()
        .filter(rule -> rule.fits(samples))
        .findFirst()
        .map(rule -> new NumberRules.Found(rule, several));
  }

  /**
   * Finds the rule for the root of a collective on all ranks. Ranks at every place must name the
   * same root. A root that changes by steps is therefore tried only if no fixed rank fits.
   */
  static Optional<NumberRules.Found> findRoot(List<Sample> samples) {
    boolean several = Sample.layouts(samples) > 1;
    return Stream.of(Kind.ABSOLUTE, Kind.FROM_END)
        .flatMap(kind -> number(samples, kind).stream())
        .filter(rule -> isConstant(rule) && rule.fits(samples))
        .findFirst()
        .map(rule -> new NumberRules.Found(rule, several))
        .or(() -> find(samples));
  }

  private static boolean isConstant(Rule rule) {
    return rule instanceof Numbered(Kind kind, NumberRules.Constant _) && kind.isUniform();
  }

  /**
   * Returns the steps from a rank to its partner, in the shorter direction of closed dimensions.
   */
  static Step step(Sample sample) {
    Layout layout = sample.layout();
    List<Integer> steps = new ArrayList<>();
    for (int dimension = 0; dimension < layout.dimensions(); dimension++) {
      int extent = layout.extents().get(dimension);
      int step = layout.coordinate((int) sample.value(), dimension)
          - layout.coordinate(sample.rank(), dimension);
      boolean round = layout.kind() == Layout.Kind.GRID && layout.closed().get(dimension);
      steps.add(round && 2 * Math.abs(step) > extent ? step - Integer.signum(step) * extent : step);
    }
    return new Step(steps);
  }

  /** How the number that a rule gives identifies the partner. */
  enum Kind {
    /** The number is the partner's rank. */
    ABSOLUTE("rank "),
    /** The partner is the last rank minus this number. */
    FROM_END("rank last - "),
    /** The partner is the rank xor this number. */
    BITS("rank xor "),
    /** The partner is the rank plus this number, modulo the number of ranks. */
    SHIFT("rank + ");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    long number(Sample sample) {
      int ranks = sample.layout().ranks();
      return switch (this) {
        case ABSOLUTE -> sample.value();
        case FROM_END -> ranks - 1 - sample.value();
        case BITS -> sample.value() ^ sample.rank();
        case SHIFT -> Math.floorMod(sample.value() - sample.rank(), (long) ranks);
      };
    }

    OptionalLong partner(Layout layout, int rank, OptionalLong number) {
      if (number.isEmpty()) {
        return number;
      }
      long value = number.getAsLong();
      return OptionalLong.of(
          switch (this) {
            case ABSOLUTE -> value;
            case FROM_END -> layout.ranks() - 1 - value;
            case BITS -> rank ^ value;
            case SHIFT -> Math.floorMod(rank + value, (long) layout.ranks());
          });
    }

    /** Whether equal numbers identify the same partner for all ranks. */
    boolean isUniform() {
      return this == ABSOLUTE || this == FROM_END;
    }
  }

  private static Optional<Rule> number(List<Sample> samples, Kind kind) {
    List<Sample> numbers =
        samples.stream().map(sample -> sample.with(kind.number(sample))).toList();
    return NumberRules.find(numbers).map(found -> new Numbered(kind, found.rule()));
  }

  /** The partner that a number identifies. A stage rule gives the number at each stage. */
  private record ByStage(Kind kind, StageRules.StageRule number) implements StageRules.StageRule {
    @Override
    public OptionalLong value(Layout layout, int rank, int stage, int stages) {
      return kind.partner(layout, rank, number.value(layout, rank, stage, stages));
    }

    @Override
    public String text() {
      return kind.words + number.text();
    }

    @Override
    public boolean isUniform() {
      return kind.isUniform();
    }
  }

  /** Finds the rule of partners that change between stages; there is at least one sample. */
  static Optional<StageRules.StageRule> findByStage(
      List<StageRules.At> samples, BiConsumer<NumberRules.Found, List<Sample>> listener) {
    for (Kind kind : Kind.values()) {
      List<StageRules.At> numbers =
          samples.stream().map(at -> at.with(kind.number(at.sample()))).toList();
      var law = StageRules.find(numbers, NumberRules::find, listener);
      if (law.isPresent()) {
        return law.map(number -> new ByStage(kind, number));
      }
    }
    return Optional.empty();
  }
}
