package io.github.tracecast.simulate.replay;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.ReplayResult;
import java.util.AbstractList;
import java.util.RandomAccess;

/** The accounts of all ranks, one column per time. Makes each record when it is asked for. */
final class RankTimesView extends AbstractList<ReplayResult.RankTimes> implements RandomAccess {
  private final long[] ends;
  private final long[] computed;
  private final long[] overhead;

  /**
   * @param ends the end of each rank, in ps
   * @param computed the computation of each rank, in ps
   * @param overhead each rank's own work for messages, in ps
   */
  RankTimesView(long[] ends, long[] computed, long[] overhead) {
    this.ends = ends;
    this.computed = computed;
    this.overhead = overhead;
  }

  @Override
  public ReplayResult.RankTimes get(int rank) {
    long inCalls = ends[rank] - computed[rank];
    return new ReplayResult.RankTimes(
        rank,
        Picos.seconds(ends[rank]),
        Picos.seconds(computed[rank]),
        Picos.seconds(inCalls),
        Picos.seconds(inCalls - overhead[rank]));
  }

  @Override
  public int size() {
    return ends.length;
  }
}
