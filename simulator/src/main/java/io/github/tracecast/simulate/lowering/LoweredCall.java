package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.calls.CallPlace;

/** The place of a call during lowering. One thread. */
final class LoweredCall implements CallPlace {
  int event;
  int rank;
  long execution;

  @Override
  public int event() {
    return event;
  }

  @Override
  public int worldRank() {
    return rank;
  }

  @Override
  public long execution() {
    return execution;
  }
}
