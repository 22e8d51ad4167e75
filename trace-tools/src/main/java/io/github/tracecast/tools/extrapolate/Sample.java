package io.github.tracecast.tools.extrapolate;

/**
 * A number that one rank of a recording has at some place.
 *
 * @param layout of the recording
 */
record Sample(Layout layout, int rank, long value) {}
