package io.github.tracecast.compress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which events of two programs are the same call at the same call site, in an order that both have: Myers' greedy O(ND) search,
 * which is linear where the programs agree. Where they differ by more than {@link #MOST} events at a stretch, the search commits to
 * the way that has led farthest and starts again from there; so time is at most proportional to MOST times the length and memory
 * to MOST squared.
 */
final class Alignment {
  private static final int MOST = 256;

  private final List<MergedProgram.Event> one;
  private final List<MergedProgram.Event> two;

  /** For each event of the second program its partner in the first, or -1. */
  private final int[] partner;

  private Alignment(List<MergedProgram.Event> one, List<MergedProgram.Event> two) {
    this.one = one;
    this.two = two;
    this.partner = new int[two.size()];
    Arrays.fill(partner, -1);
  }

  /** For each event of the second program its partner in the first, ascending where there is one; else -1. */
  static int[] of(List<MergedProgram.Event> one, List<MergedProgram.Event> two) {
    Alignment alignment = new Alignment(one, two);
    int x = 0;
    int y = 0;
    while (x < one.size() && y < two.size()) {
      if (one.get(x).matches(two.get(y))) {
        alignment.partner[y++] = x++;
      } else {
        int[] end = alignment.search(x, y);
        x = end[0];
        y = end[1];
      }
    }
    return alignment.partner;
  }

  /** Goes on from (x, y), marks partners on the way, and tells how far it came. */
  private int[] search(int x0, int y0) {
    int width = one.size() - x0;
    int height = two.size() - y0;
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
        while (x < width && y < height && one.get(x0 + x).matches(two.get(y0 + y))) {
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
