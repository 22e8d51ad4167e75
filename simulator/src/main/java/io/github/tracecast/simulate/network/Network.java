package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.state.StateSink;

/**
 * Carries messages from start to arrival, where the arrival does not follow from the start alone.
 * The interpreter reports messages to it and receives their arrivals from it.
 */
public interface Network {
  /** Whether to match a message only at its sender's time, after all messages that left earlier. */
  boolean ordersDepartures();

  /** Notes that a message is sent. It may start later. */
  void sent(int slot, int channel);

  /** Notes that a message's data can flow at the time of its slot. */
  void starts(int slot);

  /** Describes everything under way on which the rest of a run depends. */
  void describe(StateSink sink);
}
