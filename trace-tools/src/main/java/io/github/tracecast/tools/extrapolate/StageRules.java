package io.github.tracecast.tools.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds rules for numbers that change from stage to stage of a loop, such as the partners of a sum
 * by recursive doubling, if the number of stages depends on the layout. From stage to stage, the
 * number stays the same, counts up or down, doubles or halves. The start stage is the first stage,
 * or the last stage if stages are counted backwards. A rule gives the number at the start stage.
 * The first or the last stage may be an exception.
 */
final class StageRules {
  private StageRules() {}

  /**
   * A number at a stage.
   *
   * @param stage number of the stage, from 0
   * @param stages number of stages of the loop
   */
  record At(Sample sample, int stage, int stages) {
    At with(long value) {
      return new At(sample.with(value), stage, stages);
    }
  }

  /** A number as a function of layout, rank and stage. */
  interface StageRule {
    OptionalLong value(Layout layout, int rank, int stage, int stages);

    String text();

    /** Whether all ranks have the same number at a stage. */
    boolean isUniform();
  }

  /** The change from one stage to the next. */
  private enum Change {
    STAYS,
    STEPS,
    DOUBLES,
    HALVES
  }

  /**
   * A number that follows one law at all stages.
   *
   * @param fromLast whether stages are counted backwards from the last stage
   * @param step change from stage to stage, for {@link Change#STEPS}
   * @param base the number at the start stage
   */
  private record Law(Change change, boolean fromLast, long step, Rule base) implements StageRule {
    @Override
    public OptionalLong value(Layout layout, int rank, int stage, int stages) {
      OptionalLong first = base.value(layout, rank);
      return first.isEmpty()
          ? first
          : applied(first.getAsLong(), change, distance(stage, stages, fromLast), step);
    }

    private static OptionalLong applied(long first, Change change, int distance, long step) {
      return switch (change) {
        case STAYS -> OptionalLong.of(first);
        case STEPS -> OptionalLong.of(first + step * distance);
        case DOUBLES -> OptionalLong.of(first << distance);
        case HALVES ->
          Long.numberOfTrailingZeros(first) >= distance
              ? OptionalLong.of(first >> distance)
              : OptionalLong.empty();
      };
    }

    /**
     * Returns the number at the start stage that leads to the number at a given stage; empty if
     * there is none.
     */
    private static OptionalLong undone(At at, Change change, int distance, long step) {
      long value = at.sample().value();
      return switch (change) {
        case STAYS -> OptionalLong.of(value);
        case STEPS -> OptionalLong.of(value - step * distance);
        case DOUBLES -> applied(value, Change.HALVES, distance, 0);
        case HALVES ->
          value >= 0 && value < 1L << 62 - distance
              ? OptionalLong.of(value << distance)
              : OptionalLong.empty();
      };
    }

    @Override
    public String text() {
      String end = fromLast ? "last" : "first";
      return switch (change) {
        case STAYS -> base.text();
        case STEPS -> base.text() + ", " + step + " more at each stage from the " + end;
        case DOUBLES -> base.text() + ", twice as much at each stage from the " + end;
        case HALVES -> base.text() + ", half as much at each stage from the " + end;
      };
    }

    @Override
    public boolean isUniform() {
      return base.isUniform();
    }
  }

  /** A law with an exception for the first or the last stage of a collective. */
  private record Except(boolean last, StageRule exception, StageRule others) implements StageRule {
    @Override
    public OptionalLong value(Layout layout, int rank, int stage, int stages) {
      return (stage == (last ? stages - 1 : 0) ? exception : others)
          .value(layout, rank, stage, stages);
    }

    @Override
    public String text() {
      return others.text() + ", at the " + (last ? "last" : "first") + " stage " + exception.text();
    }

    @Override
    public boolean isUniform() {
      return exception.isUniform() && others.isUniform();
    }
  }

  /**
   * Finds the rule that gives all numbers; there is at least one number.
   *
   * @param search finds the rule of the numbers at the start stage
   * @param listener receives each rule with its samples
   */
  static Optional<StageRule> find(
      List<At> numbers,
      Function<List<Sample>, Optional<NumberRules.Found>> search,
      BiConsumer<NumberRules.Found, List<Sample>> listener) {
    Optional<StageRule> law = law(numbers, search, listener);
    for (boolean last : new boolean[] {false, true}) {
      if (law.isEmpty()) {
        Predicate<At> exceptional = at -> at.stage() == (last ? at.stages() - 1 : 0);
        List<At> rest = numbers.stream().filter(exceptional.negate()).toList();
        if (!rest.isEmpty()) {
          List<At> apart = numbers.stream().filter(exceptional).toList();
          law = law(rest, search, listener)
              .flatMap(
                  others -> law(apart, search, listener).map(own -> new Except(last, own, others)));
        }
      }
    }
    return law;
  }

  private static Optional<StageRule> law(
      List<At> numbers,
      Function<List<Sample>, Optional<NumberRules.Found>> search,
      BiConsumer<NumberRules.Found, List<Sample>> listener) {
    Optional<StageRule> best = Optional.empty();
    Runnable report = () -> {};
    for (Change change : Change.values()) {
      for (boolean fromLast : new boolean[] {false, true}) {
        long step = change == Change.STEPS ? step(numbers, fromLast) : 0;
        Optional<List<Sample>> bases = bases(numbers, change, fromLast, step);
        Optional<NumberRules.Found> found = bases.flatMap(search);
        if (found.isPresent()) {
          boolean constant = found.get().rule() instanceof NumberRules.Constant;
          if (best.isEmpty() || constant) {
            best = Optional.of(new Law(change, fromLast, step, found.get().rule()));
            report = () -> listener.accept(found.get(), bases.get());
          }
          if (constant) {
            report.run();
            return best;
          }
        }
      }
    }
    report.run();
    return best;
  }

  private static Optional<List<Sample>> bases(
      List<At> numbers, Change change, boolean fromLast, long step) {
    List<Sample> bases = new ArrayList<>();
    for (At at : numbers) {
      OptionalLong base = Law.undone(at, change, distance(at.stage(), at.stages(), fromLast), step);
      if (base.isEmpty()) {
        return Optional.empty();
      }
      bases.add(at.sample().with(base.getAsLong()));
    }
    return Optional.of(bases);
  }

  /** Returns the growth of the number from stage to stage, at the first rank with two stages. */
  private static long step(List<At> numbers, boolean fromLast) {
    for (int i = 1; i < numbers.size(); i++) {
      At a = numbers.get(i - 1);
      At b = numbers.get(i);
      int stages =
          distance(b.stage(), b.stages(), fromLast) - distance(a.stage(), a.stages(), fromLast);
      if (stages != 0
          && a.sample().rank() == b.sample().rank()
          && a.sample().layout().equals(b.sample().layout())) {
        return (b.sample().value() - a.sample().value()) / stages;
      }
    }
    return 0;
  }

  private static int distance(int stage, int stages, boolean fromLast) {
    return fromLast ? stages - 1 - stage : stage;
  }
}
