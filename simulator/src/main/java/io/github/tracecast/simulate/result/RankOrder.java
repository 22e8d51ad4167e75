package io.github.tracecast.simulate.result;

/**
 * Sorts the states of a timeline by rank with a stable counting sort, so each rank keeps its order.
 *
 * @param states of rank 0, then those of rank 1, and so on
 * @param first the start of each rank's states, and the end of the last
 */
public record RankOrder(int[] states, int[] first) {
  /** The order of a timeline of this number of ranks. */
  public static RankOrder of(Timeline timeline, int ranks) {
    int[] first = new int[ranks + 1];
    for (int state = 0; state < timeline.states(); state++) {
      first[timeline.rank(state) + 1]++;
    }
    for (int rank = 0; rank < ranks; rank++) {
      first[rank + 1] += first[rank];
    }
    int[] next = first.clone();
    int[] states = new int[timeline.states()];
    for (int state = 0; state < states.length; state++) {
      states[next[timeline.rank(state)]++] = state;
    }
    return new RankOrder(states, first);
  }
}
