package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pairs events of two programs that are the same call at the same call site. The pairs are in the
 * order of both programs. The search is Myers' greedy O(ND) algorithm, which takes linear time if
 * the programs agree. If the edit distance exceeds {@link #MOST}, the search keeps the longest path
 * so far and starts again from its end. So it takes O(MOST x length) time and O(MOST squared)
 * memory.
 */
final class Alignment {
  private static final int MOST = 256;

  /** The call, call site and parameter names that two matching events have in common. */
  private record Structure(MpiCall call, int site, List<Parameter> parameters) {}

  /** The structure number of each event of the first program. Events with equal numbers match. */
  private final int[] one;

  private final int[] two;

  /** For each event of the second program, its partner in the first program, or -1. */
  private final int[] partner;

  private Alignment(List<MergedProgram.Event> one, List<MergedProgram.Event> two) {
    Map<Structure, Integer> numbers = new HashMap<>();
    this.one = numbered(one, numbers);
    this.two = numbered(two, numbers);
    this.partner = new int[two.size()];
    Arrays.fill(partner, -1);
  }

  private static int[] numbered(List<MergedProgram.Event> events, Map<Structure, Integer> numbers) {
    int[] numbered = new int[events.size()];
    for (int i = 0; i < numbered.length; i++) {
      MergedProgram.Event event = events.get(i);
      Structure structure =
          new Structure(event.call(), event.site(), Arrays.asList(event.parameters()));
      numbered[i] = numbers.computeIfAbsent(structure, key -> numbers.size());
    }
    return numbered;
  }

  /**
   * Returns, for each event of the second program, its partner in the first program, or -1.
   * Partners ascend.
   */
  static int[] of(List<MergedProgram.Event> one, List<MergedProgram.Event> two) {
    Alignment alignment = new Alignment(one, two);
    alignment.align();
    return alignment.partner;
  }

  private void align() {
    int x = 0;
    int y = 0;
    while (x < one.length && y < two.length) {
      if (one[x] == two[y]) {
        partner[y++] = x++;
      } else {
        int[] end = search(x, y);
        x = end[0];
        y = end[1];
      }
    }
  }

  /** Searches from (x0, y0), marks partners on the way, and returns the end of the search. */
  private int[] search(int x0, int y0) {
    int width = one.length - x0;
    int height = two.length - y0;
    int most = Math.min(MOST, width + height);
    int[] reach = new int[2 * most + 3];
    List<int[]> history = new ArrayList<>();
    int best = 0;
    int bestDepth = 0;
    int bestDiagonal = 0;
    for (int d = 0; d <= most; d++) {
      for (int k = -d; k <= d; k += 2) {
        int at = k + most + 1;
        boolean down = k == -d || k != d && reach[at - 1] < reach[at + 1];
        int x = d == 0 ? 0 : down ? reach[at + 1] : reach[at - 1] + 1;
        int y = x - k;
        if (x < 0 || y < 0 || x > width || y > height) {
          reach[at] = Integer.MIN_VALUE / 2;
          continue;
        }
        while (x < width && y < height && one[x0 + x] == two[y0 + y]) {
          x++;
          y++;
        }
        reach[at] = x;
        if (x + y > best || d == 0) {
          best = x + y;
          bestDepth = d;
          bestDiagonal = k;
        }
        if (x >= width && y >= height) {
          history.add(reach.clone());
          return mark(history, most, d, k, x0, y0);
        }
      }
      history.add(reach.clone());
    }
    return mark(history, most, bestDepth, bestDiagonal, x0, y0);
  }

  private int[] mark(List<int[]> history, int most, int depth, int diagonal, int x0, int y0) {
    int k = diagonal;
    int x = history.get(depth)[k + most + 1];
    int[] end = {x0 + x, y0 + x - k};
    for (int d = depth; d >= 0; d--) {
      int from = 0;
      int next = k;
      if (d > 0) {
        int[] before = history.get(d - 1);
        int at = k + most + 1;
        boolean down = k == -d || k != d && before[at - 1] < before[at + 1];
        next = down ? k + 1 : k - 1;
        from = down ? before[next + most + 1] : before[next + most + 1] + 1;
      }
      while (x > from) {
        x--;
        partner[y0 + x - k] = x0 + x;
      }
      k = next;
      if (d > 0) {
        x = history.get(d - 1)[k + most + 1];
      }
    }
    return end;
  }
}
