package io.github.tracecast.platform.internal;

/** The rule that decides whether the rings of a torus are closed. */
public enum Wrap {
  /**
   * Rings are closed in partitions of at least {@code network.torus_from_nodes} nodes, and open in
   * smaller partitions.
   */
  AUTO,
  /** Rings are always closed. */
  TORUS,
  /** Rings are never closed. */
  MESH
}
