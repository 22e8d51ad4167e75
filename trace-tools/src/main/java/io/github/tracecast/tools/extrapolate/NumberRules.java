package io.github.tracecast.tools.extrapolate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Finds the {@link Rule} that computes a number of the trace (a count, a size) in all samples. It
 * tries a constant, a multiple of a quantity, a constant plus a multiple of a quantity, and the
 * equal division of a total along a dimension. The first rule that gives every sample exactly is
 * used.
 */
final class NumberRules {
  private static final double WHOLE = 1e-6;
  private static final int MOST_OFFSET = 8;

  private NumberRules() {}

  /**
   * A rule and its certainty.
   *
   * @param tested whether the rule agrees with more distinct layouts than it has free numbers
   */
  record Found(Rule rule, boolean tested) {}

  /** A number that never changes. */
  record Constant(long number) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      return OptionalLong.of(number);
    }

    @Override
    public String text() {
      return Long.toString(number);
    }

    @Override
    public boolean isUniform() {
      return true;
    }
  }

  /** {@code offset + factor x quantity}. */
  record Linear(double offset, double factor, LayoutNumber quantity) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      return whole(offset + factor * quantity.in(layout));
    }

    @Override
    public String text() {
      return (offset == 0 ? "" : number(offset) + " + ") + number(factor) + " x " + quantity.text();
    }

    private static String number(double figure) {
      return whole(figure).isPresent()
          ? Long.toString(whole(figure).getAsLong())
          : Double.toString(figure);
    }

    @Override
    public boolean isUniform() {
      return true;
    }
  }

  /**
   * {@code offset + unit x} the rank's part of {@code whole}, divided along a dimension. If the
   * division leaves a remainder, each of the first ranks gets one more.
   */
  record Dealt(long offset, long unit, long whole, int dimension) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      int extent = layout.extents().get(dimension);
      boolean more = layout.coordinate(rank, dimension) < whole % extent;
      return OptionalLong.of(offset + unit * (whole / extent + (more ? 1 : 0)));
    }

    @Override
    public String text() {
      return (offset == 0 ? "" : offset + " + ") + unit + " x the rank's part of " + whole
          + " along dimension " + (dimension + 1);
    }
  }

  /** Finds the rule that fits all samples; there is at least one sample. */
  static Optional<Found> find(List<Sample> samples) {
    return simple(samples)
        .findFirst()
        .map(rule -> new Found(rule, !(rule instanceof Constant) || Sample.layouts(samples) > 1))
        .or(() -> dealt(samples))
        .or(() -> linear(samples));
  }

  /**
   * Returns the constants and multiples of one quantity that give all samples, the simplest first.
   * The stream is lazy.
   */
  static Stream<Rule> simple(List<Sample> samples) {
    Sample first = samples.getFirst();
    Stream<Rule> multiples = LayoutNumber.all(first.layout().dimensions()).stream()
        .map(one -> new Linear(0, rounded(first.value() / one.in(first.layout())), one));
    return Stream.concat(Stream.of(new Constant(first.value())), multiples)
        .filter(rule -> rule.fits(samples));
  }

  private static Optional<Found> linear(List<Sample> samples) {
    Sample first = samples.getFirst();
    for (LayoutNumber quantity : LayoutNumber.all(first.layout().dimensions())) {
      double before = quantity.in(first.layout());
      Optional<Sample> other = samples.stream()
          .filter(sample -> quantity.in(sample.layout()) != before)
          .findFirst();
      if (other.isPresent()) {
        double factor =
            (other.get().value() - first.value()) / (quantity.in(other.get().layout()) - before);
        Rule rule = new Linear(rounded(first.value() - factor * before), rounded(factor), quantity);
        if (rule.fits(samples)) {
          long different = samples.stream()
              .mapToDouble(sample -> quantity.in(sample.layout()))
              .distinct()
              .count();
          return Optional.of(new Found(rule, different > 2));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Finds a rule that gives each rank its part of a total. One recording must have two different
   * values, whose difference is the unit.
   */
  private static Optional<Found> dealt(List<Sample> samples) {
    long unit = unit(samples);
    if (unit == 0) {
      return Optional.empty();
    }
    Sample first = samples.getFirst();
    List<Dealt> fitting = new ArrayList<>();
    for (int dimension = 0; dimension < first.layout().dimensions(); dimension++) {
      int extent = first.layout().extents().get(dimension);
      for (long offset = -MOST_OFFSET * unit; offset <= MOST_OFFSET * unit; offset += unit) {
        long part = (first.value() - offset) / unit;
        for (long whole = Math.max(1, (part - 1) * extent); whole < (part + 1) * extent; whole++) {
          Dealt rule = new Dealt(offset, unit, whole, dimension);
          if (rule.fits(samples)) {
            fitting.add(rule);
          }
        }
      }
    }
    return fitting.stream()
        .min(Comparator.comparingLong(rule -> Math.abs(rule.offset())))
        .map(rule -> new Found(rule, Sample.layouts(samples) > 1 && fitting.size() == 1));
  }

  private static long unit(List<Sample> samples) {
    for (Sample a : samples) {
      for (Sample b : samples) {
        if (a.layout().equals(b.layout()) && a.value() > b.value()) {
          return a.value() - b.value();
        }
      }
    }
    return 0;
  }

  private static double rounded(double number) {
    OptionalLong whole = whole(number);
    return whole.isPresent() ? whole.getAsLong() : number;
  }

  static OptionalLong whole(double number) {
    long nearest = Math.round(number);
    return Math.abs(number - nearest) <= WHOLE * Math.max(1, Math.abs(number))
        ? OptionalLong.of(nearest)
        : OptionalLong.empty();
  }
}
