package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/**
 * The times that one run takes with successive seeds.
 *
 * @param firstSeed the seed of the first time; each further time has the next seed
 * @param seconds predicted times in the order of the seeds, at least two
 */
public record Repeats(long firstSeed, List<Double> seconds) {
  /** The columns for the times in tables and JSON. */
  public static final List<Column<Repeats>> COLUMNS = List.of(
      Column.time("min_seconds", "min", found -> found.percentile(0)),
      Column.time("percentile_5_seconds", "5% below", found -> found.percentile(5)),
      Column.time("median_seconds", "median", found -> found.percentile(50)),
      Column.time("percentile_95_seconds", "95% below", found -> found.percentile(95)),
      Column.time("max_seconds", "max", found -> found.percentile(100)));

  public Repeats {
    seconds = List.copyOf(seconds);
  }

  /**
   * Replays a run with other seeds. SimGrid can replay only once in a process, so engine {@code
   * flows}, which computes the same times, replaces it.
   *
   * @param platform the machine of the request, which was read before
   * @param first the time with the request's seed, in seconds
   * @param count number of all times, at least 2
   * @param progress receives the number of finished replays
   */
  public static Repeats of(
      PreparedTrace trace,
      PredictionRequest request,
      Platform platform,
      double first,
      int count,
      LongConsumer progress) {
    PredictionRequest repeated = request.repeatable();
    List<ParallelReplays.Task<Double>> others = new ArrayList<>();
    for (long i = 1; i < count; i++) {
      long seed = request.seed() + i;
      others.add(calls -> {
        Predictor predictor = new Predictor(repeated.with(draft -> draft.seed = seed), platform);
        return predictor.replay(trace, predictor.lane(trace), calls).predictedSeconds();
      });
    }
    Lane lane = new Predictor(repeated, platform).lane(trace);
    long memory = ParallelReplays.memory(trace, lane, repeated.engine());
    List<Double> seconds = new ArrayList<>(List.of(first));
    seconds.addAll(ParallelReplays.results(others, replay -> memory, progress));
    return new Repeats(request.seed(), seconds);
  }

  /**
   * Returns, by interpolation, the time in seconds that a percentage of the runs does not exceed.
   *
   * @param percent from 0 to 100
   */
  public double percentile(double percent) {
    double[] times = seconds.stream().mapToDouble(Double::doubleValue).toArray();
    return percent == 0
        ? Arrays.stream(times).min().orElseThrow()
        : new Percentile().withEstimationType(EstimationType.R_7).evaluate(times, percent);
  }

  /** Text such as {@code 20 runs with seeds 1 to 20: median 11.5 ms, 90% of them from 11.2 ms to 11.9 ms}. */
  public String words() {
    return Numbers.count(seconds.size()) + " runs with seeds " + firstSeed + " to "
        + (firstSeed + seconds.size() - 1) + ": median " + Numbers.time(percentile(50))
        + ", 90% of the runs from " + Numbers.time(percentile(5)) + " to "
        + Numbers.time(percentile(95));
  }
}
