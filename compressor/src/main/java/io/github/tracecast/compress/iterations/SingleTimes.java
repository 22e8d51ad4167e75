package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.recorder.RecorderConstants;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The computation before each call of a rank, in order. If there is no room for all calls, it holds
 * only the first calls. A value takes 4 bytes. Not thread-safe.
 */
public final class SingleTimes {
  /** The largest number of values of all ranks together. */
  private static final int ROOM = RecorderConstants.integer("TC_SINGLES");

  /** The largest number of ranks. In a run with more ranks, the times of no rank are kept. */
  private static final int RANKS = RecorderConstants.integer("TC_SINGLES_RANKS");

  private final int room;
  private float[] values = new float[0];
  private int count;

  /** The unit of all values; null if all values are 0. */
  private @Nullable Unit unit;

  private boolean inOneUnit = true;

  /**
   * @param ranks number of ranks of the run; if it is 1, no times are kept, because the rank never
   *     waits
   */
  public SingleTimes(int ranks) {
    room = ranks > 1 && ranks <= RANKS ? ROOM / ranks : 0;
  }

  /**
   * Adds the computation before the next call.
   *
   * @return whether there is room for more values
   */
  public boolean add(Unit in, double amount) {
    if (amount > 0 && unit != in) {
      inOneUnit &= unit == null;
      unit = in;
    }
    if (count < room) {
      if (count == values.length) {
        values = Arrays.copyOf(values, Math.min(room, Math.max(64, 2 * count)));
      }
      values[count++] = (float) amount;
    }
    return count < room;
  }

  /** Returns the unit of all values; null if there are several units or no values. */
  @Nullable Unit unit() {
    return inOneUnit && count > 0 ? unit : null;
  }

  int count() {
    return count;
  }

  /** Returns the computation before a call, which must have been kept. */
  float value(int call) {
    return values[call];
  }
}
