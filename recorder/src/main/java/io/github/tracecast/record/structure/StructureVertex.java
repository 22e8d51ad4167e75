package io.github.tracecast.record.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A vertex of one function's part of the tree, as its compiler wrote it. Not thread-safe. */
final class StructureVertex {
  enum Kind {
    FUNCTION,
    LOOP,
    BRANCH,
    CALL
  }

  /** The callee's name for a call through a pointer. */
  static final String POINTER = "*";

  final Kind kind;

  /** The source line; 0 if the program has no debug information. */
  final int line;

  /** Name of the function, or of the callee; empty for loops and branches. */
  final String name;

  final List<StructureVertex> children = new ArrayList<>();

  StructureVertex(Kind kind, int line, String name) {
    this.kind = kind;
    this.line = line;
    this.name = name;
  }

  /**
   * Returns the name of the MPI function that a call in C or Fortran executes, if the recorder
   * records this function.
   */
  Optional<String> mpiName() {
    return kind == Kind.CALL ? MpiNames.recorded(name) : Optional.empty();
  }
}
