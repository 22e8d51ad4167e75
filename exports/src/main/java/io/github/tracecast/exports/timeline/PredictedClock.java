package io.github.tracecast.exports.timeline;

import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.result.RankOrder;
import io.github.tracecast.simulate.result.Timeline;
import java.util.function.IntFunction;

/** The predicted times of a rank's calls, from a timeline that has each call once and in order. */
public final class PredictedClock implements RankClock {
  private static final long PICOS_PER_NANO = 1000;

  private final Timeline timeline;
  private final int[] states;
  private final int last;
  private final long fromPicos;
  private int at;

  /** @param order the timeline's states by rank */
  private PredictedClock(Timeline timeline, RankOrder order, int rank, long fromPicos) {
    this.timeline = timeline;
    this.states = order.states();
    this.at = order.first()[rank] - 1;
    this.last = order.first()[rank + 1];
    this.fromPicos = fromPicos;
  }

  /** Returns the clocks of the ranks 0 to {@code ranks} - 1. */
  public static IntFunction<RankClock> ofRanks(PredictedRun run, int ranks) {
    RankOrder order = RankOrder.of(run.timeline(), ranks);
    return rank -> new PredictedClock(run.timeline(), order, rank, run.fromPicos());
  }

  @Override
  public boolean next(TaskCursor cursor) {
    do {
      at++;
    } while (at < last && timeline.kind(states[at]) < 0);
    if (at < last && timeline.kind(states[at]) != cursor.event()) {
      throw new IllegalStateException("timeline: event " + timeline.kind(states[at]) + " of rank "
          + cursor.rank() + " where the program has " + cursor.event());
    }
    return at < last;
  }

  @Override
  public boolean shows() {
    return timeline.end(states[at]) >= fromPicos;
  }

  @Override
  public long begin() {
    return nanos(timeline.begin(states[at]));
  }

  @Override
  public long end() {
    return nanos(timeline.end(states[at]));
  }

  static long nanos(long picos) {
    return (picos + PICOS_PER_NANO / 2) / PICOS_PER_NANO;
  }
}
