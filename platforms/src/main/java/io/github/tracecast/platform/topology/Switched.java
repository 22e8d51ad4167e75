package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.TopologyType;
import java.util.Optional;

/** A topology that SimGrid's zones cannot express, because routes in the zones would be different. */
interface Switched extends Topology {
  /** The kind of topology. */
  TopologyType type();

  @Override
  default Optional<String> beyondSimGrid() {
    return Optional.of("network.topology " + type().name());
  }

  @Override
  default void writeZones(Machine machine, SimGridZones zones) {
    throw new IllegalStateException("SimGrid has no zone of " + type().name());
  }
}
