package io.github.tracecast.platform.noise;

/**
 * Interruptions of computation on a core, such as the timer and the daemons of the operating system.
 * Each core is interrupted at its own times.
 */
public sealed interface Noise permits Interruptions, MeasuredNoise {
  /** The part of a core's time that interruptions take, from 0 to below 1. */
  double share();
}
