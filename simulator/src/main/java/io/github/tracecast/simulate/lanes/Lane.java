package io.github.tracecast.simulate.lanes;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.simulate.ReplayOptions;

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
  public boolean choosesAs(Lane other) {
    MpiCosts mine = machine.platform().mpi();
    MpiCosts others = other.machine.platform().mpi();
    return options.fastForward().enabled() == other.options.fastForward().enabled()
        && mine.eagerLimitBytes() == others.eagerLimitBytes()
        && mine.detachedLimitBytes() == others.detachedLimitBytes()
        && mine.communicatorAgreements() == others.communicatorAgreements()
        && mine.eagerWaitsFromBytes() == others.eagerWaitsFromBytes()
        && machine.platform().collectives().equals(other.machine.platform().collectives());
  }
}
