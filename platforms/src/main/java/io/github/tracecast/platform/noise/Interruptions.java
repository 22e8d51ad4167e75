package io.github.tracecast.platform.noise;

/**
 * Regular interruptions.
 *
 * @param periodSeconds time from the beginning of an interruption to the beginning of the next one,
 *     above {@code lengthSeconds}
 * @param lengthSeconds mean length of an interruption, above 0
 * @param spread the largest deviation of a length from the mean, as a fraction of the mean, from 0
 *     to 1; lengths are uniformly distributed
 */
public record Interruptions(double periodSeconds, double lengthSeconds, double spread)
    implements Noise {

  @Override
  public double share() {
    return lengthSeconds / periodSeconds;
  }
}
