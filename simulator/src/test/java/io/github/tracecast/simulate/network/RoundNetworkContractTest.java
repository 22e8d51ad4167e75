package io.github.tracecast.simulate.network;

class RoundNetworkContractTest extends NetworkContract {
  @Override
  Network network() {
    return new RoundNetwork(program, slots);
  }
}
