package io.github.tracecast.repair.times;

import java.util.List;

/**
 * Chooses, among about equally good fits, the fits with about equal computation on all ranks. The
 * choice is improved path by path until no path changes. Each instance is used once, by one thread.
 */
final class ComputeBalance {
  /** The price of an imbalance of 1, for which the ranks' deviations from the mean add up to all computation. */
  private static final double PRICE = 10;

  private static final int MOST_ROUNDS = 8;

  private final List<SharedPath> paths;
  private final double[] totals;
  private double sum;

  ComputeBalance(List<SharedPath> paths, int ranks) {
    this.paths = paths;
    this.totals = new double[ranks];
    for (SharedPath path : paths) {
      add(path, path.chosen(), 1);
    }
    for (double total : totals) {
      sum += total;
    }
  }

  private void add(SharedPath path, int fit, int sign) {
    double[] here = path.totals(fit, totals.length);
    for (int rank = 0; rank < totals.length; rank++) {
      totals[rank] += sign * here[rank];
    }
  }

  void choose() {
    boolean changed = true;
    for (int round = 0; changed && round < MOST_ROUNDS; round++) {
      changed = false;
      for (SharedPath path : paths) {
        if (path.fits().size() > 1) {
          changed |= choose(path);
        }
      }
    }
  }

  private boolean choose(SharedPath path) {
    int before = path.chosen();
    add(path, before, -1);
    int best = before;
    double least = Double.POSITIVE_INFINITY;
    for (int fit = 0; fit < path.fits().size(); fit++) {
      add(path, fit, 1);
      double price = path.fits().get(fit).price() + PRICE * imbalance();
      add(path, fit, -1);
      if (price < least - 1e-9) {
        least = price;
        best = fit;
      }
    }
    path.choose(best);
    add(path, best, 1);
    return best != before;
  }

  private double imbalance() {
    double off = 0;
    for (double total : totals) {
      off += Math.abs(total - sum / totals.length);
    }
    return off / sum;
  }
}
