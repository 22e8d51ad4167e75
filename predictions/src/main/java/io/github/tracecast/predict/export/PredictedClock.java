package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.result.Timeline;

/** The predicted times of a rank's calls, from a timeline that has each call once and in order. */
final class PredictedClock implements RankClock {
  private static final long PICOS_PER_NANO = 1000;

  private final Timeline timeline;
  private final int[] states;
  private final int last;
  private final long fromPicos;
  private int at;

  /**
   * The calls of one rank.
   *
   * @param states the timeline's states by rank
   * @param first the rank's first one in {@code states}
   * @param last index of the next rank's first state
   * @param fromPicos calls that end before are not shown
   */
  PredictedClock(Timeline timeline, int[] states, int first, int last, long fromPicos) {
    this.timeline = timeline;
    this.states = states;
    this.at = first - 1;
    this.last = last;
    this.fromPicos = fromPicos;
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

  private static long nanos(long picos) {
    return (picos + PICOS_PER_NANO / 2) / PICOS_PER_NANO;
  }
}
