package io.github.tracecast.simulate.collective;

/** The content of a message of a tree. */
enum Carry {
  /** The whole vector. It is reduced on the way to the root and copied on the way from the root. */
  WHOLE,
  /** The blocks of the rank that is farther from the root, and of the ranks behind it. */
  BLOCKS
}
