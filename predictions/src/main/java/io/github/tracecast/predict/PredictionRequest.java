package io.github.tracecast.predict;

import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import java.util.Map;

/**
 * What is to be predicted, as the user names it.
 *
 * @param platform a machine of the catalogue or a YAML file
 * @param figures dotted key to value, replacing figures of the machine
 * @param mapping which rank goes where, as {@link io.github.tracecast.platform.MappingSpec#parse} reads it
 * @param engine the timing engine
 * @param contention what messages on the same link do to each other; only engine loggp asks
 * @param deltas which of a delta's values is used
 * @param seed seed of random draws
 * @param computeScale factor on all computation
 * @param computeScaleAt further factors by call site: its name, or its number in the trace
 * @param fastForward whether steady loops are skipped
 */
public record PredictionRequest(
    String platform,
    Map<String, String> figures,
    String mapping,
    String engine,
    Contention contention,
    DeltaMode deltas,
    long seed,
    double computeScale,
    Map<String, Double> computeScaleAt,
    FastForward fastForward) {
  /** What to call this prediction of a trace in messages. */
  String named(String trace) {
    return trace + " on " + platform;
  }

  /** This on another machine. */
  public PredictionRequest withPlatform(String other) {
    return new PredictionRequest(
        other,
        figures,
        mapping,
        engine,
        contention,
        deltas,
        seed,
        computeScale,
        computeScaleAt,
        fastForward);
  }

  /** This with another mapping. */
  public PredictionRequest withMapping(String other) {
    return new PredictionRequest(
        platform,
        figures,
        other,
        engine,
        contention,
        deltas,
        seed,
        computeScale,
        computeScaleAt,
        fastForward);
  }

  /** This with another set of replaced figures. */
  public PredictionRequest withFigures(Map<String, String> other) {
    return new PredictionRequest(
        platform,
        other,
        mapping,
        engine,
        contention,
        deltas,
        seed,
        computeScale,
        computeScaleAt,
        fastForward);
  }

  /** This with another choice of the deltas' values. */
  public PredictionRequest withDeltas(DeltaMode other) {
    return new PredictionRequest(
        platform,
        figures,
        mapping,
        engine,
        contention,
        other,
        seed,
        computeScale,
        computeScaleAt,
        fastForward);
  }

  /** This with another seed. */
  public PredictionRequest withSeed(long other) {
    return new PredictionRequest(
        platform,
        figures,
        mapping,
        engine,
        contention,
        deltas,
        other,
        computeScale,
        computeScaleAt,
        fastForward);
  }

  /** This with another factor on all computation. */
  public PredictionRequest withComputeScale(double other) {
    return new PredictionRequest(
        platform,
        figures,
        mapping,
        engine,
        contention,
        deltas,
        seed,
        other,
        computeScaleAt,
        fastForward);
  }

  /** This with another way to treat steady loops. */
  public PredictionRequest withFastForward(FastForward other) {
    return new PredictionRequest(
        platform,
        figures,
        mapping,
        engine,
        contention,
        deltas,
        seed,
        computeScale,
        computeScaleAt,
        other);
  }

  /** This with another choice of further factors. */
  public PredictionRequest withComputeScaleAt(Map<String, Double> other) {
    return new PredictionRequest(
        platform,
        figures,
        mapping,
        engine,
        contention,
        deltas,
        seed,
        computeScale,
        other,
        fastForward);
  }
}
