package io.github.tracecast.simulate.lanes;

/** Components of the time along a run's critical path. */
public enum Share {
  /** Computation of the ranks, and unmodelled calls, which keep their recorded time. */
  COMPUTE,
  /** LogGP's o: the ranks' own work for sending and receiving. */
  OVERHEAD,
  /** LogGP's L: the latency of routes, of nodes' memories and of collective networks. */
  LATENCY,
  /** LogGP's G: the time of all bytes but the first, on routes, in nodes' memories and on collective networks. */
  BANDWIDTH,
  /** LogGP's g: the time for which the gap after its last message delays a rank. */
  GAP
}
