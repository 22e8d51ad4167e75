package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The predicted times of an extrapolated trace if all computation is at the lower or upper end of
 * its 95% interval.
 *
 * @param share half of the interval, as a share of the computation
 * @param lowSeconds the time at which the last rank ends, with the least computation
 * @param highSeconds the time at which the last rank ends, with the most computation
 */
public record FitRange(double share, double lowSeconds, double highSeconds) {
  public static final List<Column<FitRange>> COLUMNS = List.of(
      Column.share("fits_share", "", FitRange::share),
      Column.time("fits_low_seconds", "95% low", FitRange::lowSeconds),
      Column.time("fits_high_seconds", "95% high", FitRange::highSeconds));

  /**
   * Replays the trace with the computation at the lower and at the upper end of the interval. LogGP
   * makes these replays for all engines, because SimGrid can replay only once in a process. For
   * another engine, the range is scaled by the ratio of both engines' predictions.
   *
   * @param result the prediction itself
   * @return empty if the trace has no interval, if no computation is replayed, or if ranks share
   *     cores, which LogGP does not model
   */
  public static Optional<FitRange> of(PreparedTrace trace, Lane lane, ReplayResult result) {
    OptionalDouble interval = trace.trace().header().computeInterval();
    if (interval.isEmpty() || lane.machine().sharesCores()) {
      return Optional.empty();
    }
    double share = interval.getAsDouble();
    List<ReplayResult> ends = EndingReplays.byLogGp(
        trace,
        List.of(scaled(lane, Math.max(0, 1 - share)), lane, scaled(lane, 1 + share)),
        calls -> {});
    if (ends.getFirst().predictedSeconds() == ends.getLast().predictedSeconds()) {
      return Optional.empty();
    }
    double unit = result.predictedSeconds() / ends.get(1).predictedSeconds();
    return Optional.of(new FitRange(
        share,
        unit * ends.getFirst().predictedSeconds(),
        unit * ends.getLast().predictedSeconds()));
  }

  /** Returns a text such as {@code 95% interval 11.8 s to 12.9 s}. */
  public String words() {
    return "95% interval " + Numbers.time(lowSeconds) + " to " + Numbers.time(highSeconds);
  }

  private static Lane scaled(Lane lane, double factor) {
    ReplayOptions options = lane.options();
    return new Lane(lane.machine(), options.withComputeScale(options.computeScale() * factor));
  }
}
