package io.github.tracecast.simulate.lanes;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.simulate.ReplayOptions;
import java.util.List;

/** A machine with replay options. One replay evaluates several lanes at the same time. */
public record Lane(Machine machine, ReplayOptions options) {

  /** Whether the computation depends on the seed. */
  public boolean isRandom() {
    return options.deltas().isRandom(machine.platform().node());
  }

  /**
   * The values that decide the protocol of each message size, the algorithm of each collective, the
   * agreements on a new communicator, and whether iterations are skipped. Lanes with equal values
   * lower a program to the same instructions. All other values may differ.
   */
  public List<Object> choices() {
    MpiCosts mpi = machine.platform().mpi();
    return List.of(
        options.fastForward().enabled(),
        mpi.eagerLimitBytes(),
        mpi.detachedLimitBytes(),
        mpi.communicatorAgreements(),
        mpi.eagerWaitsFromBytes(),
        machine.platform().collectives());
  }
}
