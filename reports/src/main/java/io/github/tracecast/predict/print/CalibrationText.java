package io.github.tracecast.predict.print;

import io.github.tracecast.record.calibrate.Measurements;
import io.github.tracecast.trace.text.Numbers;
import java.util.List;

/** The result of {@code calibrate} as text. */
public final class CalibrationText {
  private CalibrationText() {}

  /** Returns lines about a platform file that was written, and the next command. */
  public static List<String> lines(String file, Measurements measured) {
    return List.of(
        "Wrote " + file + ". An empty message takes " + Numbers.time(measured.emptyTripSeconds())
            + ", and messages of " + Numbers.bytes(measured.largestBytes())
            + measured.largestBytesPerSecond().stream()
                .mapToObj(speed -> " move at " + Numbers.bandwidth(speed) + ".")
                .findFirst()
                .orElse(
                    " take no longer, so their bandwidth is unknown. Run the command again, for a longer time."),
        "Next: " + Answer.typed("tracecast predict APP.ctrace --platform ") + file);
  }
}
