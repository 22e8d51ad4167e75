package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.platform.Topology;

/** A topology that SimGrid's zones cannot express with these routes. */
interface Switched extends Topology {
  @Override
  default void writeZones(Machine machine, SimGridZones zones) {
    throw new PlatformException(machine.platform().name()
        + ": found network.topology " + machine.platform().figures().get("network.topology")
        + ", whose routes no zone of SimGrid has; expected --engine flows or loggp");
  }
}
