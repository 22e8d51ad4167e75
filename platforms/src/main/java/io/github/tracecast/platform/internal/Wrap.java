package io.github.tracecast.platform.internal;

/** The rule that decides whether the rings of a torus are closed. */
public enum Wrap {
  /** Closed in partitions of at least {@code network.torus_from_nodes} nodes, otherwise open. */
  AUTO,
  /** Always closed. */
  TORUS,
  /** Never closed. */
  MESH
}
