package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Platform;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the partition of a torus machine for a run, and whether its rings are closed. */
final class Partitions {
  private Partitions() {}

  static int[] shape(Platform platform, Torus torus, int ranks, int needed) {
    int[] shape = torus.shape().isEmpty()
        ? fitted(platform, torus.partitions(), ranks, needed)
        : Grids.array(torus.shape());
    int nodes = Grids.product(shape);
    if (needed > nodes) {
      throw platform.tooManyRanks(ranks, nodes, "network.shape");
    }
    return shape;
  }

  static boolean[] wraps(Torus torus, int[] shape, int nodes) {
    boolean[] wraps = new boolean[shape.length];
    for (int d = 0; d < shape.length; d++) {
      boolean closed = switch (torus.wrap().get(d)) {
        case TORUS -> true;
        case MESH -> false;
        case AUTO -> nodes >= torus.partitions().torusFromNodes();
      };
      wraps[d] = closed && shape[d] > 2;
    }
    return wraps;
  }

  /**
   * Returns the smallest of the small blocks with enough nodes. If there is none, returns the
   * smallest multiple of the block. Of several multiples with as many nodes, it returns the one
   * closest to a cube.
   */
  private static int[] fitted(Platform platform, PartitionRules rules, int ranks, int needed) {
    int[] best = null;
    for (List<Integer> block : rules.smallBlocks()) {
      int[] shape = Grids.array(block);
      if (Grids.product(shape) >= needed
          && (best == null || Grids.product(shape) < Grids.product(best))) {
        best = shape;
      }
    }
    if (best != null) {
      return best;
    }
    int[] block = Grids.array(rules.block());
    int[] most = new int[block.length];
    for (int d = 0; d < block.length; d++) {
      most[d] = rules.maxShape().get(d) / block[d];
    }
    int blocks = Math.ceilDiv(needed, Grids.product(block));
    int[] multiple = new int[block.length];
    Arrays.fill(multiple, 1);
    int[] found = search(multiple, 0, most, block, blocks, null);
    if (found == null) {
      throw platform.tooManyRanks(
          ranks, Grids.product(Grids.array(rules.maxShape())), "network.max_shape");
    }
    return found;
  }

  /**
   * Searches all multiples of the block, and keeps the first of the best shapes. When the numbers
   * of blocks along all dimensions except the last are chosen, only the least sufficient number
   * along the last dimension can be best.
   */
  private static int @Nullable [] search(
      int[] multiple, int d, int[] most, int[] block, int blocks, int @Nullable [] best) {
    int last = multiple.length - 1;
    if (d == last) {
      multiple[last] = 1;
      int least = Math.ceilDiv(blocks, Grids.product(multiple));
      if (least > most[last]) {
        return best;
      }
      int[] shape = new int[block.length];
      for (int i = 0; i < block.length; i++) {
        shape[i] = (i == last ? least : multiple[i]) * block[i];
      }
      return best == null || better(shape, best) ? shape : best;
    }
    int[] kept = best;
    for (int count = most[d]; count >= 1; count--) {
      multiple[d] = count;
      kept = search(multiple, d + 1, most, block, blocks, kept);
    }
    return kept;
  }

  private static boolean better(int[] shape, int[] than) {
    if (Grids.product(shape) != Grids.product(than)) {
      return Grids.product(shape) < Grids.product(than);
    }
    int longest = Arrays.stream(shape).max().orElseThrow();
    int thanLongest = Arrays.stream(than).max().orElseThrow();
    if (longest != thanLongest) {
      return longest < thanLongest;
    }
    return Arrays.stream(shape).sum() < Arrays.stream(than).sum();
  }
}
