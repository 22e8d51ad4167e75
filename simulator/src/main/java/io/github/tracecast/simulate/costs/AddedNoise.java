package io.github.tracecast.simulate.costs;

import io.github.tracecast.platform.noise.Interruptions;
import io.github.tracecast.platform.noise.MeasuredNoise;
import io.github.tracecast.platform.noise.Noise;

/**
 * The time that noise adds to one computation. Each computation begins at a random moment of the
 * period, or of the measurement. Noise does not delay a rank that waits.
 *
 * <p>With a period of 1 ms and interruptions of 100 us, a core computes for 900 us in each period.
 * A computation of 450 us therefore meets one interruption with a probability of 1/2.
 */
final class AddedNoise {
  /**
   * The most draws for a computation, which may have millions of interruptions. The sum of {@code n
   * > 64} lengths is nearly normal, with the deviation of 64 lengths times the root of n/64.
   */
  private static final int MOST_DRAWS = 64;

  private AddedNoise() {}

  /** @param key the key of the computation's random draws, see {@link Draw#key} */
  static double seconds(Noise noise, double seconds, long key) {
    return switch (noise) {
      case Interruptions regular -> interrupted(regular, seconds, key);
      case MeasuredNoise measured -> measured(measured, seconds, key);
    };
  }

  private static double interrupted(Interruptions noise, double seconds, long key) {
    double computedInPeriod = noise.periodSeconds() - noise.lengthSeconds();
    double hits = Math.floor(seconds / computedInPeriod + Draw.unit(Draw.mix(key)));
    int draws = (int) Math.min(hits, MOST_DRAWS);
    double deviation = 0;
    for (int i = 0; i < draws; i++) {
      deviation += 2 * Draw.unit(Draw.mix(key + 2 + i)) - 1;
    }
    if (hits > draws) {
      deviation *= Math.sqrt(hits / draws);
    }
    return noise.lengthSeconds() * (hits + noise.spread() * deviation);
  }

  private static double measured(MeasuredNoise noise, double seconds, long key) {
    int repetitions = noise.repetitions();
    double quanta = Math.floor(seconds / noise.quantumSeconds() + Draw.unit(Draw.mix(key)));
    int first = (int) (Draw.unit(Draw.mix(key + 1)) * repetitions);
    double rounds = Math.floor(quanta / repetitions);
    int end = first + (int) (quanta - rounds * repetitions);
    double lost = end <= repetitions
        ? noise.lostBefore(end) - noise.lostBefore(first)
        : noise.lostSeconds() - noise.lostBefore(first) + noise.lostBefore(end - repetitions);
    return rounds * noise.lostSeconds() + lost;
  }
}
