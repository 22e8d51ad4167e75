package io.github.tracecast.simulate.state;

import io.github.tracecast.simulate.lanes.LaneTimes;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A copy of the values that describe a state, in the order of the description. Times are absolute.
 * Memory: about 1 KB per rank. One description, one thread.
 */
public final class StateImage implements StateSink {
  /** Value of {@link #origin} if no lane holds the origins of times. */
  public static final int NO_ORIGIN = -1;

  private final LongArrayList numbers;
  private final int lanes;
  private final int origin;

  /**
   * @param origin the lane on which the description writes the index of each row in this image; or
   *     {@link #NO_ORIGIN}
   * @param size the expected number of values
   */
  public StateImage(int lanes, int origin, int size) {
    this.lanes = lanes;
    this.origin = origin;
    this.numbers = new LongArrayList(size);
  }

  @Override
  public void number(long value) {
    numbers.add(value);
  }

  @Override
  public void gap(LaneTimes times, int row) {
    if (origin != NO_ORIGIN) {
      times.set(row, origin, numbers.size());
    }
    numbers.addElements(numbers.size(), times.array(row), times.at(row), lanes);
  }

  @Override
  public void time(long picos) {
    numbers.add(picos);
  }

  /** Number of values in the image, as a measure of its cost. */
  public int size() {
    return numbers.size();
  }

  public long get(int at) {
    return numbers.getLong(at);
  }

  /** The lane that holds the origins of times, or {@link #NO_ORIGIN}. */
  public int origin() {
    return origin;
  }
}
