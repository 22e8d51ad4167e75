package io.github.tracecast.simulate.lanes;

/** Components of the time along a run's critical path. */
public enum Share {
  /** Computation of the ranks, and calls that keep their recorded time. */
  COMPUTE,
  /** LogGP's o: the ranks' own work for sending and receiving. */
  OVERHEAD,
  /** LogGP's L: of routes, of nodes' memories and of collective networks. */
  LATENCY,
  /** LogGP's G: bytes after the first, on routes, in nodes' memories and on collective networks. */
  BANDWIDTH,
  /** LogGP's g: delay of ranks by the gap after their own last message. */
  GAP
}
