package io.github.tracecast.predict.settings;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.trace.text.UsageException;
import java.util.Optional;

/**
 * The value of {@code --compute-scale}. The value is either a factor or the speed of the recording
 * processor. The machine's {@code node.speed} turns that speed into a factor.
 *
 * @param factor the factor on all computation; 1 if a speed is given
 * @param recordedSpeed flop/s of one core of the recorded run; 0 if a factor is given
 */
public record ComputeScale(double factor, double recordedSpeed) {
  private static final String EXPECTED =
      "a factor such as 0.5, a ratio RECORDED/TARGET such as 3.5/2.8, or the recording processor's speed such as 10Gf";

  /**
   * Reads {@code 1.25}, {@code 3.5/2.8} or {@code 10Gf}.
   *
   * @throws UsageException if the text has another form
   */
  public static ComputeScale parse(String option, String text) {
    int slash = text.indexOf('/');
    Optional<Quantity> whole = Quantity.parse(text);
    if (whole.isPresent() && whole.get().dimension() == Quantity.Dimension.SPEED) {
      double speed = whole.get().inBaseUnit().doubleValue();
      if (speed > 0 && speed < Double.POSITIVE_INFINITY) {
        return new ComputeScale(1, speed);
      }
    } else if (whole.isPresent() && whole.get().dimension() == Quantity.Dimension.NUMBER) {
      return ofFactor(option, text, whole.get().number().doubleValue());
    } else if (slash > 0) {
      Optional<Quantity> recorded = Quantity.parse(text.substring(0, slash));
      Optional<Quantity> target = Quantity.parse(text.substring(slash + 1));
      if (recorded.isPresent()
          && target.isPresent()
          && recorded.get().dimension() == target.get().dimension()
          && target.get().number().signum() > 0) {
        return ofFactor(
            option,
            text,
            recorded.get().inBaseUnit().doubleValue()
                / target.get().inBaseUnit().doubleValue());
      }
    }
    throw refused(option, text);
  }

  private static ComputeScale ofFactor(String option, String text, double factor) {
    if (!(factor >= 0) || Double.isInfinite(factor)) {
      throw refused(option, text);
    }
    return new ComputeScale(factor, 0);
  }

  private static UsageException refused(String option, String text) {
    return new UsageException(option + ": found " + text + "; expected " + EXPECTED);
  }

  /** Whether the scale changes the computation on at least some machines. */
  public boolean isGiven() {
    return recordedSpeed > 0 || factor != 1;
  }

  /** The factor for a machine with cores of this speed. */
  public double factorFor(double flopsPerSecond) {
    return recordedSpeed > 0 ? recordedSpeed / flopsPerSecond : factor;
  }

  /** The option's value as text without rounding, for the command lines of other processes. */
  public String option() {
    return recordedSpeed > 0 ? recordedSpeed + "f" : Double.toString(factor);
  }
}
