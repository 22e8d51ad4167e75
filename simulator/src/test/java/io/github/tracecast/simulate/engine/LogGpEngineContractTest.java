package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;

class LogGpEngineContractTest extends TimingEngineContract {
  @Override
  TimingEngine engine(Machine machine) {
    return new LogGpEngine(machine);
  }
}
