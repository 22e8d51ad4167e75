package io.github.tracecast.compress;

import io.github.tracecast.trace.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the matches of a wildcard receive so that they become periodic. The executions of the
 * receive are divided into windows of equal length, such as the steps of a program. If all windows
 * have the same matches in any order, each window gets them sorted by source and tag. So the size
 * of the matches does not depend on the number of windows. Otherwise the matches stay in order. If
 * later calls follow the matches, each execution of the receive's loop is a window.
 */
final class MatchCounts {
  /** The longest window that is tried. */
  private static final int LONGEST = 1 << 16;

  private static final int NONE = -1;

  private record Match(long source, long tag) {}

  /** The distinct matches, sorted. */
  private final List<Match> distinct;

  /** The index of the match of each execution. */
  private final int[] matches;

  private MatchCounts(LongSequence sources, LongSequence tags) {
    Match[] all = new Match[Math.toIntExact(sources.length())];
    Arrays.setAll(all, i -> new Match(sources.get(i), tags.get(i)));
    Map<Match, Integer> numbers = new HashMap<>();
    Arrays.stream(all).forEach(match -> numbers.put(match, 0));
    distinct = new ArrayList<>(numbers.keySet());
    distinct.sort(Comparator.comparingLong(Match::source).thenComparingLong(Match::tag));
    for (int i = 0; i < distinct.size(); i++) {
      numbers.put(distinct.get(i), i);
    }
    matches = Arrays.stream(all).mapToInt(numbers::get).toArray();
  }

  /**
   * Whether a parameter of a call contains the match of a wildcard of the same call. In a receive
   * of a probed message, which has no source, the parameter identifies the message instead.
   *
   * @param mask the parameters of the call, see {@link Leaf#mask}
   */
  static boolean areKeptBy(Parameter parameter, long mask) {
    return (parameter == Parameter.MATCHED_SOURCE || parameter == Parameter.MATCHED_TAG)
        && (mask >>> Parameter.SOURCE.ordinal() & 1) == 1;
  }

  /**
   * Sorts the matches among the values of a call if the windows differ only in the order of their
   * matches, or if later calls follow the matches.
   *
   * @param followed the number of iterations of each execution of the loop around the call; null if
   *     no call follows the matches
   */
  static void replace(Leaf leaf, @Nullable LongSequence followed, LongSequence... values) {
    int source = place(leaf, Parameter.MATCHED_SOURCE);
    int tag = place(leaf, Parameter.MATCHED_TAG);
    if (source == NONE && tag == NONE) {
      return;
    }
    LongSequence known = values[Math.max(source, tag)];
    LongSequence sources = source == NONE ? none(known.length()) : values[source];
    LongSequence tags = tag == NONE ? none(known.length()) : values[tag];
    if (2L * Math.max(sources.period(), tags.period()) <= known.length()) {
      return; // the matches are periodic, so they need no sorting
    }
    MatchCounts counts = new MatchCounts(sources, tags);
    int[] window = counts.window();
    if (window.length == 0 && followed != null) {
      counts.sortWithin(followed);
      window = counts.matches;
    }
    if (source != NONE) {
      values[source] = counts.repeated(window, Match::source, sources);
    }
    if (tag != NONE) {
      values[tag] = counts.repeated(window, Match::tag, tags);
    }
  }

  private static int place(Leaf leaf, Parameter parameter) {
    return areKeptBy(parameter, leaf.mask)
        ? Arrays.asList(leaf.parameters).indexOf(parameter)
        : NONE;
  }

  private static LongSequence none(long executions) {
    LongSequence all = new LongSequence(0);
    all.repeatTo(executions);
    return all;
  }

  /** Returns the sorted matches of the shortest window for which all windows are equal; empty if there is none. */
  private int[] window() {
    for (int length = 1; length <= Math.min(LONGEST, matches.length / 2); length++) {
      if (matches.length % length == 0) {
        int[] first = sorted(0, length);
        int at = length;
        while (at < matches.length && Arrays.equals(first, sorted(at, length))) {
          at += length;
        }
        if (at == matches.length) {
          return first;
        }
      }
    }
    return new int[0];
  }

  private void sortWithin(LongSequence lengths) {
    int from = 0;
    for (long i = 0; i < lengths.length(); i++) {
      int to = from + (int) lengths.get(i);
      Arrays.sort(matches, from, to);
      from = to;
    }
  }

  private int[] sorted(int from, int length) {
    int[] some = Arrays.copyOfRange(matches, from, from + length);
    Arrays.sort(some);
    return some;
  }

  /**
   * Returns the sources or the tags of all windows. If {@code window} is empty, returns the
   * recorded sequence.
   */
  private LongSequence repeated(int[] window, ToLongFunction<Match> part, LongSequence recorded) {
    if (window.length == 0) {
      return recorded;
    }
    LongSequence all = new LongSequence(part.applyAsLong(distinct.get(window[0])));
    int known = (int) Math.min(2L * window.length, recorded.length());
    for (int i = 1; i < known; i++) {
      all.append(part.applyAsLong(distinct.get(window[i % window.length])));
    }
    all.repeatTo(recorded.length());
    return all;
  }
}
