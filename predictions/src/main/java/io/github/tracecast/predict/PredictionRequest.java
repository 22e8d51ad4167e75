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
    FastForward fastForward) {}
