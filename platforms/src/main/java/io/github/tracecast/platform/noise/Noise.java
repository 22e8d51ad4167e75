package io.github.tracecast.platform.noise;

/**
 * Interruptions of computation on a core, such as the timer and the daemons of the operating
 * system. Different cores are interrupted at different times.
 */
public sealed interface Noise permits Interruptions, MeasuredNoise {
  /** The fraction of a core's time that interruptions take, at least 0 and below 1. */
  double share();
}
