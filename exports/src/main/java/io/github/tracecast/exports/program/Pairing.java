package io.github.tracecast.exports.program;

import java.util.Arrays;

/**
 * Pairs the items of two sequences in order. The pairing has as many pairs of partners as possible,
 * and then as many other pairs as possible. Partners at both ends are paired first. The items in
 * between are aligned in blocks, each in O(BLOCK * BLOCK) time and memory.
 */
final class Pairing {
  static final int NONE = -1;

  private static final int BLOCK = 1024;
  private static final int PARTNERS = 1 << 16;

  private final Test partners;
  private final int[] paired;

  /** Tests whether an item of the first sequence and an item of the second sequence are partners. */
  @FunctionalInterface
  interface Test {
    boolean arePartners(int first, int second);
  }

  private Pairing(int firsts, Test partners) {
    this.partners = partners;
    this.paired = new int[firsts];
    Arrays.fill(paired, NONE);
  }

  /**
   * Returns, for each item of the first sequence, the index of its pair in the second, or {@link
   * #NONE}.
   */
  static int[] of(int firsts, int seconds, Test partners) {
    Pairing pairing = new Pairing(firsts, partners);
    int least = Math.min(firsts, seconds);
    int begin = 0;
    while (begin < least && partners.arePartners(begin, begin)) {
      pairing.paired[begin] = begin++;
    }
    int end = 0;
    while (end < least - begin && partners.arePartners(firsts - 1 - end, seconds - 1 - end)) {
      pairing.paired[firsts - 1 - end] = seconds - 1 - end;
      end++;
    }
    for (int at = begin; at < Math.max(firsts, seconds) - end; at += BLOCK) {
      pairing.block(
          Math.min(at, firsts - end),
          Math.min(at + BLOCK, firsts - end),
          Math.min(at, seconds - end),
          Math.min(at + BLOCK, seconds - end));
    }
    return pairing.paired;
  }

  private void block(int first, int firstEnd, int second, int secondEnd) {
    int rows = firstEnd - first;
    int columns = secondEnd - second;
    int[][] best = new int[rows + 1][columns + 1];
    for (int i = rows - 1; i >= 0; i--) {
      for (int j = columns - 1; j >= 0; j--) {
        best[i][j] = Math.max(
            best[i + 1][j + 1] + worth(first + i, second + j),
            Math.max(best[i + 1][j], best[i][j + 1]));
      }
    }
    int i = 0;
    int j = 0;
    while (i < rows && j < columns) {
      if (best[i][j] == best[i + 1][j + 1] + worth(first + i, second + j)) {
        paired[first + i++] = second + j++;
      } else if (best[i][j] == best[i + 1][j]) {
        i++;
      } else {
        j++;
      }
    }
  }

  private int worth(int first, int second) {
    return partners.arePartners(first, second) ? PARTNERS : 1;
  }
}
