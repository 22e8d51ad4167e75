package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges programs along a binary tree as they arrive. The result does not depend on their order.
 * Thread-safe.
 */
final class MergeTree {
  private final DeltaDetail detail;

  /**
   * By level and block of 2^level leaves; null if leaves are missing or the program has moved to
   * the next level.
   */
  private final List<MergedProgram[]> levels = new ArrayList<>();

  MergeTree(int leaves, DeltaDetail detail) {
    this.detail = detail;
    for (int blocks = leaves; ; blocks = (blocks + 1) / 2) {
      levels.add(new MergedProgram[blocks]);
      if (blocks == 1) {
        break;
      }
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
    for (int level = 0; level < levels.size() - 1; level++, block /= 2) {
      int neighbour = block ^ 1;
      MergedProgram other = null;
      synchronized (this) {
        MergedProgram[] blocks = levels.get(level);
        if (neighbour < blocks.length) {
          other = blocks[neighbour];
          if (other == null) {
            blocks[block] = program;
            return null;
          }
          blocks[neighbour] = null;
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
