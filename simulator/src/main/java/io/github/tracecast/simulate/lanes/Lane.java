package io.github.tracecast.simulate.lanes;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.simulate.ReplayOptions;

/** A machine with options. A trace is replayed for several lanes at the same time. */
public record Lane(Machine machine, ReplayOptions options) {

  /**
   * Whether two lanes lead to the same lowered program, by the same choices of protocols and
   * algorithms. They must use the same protocol for every size, the same algorithm for every
   * collective, and as many agreements for a communicator. Either both lanes skip iterations, or
   * neither. All other figures may differ.
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
