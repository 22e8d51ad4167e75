package io.github.tracecast.platform.internal;

/** Whether the rings of a torus are closed. */
public enum Wrap {
  /** Closed from {@code network.torus_from_nodes} nodes on, open below. */
  AUTO,
  /** Always closed. */
  TORUS,
  /** Never closed. */
  MESH
}
