package io.github.tracecast.compress.loops;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The maximal repetitions of a stream, also called runs. A run is a stretch that cannot be extended
 * with its smallest period, which is at most half its length. The divide-and-conquer algorithm of
 * Main and Lorentz finds all runs in O(n log n) steps. A stream of n symbols has fewer than n runs
 * (Bannai et al., "The runs theorem"). Runs are ordered by period, then by start. Not thread-safe.
 *
 * <p>A run with period p across the middle of a stretch contains the places middle - p and middle,
 * or middle and middle + p. Two tables of longest common prefixes show how far to the left and
 * right the symbols at such a distance are equal.
 */
final class Repetitions {
  private final int[] stream;
  private int count;
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int[] periods = new int[64];
  private long steps;

  /** @param stream numbers of at least 0 */
  Repetitions(int[] stream) {
    this.stream = stream;
    search(0, stream.length);
    sort();
  }

  int count() {
    return count;
  }

  int start(int repetition) {
    return starts[repetition];
  }

  /** Returns the end of a repetition (exclusive). */
  int end(int repetition) {
    return ends[repetition];
  }

  int period(int repetition) {
    return periods[repetition];
  }

  long steps() {
    return steps;
  }

  private void search(int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    search(from, middle);
    search(middle, to);
    searchAcross(from, middle, to);
  }

  private void searchAcross(int from, int middle, int to) {
    int left = middle - from;
    int right = to - middle;
    int[] forward = prefixes(forwardText(from, middle, to));
    int[] backward = prefixes(backwardText(from, middle, to));
    // A run crosses the middle of only one pair of halves, so each pair has its own set. The loop
    // finds a run again at multiples of its period. Then the set shows that the run is known.
    Set<Long> seen = new HashSet<>();
    for (int period = 1; period <= Math.max(left, right); period++) {
      if (period <= left) {
        int ahead = forward[right + 1 + left - period];
        int back = period < left ? backward[period] : 0;
        if (ahead > 0 && ahead + back >= period) {
          add(middle - period - back, middle + ahead, period, seen);
        }
      }
      if (period <= right) {
        int ahead = period < right ? forward[period] : 0;
        int back = backward[left + 1 + right - period];
        if (back > 0 && ahead + back >= period) {
          add(middle - back, middle + period + ahead, period, seen);
        }
      }
    }
    steps += to - from;
  }

  /** Returns an array of the right half, a separator, the left half and the right half again. */
  private int[] forwardText(int from, int middle, int to) {
    int[] text = new int[to - middle + 1 + to - from];
    System.arraycopy(stream, middle, text, 0, to - middle);
    text[to - middle] = -1;
    System.arraycopy(stream, from, text, to - middle + 1, to - from);
    return text;
  }

  /** Returns the left half reversed, a separator, and both halves reversed as a whole. */
  private int[] backwardText(int from, int middle, int to) {
    int[] text = new int[middle - from + 1 + to - from];
    int at = 0;
    for (int i = middle - 1; i >= from; i--) {
      text[at++] = stream[i];
    }
    text[at++] = -1;
    for (int i = to - 1; i >= from; i--) {
      text[at++] = stream[i];
    }
    return text;
  }

  /** Returns for each index the length of the longest prefix that recurs there (Gusfield's Z). */
  private int[] prefixes(int[] text) {
    int[] lengths = new int[text.length];
    int from = 0;
    int to = 0;
    long compared = 0;
    for (int i = 1; i < text.length; i++) {
      int length = i < to ? Math.min(to - i, lengths[i - from]) : 0;
      while (i + length < text.length && text[length] == text[i + length]) {
        length++;
        compared++;
      }
      if (i + length > to) {
        from = i;
        to = i + length;
      }
      lengths[i] = length;
    }
    steps += compared + text.length;
    return lengths;
  }

  private void add(int start, int end, int period, Set<Long> seen) {
    boolean maximal = (start == 0 || stream[start - 1] != stream[start - 1 + period])
        && (end == stream.length || stream[end] != stream[end - period]);
    if (!maximal || !seen.add((long) start << 32 | end)) {
      return;
    }
    starts = IntArrays.grow(starts, count + 1);
    ends = IntArrays.grow(ends, count + 1);
    periods = IntArrays.grow(periods, count + 1);
    starts[count] = start;
    ends[count] = end;
    periods[count++] = period;
  }

  private void sort() {
    // the sorts are stable, so runs of the same period stay in the order of their starts
    order(starts);
    order(periods);
  }

  private void order(int[] column) {
    long[] keys = IntStream.range(0, count)
        .mapToLong(i -> (long) column[i] << 32 | i)
        .sorted()
        .toArray();
    starts = ordered(starts, keys);
    ends = ordered(ends, keys);
    periods = ordered(periods, keys);
  }

  private static int[] ordered(int[] column, long[] keys) {
    return Arrays.stream(keys).mapToInt(key -> column[(int) key]).toArray();
  }
}
