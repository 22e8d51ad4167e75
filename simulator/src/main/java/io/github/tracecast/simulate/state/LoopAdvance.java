package io.github.tracecast.simulate.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How far the loops of each rank have advanced since an earlier state. The state can repeat only if
 * each rank has advanced in one loop at most. One thread.
 */
public final class LoopAdvance {
  /** By rank: the iterations, and the depth of the loop; 0 for a rank that has not advanced. */
  private long @Nullable [] iterations;

  private int[] depths = {};
  private final int ranks;
  private boolean possible = true;

  public LoopAdvance(int ranks) {
    this.ranks = ranks;
  }

  public void compare(int rank, int depth, long before, long now) {
    if (before == now) {
      return;
    }
    if (iterations == null) {
      iterations = new long[ranks];
      depths = new int[ranks];
    }
    possible &= now < before && depths[rank] == 0;
    iterations[rank] = before - now;
    depths[rank] = depth;
  }

  /** Whether the loops allow the earlier state to repeat. */
  public boolean isPossible() {
    return possible;
  }

  /** Number of iterations that a rank has advanced by, or 0. */
  public long iterations(int rank) {
    return iterations == null ? 0 : iterations[rank];
  }

  /** Depth of the loop that a rank has advanced in, or 0. */
  public int depth(int rank) {
    return iterations == null ? 0 : depths[rank];
  }

  /** Whether all ranks have advanced by the same iterations in both. */
  public boolean isAs(LoopAdvance other) {
    return Arrays.equals(iterations, other.iterations);
  }
}
