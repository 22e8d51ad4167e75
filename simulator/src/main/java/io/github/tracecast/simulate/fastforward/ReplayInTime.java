package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.state.StateImage;
import io.github.tracecast.simulate.state.Totals;

/**
 * A replay in time order, with the operations that skip iterations. Callers use it only while all
 * ranks wait for the engine.
 */
public interface ReplayInTime extends LoopPositions {
  /** The class of a rank's program. */
  int classOf(int rank);

  /** The loop that a rank has open at a depth, an index into the trace's loops. */
  int loop(int rank, int depth);

  /** The next row of a rank's program. */
  int next(int rank);

  /** A rank's own time, ps. */
  long clockPicos(int rank);

  /** The engine's time, ps. */
  long nowPicos();

  /** The number of messages under way or not yet received. */
  int messages();

  /**
   * The state that determines the rest of the replay.
   *
   * @param before the previous image, or null
   * @param skippedPicos simulated time that was skipped so far
   */
  StateImage image(StateImage before, long skippedPicos);

  /** The current accounts. */
  Totals totals(long skippedPicos);

  /**
   * Skips some time of a rank.
   *
   * @param depth the depth of the loop that the rank repeats; 0 if it waits all the time
   * @param iterations skipped iterations of that loop
   */
  void skip(int rank, int depth, long iterations, long picos);

  /** Adds skipped time to the length of the run. The clocks do not include it. */
  void skipped(long picos);

  /** Adds the difference of two accounts {@code times} times. */
  void repeat(long times, Totals from, Totals to);

  /**
   * Adds the difference of two accounts times a factor. For each participating rank, the added
   * computation and calls together take the skipped time.
   */
  void addInProportion(double factor, Totals from, Totals to, boolean[] takesPart, long picos);
}
