package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import io.github.tracecast.trace.recorder.RecorderConstants;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The times of one kind and unit of a call, in the order of its executions. The first {@link #KEPT}
 * values are kept one by one. Then the loops around the call are known, and all values are summed
 * up by path and by position. Positions are counted in the outermost loop that has few enough
 * positions. Calls with few executions keep each execution separate. So memory is bounded, unless
 * the options ask for every value. Not thread-safe.
 */
final class DeltaSeries {
  /** The number of values that are kept one by one. With more values, all are summed up. */
  private static final int KEPT = 2048;

  /** Positions in a loop have separate times only if there are at most this many positions. */
  static final int POSITIONS = RecorderConstants.integer("TC_POSITIONS");

  /** Executions have separate times only if the call has at most this many executions in the whole run. */
  static final int EXECUTIONS = RecorderConstants.integer("TC_EXECUTIONS");

  private static final double[] NO_VALUES = {};
  private static final int[] NO_PATHS = {};

  private final CompressOptions options;

  /**
   * The values that are kept one by one. After the values were summed up, this array and the array
   * of their paths are empty.
   */
  private double[] values = new double[4];

  private int[] paths = new int[4];
  private int keptValues;

  /** The sums of the values; null as long as the values are kept one by one. */
  private @Nullable DeltaProfile profile;

  DeltaSeries(CompressOptions options) {
    this.options = options;
  }

  /** Creates a series of values that are kept one by one. */
  DeltaSeries(CompressOptions options, int[] paths, double[] values) {
    this(options);
    this.paths = paths;
    this.values = values;
    this.keptValues = values.length;
  }

  /** Creates a series of values that were summed up. */
  DeltaSeries(CompressOptions options, DeltaProfile profile) {
    this(options);
    this.profile = profile;
    dropValues();
  }

  void add(int path, double value, LeafNode node) {
    if (profile == null && keptValues == KEPT && options.detail() != DeltaDetail.ALL) {
      profile = summed(node);
      dropValues();
    }
    if (profile != null) {
      profile.add(path, value);
      return;
    }
    if (keptValues == values.length) {
      values = Arrays.copyOf(values, 2 * keptValues);
      paths = Arrays.copyOf(paths, 2 * keptValues);
    }
    values[keptValues] = value;
    paths[keptValues++] = path;
  }

  void append(DeltaSeries later, LeafNode node) {
    if (later.profile == null) {
      for (int i = 0; i < later.keptValues; i++) {
        add(later.paths[i], later.values[i], node);
      }
      return;
    }
    if (profile == null) {
      profile = summed(node);
      dropValues();
    }
    profile.append(later.profile);
  }

  private void dropValues() {
    values = NO_VALUES;
    paths = NO_PATHS;
  }

  /** Returns the sum of all values. */
  double sum() {
    double sum = profile == null ? 0 : profile.sum();
    for (int i = 0; i < keptValues && profile == null; i++) {
      sum += values[i];
    }
    return sum;
  }

  boolean isSummedUp() {
    return profile != null;
  }

  /** Returns the number of values that are kept one by one. */
  int keptValues() {
    return keptValues;
  }

  void pack(PackedBytes bytes) {
    for (int i = 0; i < keptValues; i++) {
      bytes.number(paths[i]);
      bytes.real(values[i]);
    }
  }

  /** Reads the values that {@link #pack} wrote. */
  static DeltaSeries unpack(PackedBytes.Reader reader, int kept, CompressOptions options) {
    int[] paths = new int[kept];
    double[] values = new double[kept];
    for (int i = 0; i < kept; i++) {
      paths[i] = (int) reader.number();
      values[i] = reader.real();
    }
    return new DeltaSeries(options, paths, values);
  }

  /** Returns all values in order; null if they were summed up. */
  double @Nullable [] allValues() {
    return options.detail() == DeltaDetail.ALL && profile == null
        ? Arrays.copyOf(values, keptValues)
        : null;
  }

  /** Returns the values summed up by path and by position. */
  DeltaProfile profile(LeafNode node) {
    return profile != null ? profile : summed(node);
  }

  private DeltaProfile summed(LeafNode node) {
    boolean shared = options.detail() == DeltaDetail.SHARED;
    DeltaProfile sums = new DeltaProfile(
        options.countsByMagnitude(),
        shared ? 1 : positions(node),
        shared || keptValues < 2 || keptValues > EXECUTIONS
            ? ExecutionTimes.NONE
            : new ExecutionTimes(Arrays.copyOf(values, keptValues)));
    for (int i = 0; i < keptValues; i++) {
      sums.add(paths[i], values[i]);
    }
    return sums;
  }

  /**
   * Returns how often the call is executed in an iteration of an enclosing loop. This loop is the
   * outermost loop in which the number is small and equal in all iterations.
   */
  private int positions(LeafNode node) {
    long positions = 1;
    LoopNode loop = node.parent;
    while (loop != null && loop.parent != null) {
      long iterations = loop.usualIterations();
      if (iterations == 0 || iterations * positions > POSITIONS) {
        break;
      }
      positions *= iterations;
      loop = loop.parent;
    }
    return (int) positions;
  }
}
