package io.github.tracecast.simulate.progress;

import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Keeps the looks of all ranks. One thread. */
public final class WatchedRanks implements ProgressTimes {
  private final TimingEngine engine;
  private final RankLooks[] looks;

  public WatchedRanks(int ranks, TimingEngine engine) {
    this.engine = engine;
    looks = new RankLooks[ranks];
    Arrays.setAll(looks, rank -> new RankLooks(engine));
  }

  @Override
  public void begins(int row, long picos) {
    if (row < looks.length) {
      looks[row].begin(picos);
    }
  }

  @Override
  public void awaits(int row, long picos) {
    if (row < looks.length) {
      looks[row].await(picos);
    }
  }

  @Override
  public void found(int row, long picos, IntToLongFunction latest) {
    if (row < looks.length) {
      looks[row].found(picos, latest.applyAsLong(row));
    }
  }

  @Override
  public void ends(int row, long picos) {
    looks[row].end(picos);
  }

  @Override
  public long next(int rank) {
    return looks[rank].next(engine.nowPicos());
  }

  @Override
  public void describe(int rank, StateSink sink) {
    looks[rank].describe(rank, sink);
  }
}
