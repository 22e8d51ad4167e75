package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.CallPlace;

/** The place of a call during lowering. One thread. */
final class Place implements CallPlace {
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
