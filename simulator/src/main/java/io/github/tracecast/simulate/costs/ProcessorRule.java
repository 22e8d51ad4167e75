package io.github.tracecast.simulate.costs;

import org.jspecify.annotations.Nullable;

/** How ranks get the processor for their computation and messages; a later rule includes the effects of the earlier rules. */
public enum ProcessorRule {
  /** A rank always has its core, and spends the overhead of a message when it sends or takes the message. */
  ALONE(null),

  /** A message occupies its receiver's processor when it arrives. */
  AT_ARRIVAL(
      "a message that uses its receiver's processor when it arrives (mpi.receive_overhead_charged)"),

  /** Ranks share cores with each other or with competing processes. */
  SHARED("the rank that gets a shared core depends on time (node.load, mpi.waiting)");

  private final @Nullable String whyInTime;

  ProcessorRule(@Nullable String whyInTime) {
    this.whyInTime = whyInTime;
  }

  /** The reason why a replay has to run in order of simulated time; null if there is none. */
  public @Nullable String whyInTime() {
    return whyInTime;
  }
}
