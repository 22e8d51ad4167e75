package io.github.tracecast.simulate.network;

class FreeContractTest extends NetworkContract {
  @Override
  Network network() {
    return new Free(program, slots);
  }
}
