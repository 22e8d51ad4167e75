package io.github.tracecast.predict.fit;

import io.github.tracecast.predict.settings.PredictionRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The inputs of a fit: the measurements, the machine and the keys whose values may change.
 *
 * @param base the start machine and the engine
 * @param free dotted keys of the figures that may change
 * @param spread the standard deviation of each value's prior, as a factor above 1
 * @param jobLatency whether each job has a factor on latencies
 * @param crossValidate whether to repeat the fit without the measurements on each number of nodes,
 *     and to predict the omitted measurements
 * @param seed seed of the bootstrap
 * @param logs the folder where evaluations are kept until the fit succeeds; empty to keep them only
 *     in memory
 * @param target path of the fitted file, to which the paths in this file are relative
 */
public record FitRequest(
    PredictionRequest base,
    List<String> free,
    double spread,
    boolean jobLatency,
    boolean crossValidate,
    long seed,
    Optional<Path> logs,
    Path target) {}
