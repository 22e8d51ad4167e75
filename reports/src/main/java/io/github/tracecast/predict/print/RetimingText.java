package io.github.tracecast.predict.print;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.record.retime.Measurement;
import io.github.tracecast.record.retime.Retiming;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.text.Numbers;
import java.util.Locale;

/** The result of {@code retime} as text. */
public final class RetimingText {
  private static final double MICROS = 1e6;

  private RetimingText() {}

  /**
   * Returns a line about one measured rank.
   *
   * @param counter the name of the counter that measured the computation
   */
  public static String line(Programs programs, Measurement one, String counter) {
    int alike = Retiming.ranksLike(programs, one.rank()).size();
    String amounts = one.unit() == Unit.MICROSECONDS
        ? String.format(
            Locale.ROOT,
            "%.6f s, recorded %.6f s",
            one.measured() / MICROS,
            one.recorded() / MICROS)
        : String.format(
            Locale.ROOT, "%.0f instructions, recorded %.0f", one.measured(), one.recorded());
    return "rank " + one.rank() + ", for " + Numbers.counted(alike, "rank") + ": computation "
        + amounts + " (" + counter + ")"
        + (one.complete() ? "" : "; measured up to call " + one.calls());
  }
}
