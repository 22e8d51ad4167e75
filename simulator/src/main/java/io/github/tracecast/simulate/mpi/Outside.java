package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneTimes;

/** The ranks of other blocks, which other threads evaluate. One thread. */
interface Outside {
  /** Whether a rank is outside. */
  boolean holds(int rank);

  /** Whether any channel leads from a rank of this block to the outside. */
  boolean isReachedFrom(int rank);

  /** Sends an eager message, whose arrival is in a row of times. */
  void send(int channel, int cost, LaneTimes arrival, int row);

  /**
   * Sends a message by the rendezvous protocol.
   *
   * @param slot the slot that ends with the message, or {@link
   *     io.github.tracecast.simulate.network.Slots#NONE}
   * @param ready when its sender is ready
   */
  void sendLate(int channel, int cost, int slot, LaneTimes ready, int row);

  /** Tells the sender of a rendezvous message when the message has arrived. */
  void ended(int channel, int slot, LaneTimes end, int row);

  /**
   * Tells that all ranks of this block have come to a collective on a network of its own.
   *
   * @param latest when the last of them came
   * @param busy how long the collective uses its network
   * @param latency row of its latency
   */
  void gathered(int meeting, LaneTimes latest, LaneTimes busy, int latency, boolean shared);
}
