package io.github.tracecast.tools.extrapolate;

/**
 * A value of one rank of a recording.
 *
 * @param layout the layout of the recording
 */
record Sample(Layout layout, int rank, long value) {}
