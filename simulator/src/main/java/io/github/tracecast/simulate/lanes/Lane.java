package io.github.tracecast.simulate.lanes;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.simulate.ReplayOptions;

/** One of the machines, with the options, that a trace is replayed for at the same time. */
public record Lane(Machine machine, ReplayOptions options) {

  /**
   * Whether two lanes make the same choices, which program text depends on: the same protocol for every
   * size, the same algorithm for every collective, and whether iterations are skipped. All other figures may
   * differ.
   */
  boolean choosesAs(Lane other) {
    MpiCosts mine = machine.platform().mpi();
    MpiCosts others = other.machine.platform().mpi();
    return options.fastForward().enabled() == other.options.fastForward().enabled()
        && mine.eagerLimitBytes() == others.eagerLimitBytes()
        && mine.detachedLimitBytes() == others.detachedLimitBytes()
        && mine.eagerWaitsFromBytes() == others.eagerWaitsFromBytes()
        && machine.platform().collectives().equals(other.machine.platform().collectives());
  }
}
