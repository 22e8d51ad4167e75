package io.github.tracecast.predict;

import io.github.tracecast.simulate.lanes.Share;
import java.util.List;
import java.util.Map;

/**
 * How a predicted time moves with one of the machine's properties.
 *
 * @param name the property
 * @param seconds by which the time grows when the property grows by a hundredth, times a hundred: the derivative to its
 *     logarithm. Negative where more is faster
 */
public record Derivative(String name, double seconds) {
  /** Names of all properties, in the order of {@link #of}. */
  public static final List<String> NAMES =
      of(Map.of()).stream().map(Derivative::name).toList();

  /** To each property, from what the time consists of; times per byte and bandwidth are two names of one thing. */
  public static List<Derivative> of(Map<Share, Double> seconds) {
    return List.of(
        new Derivative("latency", of(seconds, Share.LATENCY)),
        new Derivative("overhead", of(seconds, Share.OVERHEAD)),
        new Derivative("gap", of(seconds, Share.GAP)),
        new Derivative("gap_per_byte", of(seconds, Share.BANDWIDTH)),
        new Derivative("bandwidth", 0 - of(seconds, Share.BANDWIDTH)),
        new Derivative("computation_speed", 0 - of(seconds, Share.COMPUTE)));
  }

  private static double of(Map<Share, Double> seconds, Share share) {
    return seconds.getOrDefault(share, 0.0);
  }
}
