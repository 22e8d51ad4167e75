package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.platform.Topology;

/** A topology that SimGrid's zones cannot express with these routes. */
interface Switched extends Topology {
  @Override
  default void writeZones(Machine machine, SimGridZones zones) {
    throw notInSimGrid(
        machine, "network.topology " + machine.platform().figures().get("network.topology"));
  }

  /** The refusal of a machine that SimGrid cannot express. */
  static PlatformException notInSimGrid(Machine machine, String what) {
    return new PlatformException(machine.platform().name() + ": found " + what
        + ", whose routes no zone of SimGrid has; expected --engine flows or --engine loggp");
  }
}
