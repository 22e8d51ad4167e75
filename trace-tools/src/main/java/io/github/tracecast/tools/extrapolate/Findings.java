package io.github.tracecast.tools.extrapolate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Counts all rules, the rules that no recording tests, and, for each recording, the values that the
 * other recordings predict.
 */
final class Findings {
  private final List<Recording> recordings;
  private final Optional<Scaling> scaling;
  private final Preferences preferences;
  private final TreeMap<Integer, int[]> leftOut = new TreeMap<>();
  private final TreeSet<String> untested = new TreeSet<>();
  private int constants;
  private int growing;

  /**
   * @param scaling the growth that the user states for a single recording, which shows no growth;
   *     empty with several recordings
   * @param preferences decides between several rules that fit
   */
  Findings(List<Recording> recordings, Optional<Scaling> scaling, Preferences preferences) {
    this.recordings = recordings;
    this.scaling = scaling;
    this.preferences = preferences;
  }

  Preferences preferences() {
    return preferences;
  }

  Optional<Scaling> scaling() {
    return scaling;
  }

  Recording largest() {
    return recordings.getLast();
  }

  /**
   * Adds a rule, and tests it with each recording left out.
   *
   * @param search finds the rule for fewer samples
   */
  void found(
      NumberRules.Found found,
      Function<List<Sample>, Optional<NumberRules.Found>> search,
      List<Sample> samples) {
    if (found.rule() instanceof NumberRules.Constant) {
      constants++;
      return;
    }
    growing++;
    if (!found.tested()) {
      untested.add(found.rule().text());
    }
    if (recordings.size() < 3) {
      return;
    }
    for (Recording omitted : recordings) {
      leaveOut(omitted, search, samples);
    }
  }

  private void leaveOut(
      Recording omitted,
      Function<List<Sample>, Optional<NumberRules.Found>> search,
      List<Sample> samples) {
    List<Sample> others =
        samples.stream().filter(one -> !one.layout().equals(omitted.layout())).toList();
    List<Sample> hidden =
        samples.stream().filter(one -> one.layout().equals(omitted.layout())).toList();
    if (others.isEmpty() || hidden.isEmpty()) {
      return;
    }
    int[] counts = leftOut.computeIfAbsent(omitted.ranks(), key -> new int[2]);
    Optional<NumberRules.Found> rule = search.apply(others);
    Sample sample = hidden.getFirst();
    OptionalLong predicted = rule.isEmpty()
        ? OptionalLong.empty()
        : rule.get().rule().value(sample.layout(), sample.rank());
    counts[0]++;
    counts[1] += predicted.isPresent() && predicted.getAsLong() == sample.value() ? 1 : 0;
  }

  int constants() {
    return constants;
  }

  int growing() {
    return growing;
  }

  /**
   * Returns the rules that no recording tests, because a rule has as many free numbers as there are
   * layouts.
   */
  List<String> untested() {
    TreeSet<String> all = new TreeSet<>(untested);
    all.addAll(preferences.undecided());
    return List.copyOf(all);
  }

  /**
   * Returns, by number of ranks of the omitted recording, how many of its values the other
   * recordings predicted, and how many of them exactly.
   */
  TreeMap<Integer, int[]> leftOut() {
    return leftOut;
  }
}
