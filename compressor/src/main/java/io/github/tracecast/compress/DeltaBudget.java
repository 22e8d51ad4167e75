package io.github.tracecast.compress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which calls of a trace have their times written execution by execution: those that keep most of a run's time with each
 * distribution, as many as fit into {@link #DISTRIBUTIONS}. One thread.
 */
final class DeltaBudget {
  /** Distributions of single executions in a trace, at most. */
  static final int DISTRIBUTIONS = 4096;

  /**
   * What writing a call's executions would bring.
   *
   * @param kept part of a rank's whole run that would be lost without, were the run to synchronise after each execution
   * @param distributions how many it takes
   */
  record Offer(double kept, int distributions) {
    static final Offer NONE = new Offer(0, 0);

    double worth() {
      return distributions == 0 ? 0 : kept / distributions;
    }
  }

  private DeltaBudget() {}

  /** What an offer has to be worth more than to be taken. */
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
