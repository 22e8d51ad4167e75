package io.github.tracecast.tools.extrapolate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Counts the rules, the rules without a test, and the predictions of each recording from the
 * others.
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
   * @param scaling the growth that the user states for a single recording; empty with several
   *     recordings
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
    for (Recording out : recordings) {
      leaveOut(out, search, samples);
    }
  }

  private void leaveOut(
      Recording out,
      Function<List<Sample>, Optional<NumberRules.Found>> search,
      List<Sample> samples) {
    List<Sample> others =
        samples.stream().filter(one -> !one.layout().equals(out.layout())).toList();
    List<Sample> hidden =
        samples.stream().filter(one -> one.layout().equals(out.layout())).toList();
    if (others.isEmpty() || hidden.isEmpty()) {
      return;
    }
    int[] counts = leftOut.computeIfAbsent(out.ranks(), key -> new int[2]);
    Optional<NumberRules.Found> rule = search.apply(others);
    Sample sample = hidden.getFirst();
    OptionalLong told = rule.isEmpty()
        ? OptionalLong.empty()
        : rule.get().rule().value(sample.layout(), sample.rank());
    counts[0]++;
    counts[1] += told.isPresent() && told.getAsLong() == sample.value() ? 1 : 0;
  }

  int constants() {
    return constants;
  }

  int growing() {
    return growing;
  }

  /** Rules that no recording tests, because they have as many free numbers as there are layouts. */
  List<String> untested() {
    TreeSet<String> all = new TreeSet<>(untested);
    all.addAll(preferences.undecided());
    return List.copyOf(all);
  }

  /** By ranks of the omitted recording: the number of predicted values, and how many were exact. */
  TreeMap<Integer, int[]> leftOut() {
    return leftOut;
  }
}
