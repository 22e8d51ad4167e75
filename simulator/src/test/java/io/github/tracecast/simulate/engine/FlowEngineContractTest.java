package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;

class FlowEngineContractTest extends TimingEngineContract {
  @Override
  TimingEngine engine(Machine machine) {
    return new FlowEngine(machine);
  }
}
