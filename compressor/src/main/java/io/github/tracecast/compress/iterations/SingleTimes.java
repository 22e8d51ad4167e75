package io.github.tracecast.compress.iterations;

/**
 * The times of one rank's calls at an event, in order.
 *
 * @param values the first ones, or all
 * @param count number of all calls
 * @param sum of all times
 */
public record SingleTimes(int rank, double[] values, long count, double sum) {}
