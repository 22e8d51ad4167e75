package io.github.tracecast.exports.program;

import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import java.util.OptionalLong;

/**
 * How a program computes between its calls.
 *
 * @param deltas which value of a delta is used
 * @param compute how the program spends the time of computation
 * @param computeScale factor by which each computation time is multiplied
 * @param seed seed of the draws of {@link DeltaMode#HISTOGRAM}, as in a replay
 * @param instructionsPerSecond rate of the processor, for computation recorded as instructions; 0
 *     if unknown
 * @param laterAbove the size in bytes above which a blocking send does not wait for its receive;
 *     empty if all blocking sends wait
 */
public record ProgramOptions(
    DeltaMode deltas,
    ComputeMode compute,
    double computeScale,
    long seed,
    double instructionsPerSecond,
    OptionalLong laterAbove) {}
