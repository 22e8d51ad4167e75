package io.github.tracecast.platform.noise;

import java.util.Arrays;

/**
 * Interruptions from a measurement in which one core repeats the same work (fixed work quantum).
 * The fastest repetition is assumed to have no interruption. The additional time of each other
 * repetition is noise. Immutable.
 */
public final class MeasuredNoise implements Noise {
  private final double quantumSeconds;
  private final double[] lostBefore;

  /** @param seconds time of each repetition in order, at least one, all above 0 */
  public MeasuredNoise(double[] seconds) {
    quantumSeconds = Arrays.stream(seconds).min().orElseThrow();
    lostBefore = new double[seconds.length + 1];
    for (int i = 0; i < seconds.length; i++) {
      lostBefore[i + 1] = lostBefore[i] + (seconds[i] - quantumSeconds);
    }
  }

  /** Time of the work without interruptions, s. */
  public double quantumSeconds() {
    return quantumSeconds;
  }

  public int repetitions() {
    return lostBefore.length - 1;
  }

  /** Time lost in all repetitions, s. */
  public double lostSeconds() {
    return lostBefore[repetitions()];
  }

  /** Time lost in all repetitions before the given repetition, s. */
  public double lostBefore(int repetition) {
    return lostBefore[repetition];
  }

  @Override
  public double share() {
    return lostSeconds() / (lostSeconds() + repetitions() * quantumSeconds);
  }
}
