package io.github.tracecast.simulate.result;

/**
 * The states of a timeline, sorted by rank with a stable counting sort, which keeps the order of
 * each rank's states.
 *
 * @param states the states of rank 0, then the states of rank 1, and so on
 * @param first the index of each rank's first state in {@code states}, and the end of the last
 *     rank's states
 */
public record RankOrder(int[] states, int[] first) {
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
