package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.RadixTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges programs along a binary tree as they arrive. The result does not depend on the order of
 * arrival. Thread-safe.
 *
 * <p>The leaves of a block of level k have numbers that differ only in k bits: the lowest ones
 * ({@link RadixTree#LSB}) or the highest ones ({@link RadixTree#MSB}). The other bits are the
 * number of the block; for MSB, their order is reversed. So the numbers of two neighbouring blocks
 * differ in the last bit.
 */
final class MergeTree {
  private final DeltaDetail detail;
  private final RadixTree tree;

  /**
   * For each level, the programs of blocks that wait for their neighbours. A map takes memory only
   * for the leaves that have arrived.
   */
  private final List<Map<Integer, MergedProgram>> levels = new ArrayList<>();

  private final int leaves;

  MergeTree(int leaves, DeltaDetail detail, RadixTree tree) {
    this.detail = detail;
    this.tree = tree;
    this.leaves = leaves;
    for (int blocks = leaves; blocks > 1; blocks = (blocks + 1) / 2) {
      levels.add(new HashMap<>());
    }
  }

  /**
   * Adds the program of a leaf. As long as the neighbour of a block has arrived, the two blocks are
   * merged into a block of the next level. Otherwise the program waits for the neighbour.
   *
   * @return the program of all leaves; null if some have not arrived yet
   */
  @Nullable MergedProgram put(int leaf, MergedProgram leafProgram) {
    MergedProgram program = leafProgram;
    int block = tree == RadixTree.LSB ? leaf : reversed(leaf, levels.size());
    for (int level = 0; level < levels.size(); level++, block /= 2) {
      int neighbour = block ^ 1;
      MergedProgram other = null;
      synchronized (this) {
        if (firstLeaf(neighbour, level) < leaves) {
          other = levels.get(level).remove(neighbour);
          if (other == null) {
            levels.get(level).put(block, program);
            return null;
          }
        }
      }
      if (other != null) {
        boolean first = firstLeaf(block, level) < firstLeaf(neighbour, level);
        program = Merger.merged(first ? program : other, first ? other : program, detail);
      }
    }
    return program;
  }

  /** Returns the smallest leaf number of a block, even if the tree has fewer leaves. */
  private int firstLeaf(int block, int level) {
    return tree == RadixTree.LSB ? block << level : reversed(block, levels.size() - level);
  }

  /** Reverses the lowest bits of a number whose other bits are 0. */
  private static int reversed(int number, int bits) {
    return bits == 0 ? number : Integer.reverse(number) >>> 32 - bits;
  }
}
