package io.github.tracecast.tools.extrapolate;

import java.util.List;

/**
 * A value of one rank of a recording.
 *
 * @param layout the layout of the recording
 */
record Sample(Layout layout, int rank, long value) {
  /** Returns the number of different layouts of samples. */
  static int layouts(List<Sample> samples) {
    return (int) samples.stream().map(Sample::layout).distinct().count();
  }

  Sample with(long other) {
    return new Sample(layout, rank, other);
  }
}
