package io.github.tracecast.simulate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * What the receives of one event took on one rank, in the order of execution. Rounds that were skipped are kept as a repetition of what came before
 * them, so memory follows the rounds that were walked. One thread.
 */
final class TakenSources {
  private final IntArrayList walked = new IntArrayList();
  private final List<Repeat> repeats = new ArrayList<>();

  /** The walked executions from {@code first} to {@code end - 1} happen {@code times} more times after {@code end}. */
  private record Repeat(int first, int end, long times) {}

  /** One more execution has begun; returns its number among those that were walked. */
  int next() {
    walked.add(LockStep.UNKNOWN);
    return walked.size() - 1;
  }

  /** What a walked execution took, a world rank. */
  void set(int number, int source) {
    walked.set(number, source);
  }

  /** How many executions were walked. */
  int walked() {
    return walked.size();
  }

  /** All executions since one, which is given by its number, are repeated. */
  void repeat(int first, long times) {
    if (first < walked.size()) {
      repeats.add(new Repeat(first, walked.size(), times));
    }
  }

  /** One period of what was taken, or all of it where it has no period: execution k took element k modulo the size. */
  IntArrayList period() {
    int period = smallestPeriod();
    for (Repeat repeat : repeats) {
      if ((repeat.end - repeat.first) % period != 0) {
        return all();
      }
    }
    return new IntArrayList(walked.subList(0, period));
  }

  /** The smallest number that any two walked executions so far apart agree at; by the failure function of Knuth, Morris and Pratt. */
  private int smallestPeriod() {
    int[] border = new int[walked.size()];
    for (int end = 1, matched = 0; end < border.length; end++) {
      while (matched > 0 && walked.getInt(end) != walked.getInt(matched)) {
        matched = border[matched - 1];
      }
      if (walked.getInt(end) == walked.getInt(matched)) {
        matched++;
      }
      border[end] = matched;
    }
    return border.length == 0 ? 1 : border.length - border[border.length - 1];
  }

  private IntArrayList all() {
    IntArrayList all = new IntArrayList();
    expand(0, walked.size(), repeats.size(), all);
    return all;
  }

  /** Spells a range out, with those of the first repeats that lie in it. */
  private void expand(int first, int end, int repeatCount, IntArrayList to) {
    int next = first;
    for (int at = 0; at < repeatCount; at++) {
      Repeat repeat = repeats.get(at);
      if (repeat.first >= first && repeat.end <= end) {
        to.addAll(walked.subList(next, repeat.end));
        next = repeat.end;
        for (long time = 0; time < repeat.times; time++) {
          expand(repeat.first, repeat.end, at, to);
        }
      }
    }
    to.addAll(walked.subList(next, end));
  }
}
