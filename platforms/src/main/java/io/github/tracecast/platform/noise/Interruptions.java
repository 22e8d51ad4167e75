package io.github.tracecast.platform.noise;

/**
 * Regular interruptions.
 *
 * @param periodSeconds time from the begin of an interruption to the begin of the next, above
 *     {@code lengthSeconds}
 * @param lengthSeconds mean length of an interruption, above 0
 * @param spread how far a length may be from the mean, as a part of it, from 0 to 1; all lengths in
 *     between are equally likely
 */
public record Interruptions(double periodSeconds, double lengthSeconds, double spread)
    implements Noise {

  @Override
  public double share() {
    return lengthSeconds / periodSeconds;
  }
}
