package io.github.tracecast.predict;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.mapping.MappingSearch;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.TraceOrigin;
import io.github.tracecast.predict.model.TraceReading;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.Sweep;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Tracecast as a library. A trace is read once and can be used for any number of predictions. Each
 * result is a record.
 *
 * <p>Errors that the user can correct are {@link io.github.tracecast.trace.text.UsageException},
 * {@link io.github.tracecast.trace.TraceException}, {@link
 * io.github.tracecast.platform.PlatformException}, {@link
 * io.github.tracecast.simulate.ReplayException} and {@link
 * io.github.tracecast.simulate.EngineMissingException}. Their messages are for people.
 *
 * <p>Engine {@code simgrid} can replay only once in a process. {@link #predict} uses this process;
 * the other methods start a process for each replay.
 */
public final class Tracecast {
  private Tracecast() {}

  /** Reads a trace of any format that {@code tracecast import} reads. */
  public static PreparedTrace read(Path file) {
    return new TraceOrigin(file, TraceReading.USUAL).read(done -> {});
  }

  /** Predicts one run. */
  public static Prediction predict(PreparedTrace trace, PredictionRequest request) {
    Predictor predictor = new Predictor(request);
    return predictor.predict(trace, predictor.warnings(trace), calls -> {});
  }

  /** Predicts every point of a plan. */
  public static SweepResult sweep(PreparedTrace trace, SweepPlan plan) {
    return sweep(List.of(trace), plan);
  }

  /**
   * Predicts every point of a plan that varies the ranks.
   *
   * @param recordings of one program on different numbers of ranks; a point on another number of
   *     ranks is extrapolated
   */
  public static SweepResult sweep(List<PreparedTrace> recordings, SweepPlan plan) {
    return Sweep.result(recordings, plan);
  }

  /**
   * Predicts two runs and compares them.
   *
   * @throws IOException if a process cannot be started
   */
  public static Comparison compare(
      PreparedTrace trace, PredictionRequest first, PredictionRequest second) throws IOException {
    return Comparison.of(trace, first, second, List.of(), calls -> {});
  }

  /**
   * Sorts mappings of ranks to nodes by predicted time.
   *
   * @param randomMappings how many random mappings to try beside the regular ones
   * @throws IOException if the folder for temporary files cannot be written
   */
  public static MappingRanking map(
      PreparedTrace trace, PredictionRequest request, int randomMappings) throws IOException {
    return new MappingSearch(request, trace).search(randomMappings, mappings -> done -> {});
  }

  /**
   * Returns the parts of a predicted time, and the factor by which each part may grow before the
   * run is slower by a given share.
   *
   * @param slower allowed increases of the predicted time, as shares above 0, such as 0.05
   */
  public static Sensitivity sensitivity(
      PreparedTrace trace, PredictionRequest request, List<Double> slower) {
    return Sensitivity.of(trace, request, slower, calls -> {});
  }
}
