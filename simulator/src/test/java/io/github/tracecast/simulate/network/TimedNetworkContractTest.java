package io.github.tracecast.simulate.network;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.engine.FlowEngine;
import io.github.tracecast.simulate.replay.Replays;
import java.util.Map;

class TimedNetworkContractTest extends NetworkContract {
  @Override
  Network network() {
    Machine machine =
        Machine.fit(Replays.platform("loggp-default", Map.of()), 2, MappingSpec.parse("blocked"));
    return new TimedNetwork(
        program,
        machine,
        new FlowEngine(machine),
        slots,
        new RunChannels(program),
        false,
        false,
        null);
  }
}
