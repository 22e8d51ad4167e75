package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.trace.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Decides between rules that fit all recordings but differ for the result. There are such rules if
 * the recordings do not distinguish two extents.
 *
 * <p>The chosen rule fits the most recordings at other places of the same call with the same
 * partner, or else with the same position in the program. Among rules that fit equally many
 * recordings, it is the rule whose form and factor fit the most values of the same parameter,
 * because all faces of a block follow the same law. The last criterion is simplicity. Reports list
 * the chosen rule as undecided.
 */
final class Preferences {
  private static final Pattern EXTENT = Pattern.compile("extent [0-9]");

  private final Layout target;
  private final Map<String, Map<String, Integer>> votes;
  private final Map<String, Map<String, Integer>> counted = new HashMap<>();
  private final Map<Search, Fitting> fittings;
  private final Set<String> undecided = new TreeSet<>();

  /**
   * A search for rules that fit samples.
   *
   * @param ofRanks whether the rank and its coordinates are among the rules
   */
  private record Search(boolean ofRanks, List<Sample> samples) {}

  /**
   * The rules that fit samples. Many calls of a program have the same samples, and so share one
   * record.
   *
   * @param texts the rules in words
   * @param forms the rules without their dimensions
   * @param alike whether all these rules give the same value for the result
   */
  private record Fitting(
      List<Rule> rules,
      List<String> texts,
      List<String> forms,
      boolean alike,
      Optional<NumberRules.Found> found) {}

  private Preferences(
      Layout target, Map<String, Map<String, Integer>> votes, Map<Search, Fitting> fittings) {
    this.target = target;
    this.votes = votes;
    this.fittings = fittings;
  }

  /** Creates preferences without counts, for the first pass over all places. */
  Preferences(Layout target) {
    this(target, Map.of(), new HashMap<>());
  }

  /**
   * Returns preferences with the counts of values that each form fitted, for the second pass over
   * all places.
   */
  Preferences again() {
    return new Preferences(target, counted, fittings);
  }

  /**
   * Finds the rule of a parameter's samples.
   *
   * @param calls descriptions of the call by which samples of other places are found, the most
   *     specific description first
   */
  Optional<NumberRules.Found> find(List<String> calls, Parameter parameter, List<Sample> samples) {
    Fitting fitting = fittings.computeIfAbsent(
        new Search(parameter.isRelative(), List.copyOf(samples)), this::fitting);
    List<Rule> rules = fitting.rules();
    if (rules.isEmpty()) {
      return fitting.found();
    }
    count(parameter.name(), fitting.forms().stream().distinct().toList(), 1);
    int others = Sample.layouts(samples) - 1;
    calls.forEach(call -> count(call, fitting.texts(), others));
    if (fitting.alike()) {
      return fitting.found();
    }
    Rule first = rules.getFirst();
    Rule best = votes.isEmpty()
        ? possible(rules, samples.getFirst().rank())
        : rules.get(mostVotes(calls, parameter, fitting));
    if (!(best instanceof NumberRules.Constant) && rules.size() > 1) {
      Rule other = best.equals(first) ? rules.get(1) : first;
      undecided.add(best.text() + " (or " + other.text() + ")");
    }
    return Optional.of(new NumberRules.Found(best, true));
  }

  private Fitting fitting(Search search) {
    List<Sample> samples = search.samples();
    List<Rule> rules = new ArrayList<>(NumberRules.simple(samples).toList());
    if (search.ofRanks()) {
      boolean constant = !rules.isEmpty() && rules.getFirst() instanceof NumberRules.Constant;
      rules.addAll(constant ? 1 : 0, CoordinateRules.fitting(samples));
    }
    List<String> texts = rules.stream().map(Rule::text).toList();
    int rank = samples.getFirst().rank();
    boolean alike = rules.stream().allMatch(Rule::isUniform)
        && rules.stream().map(rule -> rule.value(target, rank)).distinct().count() < 2;
    return new Fitting(
        List.copyOf(rules),
        texts,
        texts.stream().map(text -> EXTENT.matcher(text).replaceAll("extent")).toList(),
        alike,
        rules.isEmpty() || alike ? NumberRules.find(samples) : Optional.empty());
  }

  private void count(String what, List<String> rules, int more) {
    Map<String, Integer> counts = counted.computeIfAbsent(what, key -> new HashMap<>());
    rules.forEach(rule -> counts.merge(rule, more, Integer::sum));
  }

  /**
   * Returns the simplest rule that gives a number, so that the first pass over all places
   * completes.
   */
  private Rule possible(List<Rule> simple, int rank) {
    return simple.stream()
        .filter(rule -> rule.value(target, rank).isPresent())
        .findFirst()
        .orElse(simple.getFirst());
  }

  /**
   * Returns the index of the rule with the most votes for the first description of the call. The
   * next descriptions decide ties, and after them the votes for the rule's form.
   */
  private int mostVotes(List<String> calls, Parameter parameter, Fitting fitting) {
    int best = 0;
    int[] votesOfBest = {};
    for (int i = 0; i < fitting.rules().size(); i++) {
      int[] own = new int[calls.size() + 1];
      for (int call = 0; call < calls.size(); call++) {
        own[call] = votes(calls.get(call), fitting.texts().get(i));
      }
      own[calls.size()] = votes(parameter.name(), fitting.forms().get(i));
      if (Arrays.compare(own, votesOfBest) > 0) {
        best = i;
        votesOfBest = own;
      }
    }
    return best;
  }

  private int votes(String what, String rule) {
    return votes.getOrDefault(what, Map.of()).getOrDefault(rule, 0);
  }

  /** Returns the rules that no recording distinguishes from other rules. */
  Set<String> undecided() {
    return undecided;
  }
}
