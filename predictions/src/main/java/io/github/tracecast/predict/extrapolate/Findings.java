package io.github.tracecast.predict.extrapolate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Counts the rules that were found, how many of them nothing has tested, and how each recording is told by the others. */
final class Findings {
  private final List<Recording> recordings;
  private final TreeMap<Integer, int[]> leftOut = new TreeMap<>();
  private final TreeSet<String> untested = new TreeSet<>();
  private int constants;
  private int growing;

  Findings(List<Recording> recordings) {
    this.recordings = recordings;
  }

  Recording largest() {
    return recordings.getLast();
  }

  /**
   * Adds a rule, and tries it with each recording left out.
   *
   * @param search finds the rule of fewer samples
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

  /** Rules that as many layouts gave as they have figures. */
  List<String> untested() {
    return List.copyOf(untested);
  }

  /** By ranks of the recording left out: values looked at, and those that the others told exactly. */
  TreeMap<Integer, int[]> leftOut() {
    return leftOut;
  }
}
