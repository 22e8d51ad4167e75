package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges programs along a binary tree as they arrive. The result does not depend on their order.
 * Thread-safe.
 */
final class MergeTree {
  private final DeltaDetail detail;

  /**
   * By level: the programs of blocks of 2^level leaves whose neighbours are missing. So memory
   * grows with the leaves that have arrived, not with those that are expected.
   */
  private final List<Map<Integer, MergedProgram>> levels = new ArrayList<>();

  private final int leaves;

  MergeTree(int leaves, DeltaDetail detail) {
    this.detail = detail;
    this.leaves = leaves;
    for (int blocks = leaves; blocks > 1; blocks = (blocks + 1) / 2) {
      levels.add(new HashMap<>());
    }
  }

  /**
   * Merges a leaf's program with its neighbour if that has arrived, then the result with its
   * neighbour, and so on. Otherwise it stores the program.
   *
   * @return the program of all leaves; null if some have not arrived yet
   */
  MergedProgram put(int leaf, MergedProgram leafProgram) {
    MergedProgram program = leafProgram;
    int block = leaf;
    int blocks = leaves;
    for (int level = 0; level < levels.size(); level++, block /= 2, blocks = (blocks + 1) / 2) {
      int neighbour = block ^ 1;
      MergedProgram other = null;
      synchronized (this) {
        if (neighbour < blocks) {
          other = levels.get(level).remove(neighbour);
          if (other == null) {
            levels.get(level).put(block, program);
            return null;
          }
        }
      }
      if (other != null) {
        boolean first = block < neighbour;
        program = Merger.merged(first ? program : other, first ? other : program, detail);
      }
    }
    return program;
  }
}
