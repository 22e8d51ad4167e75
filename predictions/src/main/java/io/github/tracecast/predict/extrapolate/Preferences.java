package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.trace.Parameter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides between rules that fit all recordings but differ for the result. This occurs if the
 * recordings do not distinguish two extents.
 *
 * <p>The chosen rule fits most recordings at other places of the same call with the same partner, or
 * else with the same position in the program. Among equal ones, its form and factor fit most values of the same parameter, because all faces of
 * a block follow the same law. The last criterion is simplicity. The rule is reported as undecided.
 */
final class Preferences {
  private final Layout target;
  private final Map<String, Integer> votes;
  private final Map<String, Integer> counted = new HashMap<>();
  private final Set<String> undecided = new TreeSet<>();

  private Preferences(Layout target, Map<String, Integer> votes) {
    this.target = target;
    this.votes = votes;
  }

  /** Preferences without any counts. */
  Preferences(Layout target) {
    this(target, Map.of());
  }

  /**
   * Preferences with the number of values that each form fitted, for a second pass over all places.
   */
  Preferences again() {
    return new Preferences(target, counted);
  }

  /**
   * The rule of a parameter's samples.
   *
   * @param calls descriptions of the call that samples of other places share, the most specific
   *     first
   */
  Optional<NumberRules.Found> find(List<String> calls, Parameter parameter, List<Sample> samples) {
    List<Rule> simple = NumberRules.simple(samples).toList();
    if (simple.isEmpty()) {
      return NumberRules.find(samples);
    }
    simple.stream()
        .map(rule -> form(parameter, rule))
        .distinct()
        .forEach(form -> counted.merge(form, 1, Integer::sum));
    int others = (int) samples.stream().map(Sample::layout).distinct().count() - 1;
    simple.forEach(
        rule -> calls.forEach(call -> counted.merge(call + rule.text(), others, Integer::sum)));
    Rule first = simple.getFirst();
    int rank = samples.getFirst().rank();
    if (simple.stream()
        .allMatch(rule -> rule.value(target, rank).equals(first.value(target, rank)))) {
      return NumberRules.find(samples);
    }
    Rule best = votes.isEmpty() ? possible(simple, rank) : first;
    Comparator<Rule> order = Comparator.comparingInt(rule -> 0);
    for (String call : calls) {
      order = order.thenComparingInt(rule -> votes(call + rule.text()));
    }
    order = order.thenComparingInt(rule -> votes(form(parameter, rule)));
    for (Rule rule : simple) {
      best = order.compare(rule, best) > 0 ? rule : best;
    }
    if (!(best instanceof NumberRules.Constant)) {
      Rule other = best.equals(first) ? simple.get(1) : first;
      undecided.add(best.text() + " (or " + other.text() + ")");
    }
    return Optional.of(new NumberRules.Found(best, true));
  }

  /** The simplest rule that gives a number. It lets a first pass over all places complete. */
  private Rule possible(List<Rule> simple, int rank) {
    return simple.stream()
        .filter(rule -> rule.value(target, rank).isPresent())
        .findFirst()
        .orElse(simple.getFirst());
  }

  private int votes(String key) {
    return votes.getOrDefault(key, 0);
  }

  /** Rules that no recording distinguishes from others. */
  Set<String> undecided() {
    return undecided;
  }

  /** A rule's form and factor, without its dimension. */
  private static String form(Parameter parameter, Rule rule) {
    return parameter + " " + rule.text().replaceAll("extent [0-9]", "extent");
  }
}
