package io.github.tracecast.simulate.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The number of iterations by which each rank has advanced since an earlier state. The earlier
 * state can recur only if no rank has advanced in more than one loop. One thread.
 */
public final class LoopAdvance {
  /** For each rank, the number of iterations, and the depth of the loop; 0 for a rank that has not advanced. */
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

  /** Whether the earlier state can recur, because no rank has advanced in more than one loop. */
  public boolean isPossible() {
    return possible;
  }

  /** Number of iterations by which a rank has advanced, or 0. */
  public long iterations(int rank) {
    return iterations == null ? 0 : iterations[rank];
  }

  /** Depth of the loop in which a rank has advanced, or 0. */
  public int depth(int rank) {
    return iterations == null ? 0 : depths[rank];
  }

  /** Whether each rank has advanced by as many iterations of the same loop as in another advance. */
  public boolean isAs(LoopAdvance other) {
    return Arrays.equals(iterations, other.iterations);
  }
}
