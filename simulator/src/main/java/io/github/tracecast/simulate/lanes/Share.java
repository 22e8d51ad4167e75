package io.github.tracecast.simulate.lanes;

/** What the time along a run's critical path is made of. */
public enum Share {
  /** Computation of the ranks. */
  COMPUTE,
  /** LogGP's o: what sending and receiving costs the ranks themselves. */
  OVERHEAD,
  /** LogGP's L: of routes, of nodes' memories and of collective networks. */
  LATENCY,
  /** LogGP's G: bytes after the first, over routes, memories and collective networks. */
  BANDWIDTH,
  /** LogGP's g: ranks held up by their own last message. */
  GAP
}
