package io.github.tracecast.predict.sensitivity;

import io.github.tracecast.simulate.lanes.Share;
import java.util.List;
import java.util.Map;

/**
 * The derivative of a predicted time with respect to a property of the machine.
 *
 * @param name the property
 * @param seconds the derivative with respect to the property's logarithm, which is 100 times the
 *     change of the time if the property grows by 1%; negative if the run becomes faster
 */
public record Derivative(String name, double seconds) {
  /** Names of all properties, in the order of {@link #of}. */
  public static final List<String> NAMES =
      of(Map.of()).stream().map(Derivative::name).toList();

  /**
   * Returns the derivatives with respect to all properties, from the parts of the time. Time per
   * byte and bandwidth are two names of one property.
   */
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
