package io.github.tracecast.simulate.collective;

/** What a message of a tree or a star takes along. */
enum Carry {
  /** The whole vector: combined on the way to the root, copied on the way from it. */
  WHOLE,
  /** The blocks of the ranks at or behind the rank that is farther from the root. */
  BLOCKS
}
