package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds the rule by which ranks choose their partners; values of samples and rules are world ranks. */
final class PartnerRules {
  private PartnerRules() {}

  /** So many steps in each dimension; round the ends of closed ones. */
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

    @Override
    public boolean isUniform() {
      return false;
    }
  }

  /** The rank whose number, counted from rank 0 or back from the last, a rule gives. */
  record Fixed(Rule number, boolean fromEnd) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      OptionalLong value = number.value(layout, rank);
      return value.isPresent() && fromEnd
          ? OptionalLong.of(layout.ranks() - 1 - value.getAsLong())
          : value;
    }

    @Override
    public String text() {
      return "rank " + (fromEnd ? "last - " : "") + number.text();
    }

    @Override
    public boolean isUniform() {
      return number.isUniform();
    }
  }

  /** The rank's number plus a number, modulo the ranks. */
  record Shift(Rule number) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      OptionalLong value = number.value(layout, rank);
      return value.isEmpty()
          ? value
          : OptionalLong.of(Math.floorMod(rank + value.getAsLong(), (long) layout.ranks()));
    }

    @Override
    public String text() {
      return "rank + " + number.text();
    }

    @Override
    public boolean isUniform() {
      return false;
    }
  }

  /** The rank that differs in the bits of a number. */
  record Bits(Rule number) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      OptionalLong value = number.value(layout, rank);
      return value.isEmpty() ? value : OptionalLong.of(rank ^ value.getAsLong());
    }

    @Override
    public String text() {
      return "rank xor " + number.text();
    }

    @Override
    public boolean isUniform() {
      return false;
    }
  }

  /** The partner across the diagonal of the rows. */
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

    @Override
    public boolean isUniform() {
      return false;
    }
  }

  /** The rule of some samples, at least one. */
  static Optional<NumberRules.Found> find(List<Sample> samples) {
    List<Rule> rules = new ArrayList<>();
    Sample first = samples.getFirst();
    rules.add(step(first));
    number(samples, Kind.ABSOLUTE).ifPresent(rule -> rules.add(new Fixed(rule, false)));
    number(samples, Kind.FROM_END).ifPresent(rule -> rules.add(new Fixed(rule, true)));
    number(samples, Kind.BITS).ifPresent(rule -> rules.add(new Bits(rule)));
    if (first.layout().kind() == Layout.Kind.TRANSPOSE) {
      rules.addFirst(new Transposed());
    }
    number(samples, Kind.SHIFT).ifPresent(rule -> rules.add(new Shift(rule)));
    boolean several = samples.stream().map(Sample::layout).distinct().count() > 1;
    return rules.stream()
        .filter(rule -> rule.fits(samples))
        .findFirst()
        .map(rule -> new NumberRules.Found(rule, several));
  }

  private static Rule step(Sample sample) {
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

  private enum Kind {
    ABSOLUTE,
    FROM_END,
    BITS,
    SHIFT
  }

  private static Optional<Rule> number(List<Sample> samples, Kind kind) {
    List<Sample> numbers = new ArrayList<>();
    for (Sample sample : samples) {
      int ranks = sample.layout().ranks();
      long number = switch (kind) {
        case ABSOLUTE -> sample.value();
        case FROM_END -> ranks - 1 - sample.value();
        case BITS -> sample.value() ^ sample.rank();
        case SHIFT -> Math.floorMod(sample.value() - sample.rank(), (long) ranks);
      };
      numbers.add(new Sample(sample.layout(), sample.rank(), number));
    }
    return NumberRules.find(numbers).map(NumberRules.Found::rule);
  }
}
