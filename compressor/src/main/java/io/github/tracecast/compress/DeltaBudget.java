package io.github.tracecast.compress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Selects the calls whose executions have separate times. It prefers the calls that preserve the
 * most of the run's time per distribution, and takes as many as fit into {@link #DISTRIBUTIONS}.
 * Not thread-safe.
 */
final class DeltaBudget {
  /** The most distributions in a trace that each cover the ranks at one execution of a call. */
  static final int DISTRIBUTIONS = 4096;

  /**
   * The benefit and the cost of separate times for a call's executions.
   *
   * @param kept the part of a rank's run time that a replay would lose without these separate
   *     times, if the ranks synchronised after each execution
   * @param distributions the number of distributions that the executions take
   */
  record Offer(double kept, int distributions) {
    static final Offer NONE = new Offer(0, 0);

    double worth() {
      return distributions == 0 ? 0 : kept / distributions;
    }
  }

  private DeltaBudget() {}

  /**
   * Returns a price such that all offers of higher {@link Offer#worth} together fit into the
   * budget.
   */
  static double price(List<Offer> offers) {
    List<Offer> best = new ArrayList<>(offers);
    best.sort(Comparator.comparingDouble(Offer::worth).reversed());
    long distributions = 0;
    for (Offer offer : best) {
      distributions += offer.distributions();
      if (distributions > DISTRIBUTIONS) {
        return offer.worth();
      }
    }
    return 0;
  }
}
