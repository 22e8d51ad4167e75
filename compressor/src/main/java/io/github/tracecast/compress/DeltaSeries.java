package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import io.github.tracecast.trace.RecorderConstants;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The times of one kind and unit of a call, in the order of its executions. The first {@link #KEPT}
 * values are kept one by one. After that the loops around the call are known, and values are summed
 * up. Each value goes to the spread of its path, and to the spread of its position in the outermost
 * loop with few enough positions. Calls with few executions keep each execution separate. The first
 * {@link CompressOptions#singles} values also stay in order, for {@link io.github.tracecast.compress.iterations.RepresentativeTimes}. So
 * memory is bounded unless the options ask for every value. Not thread-safe.
 */
final class DeltaSeries {
  /** The number of values kept before they are summed up. */
  private static final int KEPT = 2048;

  /** The largest number of separate positions in a loop. */
  static final int POSITIONS = RecorderConstants.integer("TC_POSITIONS");

  /** The largest number of separate executions in the whole run. */
  static final int EXECUTIONS = RecorderConstants.integer("TC_EXECUTIONS");

  private static final double[] NO_VALUES = {};
  private static final int[] NO_PATHS = {};

  private final CompressOptions options;

  /** The first values in order; later ones are only summed up. */
  private double[] values = new double[4];

  /** Empty once the values are summed up. */
  private int[] paths = new int[4];

  private int kept;

  /** All values so far. */
  private long count;

  /** Null as long as the values are kept. */
  private @Nullable DeltaProfile profile;

  DeltaSeries(CompressOptions options) {
    this.options = options;
  }

  /** Values that are kept one by one. */
  DeltaSeries(CompressOptions options, int[] paths, double[] values) {
    this(options);
    this.paths = paths;
    this.values = values;
    this.kept = values.length;
    this.count = kept;
  }

  /** Values that have been summed up. */
  DeltaSeries(CompressOptions options, DeltaProfile profile) {
    this(options);
    this.profile = profile;
    this.values = NO_VALUES;
    this.paths = NO_PATHS;
    this.count = profile.count();
  }

  void add(int path, double value, LeafNode node) {
    DeltaProfile sums = profile == null && kept == KEPT && options.detail() != DeltaDetail.ALL
        ? sumUp(node)
        : profile;
    if (sums != null) {
      sums.add(path, value);
      keep(value);
      return;
    }
    keep(value);
    if (kept > paths.length) {
      paths = Arrays.copyOf(paths, values.length);
    }
    paths[kept - 1] = path;
  }

  /** Keeps a value in order if all values before it are kept, and if there is room. */
  private void keep(double value) {
    if (kept == count++ && (profile == null || kept < options.singles())) {
      if (kept == values.length) {
        values = Arrays.copyOf(values, 2 * kept);
      }
      values[kept++] = value;
    }
  }

  void append(DeltaSeries later, LeafNode node) {
    if (later.profile == null) {
      for (int i = 0; i < later.kept; i++) {
        add(later.paths[i], later.values[i], node);
      }
      return;
    }
    DeltaProfile sums = profile == null ? sumUp(node) : profile;
    sums.append(later.profile);
    for (int i = 0; i < later.kept; i++) {
      keep(later.values[i]);
    }
    count += later.count - later.kept;
  }

  private DeltaProfile sumUp(LeafNode node) {
    DeltaProfile sums = summed(node);
    profile = sums;
    paths = NO_PATHS;
    if (options.singles() == 0) {
      values = NO_VALUES;
      kept = 0;
    }
    return sums;
  }

  /** All values together. */
  double sum() {
    double sum = profile == null ? 0 : profile.sum();
    for (int i = 0; i < kept && profile == null; i++) {
      sum += values[i];
    }
    return sum;
  }

  boolean isSummedUp() {
    return profile != null;
  }

  /** Values that are kept one by one. */
  int kept() {
    return kept;
  }

  void pack(PackedBytes bytes) {
    for (int i = 0; i < kept; i++) {
      bytes.number(paths[i]);
      bytes.real(values[i]);
    }
  }

  /** Values that were kept, as {@link #pack} wrote them. */
  static DeltaSeries unpack(PackedBytes.Reader reader, int kept, CompressOptions options) {
    int[] paths = new int[kept];
    double[] values = new double[kept];
    for (int i = 0; i < kept; i++) {
      paths[i] = (int) reader.number();
      values[i] = reader.real();
    }
    return new DeltaSeries(options, paths, values);
  }

  /** Returns all values in order; null if they have been summed up. */
  double @Nullable [] all() {
    return options.detail() == DeltaDetail.ALL && profile == null
        ? Arrays.copyOf(values, kept)
        : null;
  }

  /** Returns the first values in order; empty if none are kept. */
  double[] singles() {
    return options.singles() > 0 ? Arrays.copyOf(values, kept) : NO_VALUES;
  }

  /** Returns the values summed up by path and by position. */
  DeltaProfile profile(LeafNode node) {
    return profile != null ? profile : summed(node);
  }

  private DeltaProfile summed(LeafNode node) {
    boolean shared = options.detail() == DeltaDetail.SHARED;
    DeltaProfile sums = new DeltaProfile(
        options.deltas() == Deltas.HISTOGRAM,
        shared ? 1 : positions(node),
        shared || kept < 2 || kept > EXECUTIONS
            ? ExecutionTimes.NONE
            : new ExecutionTimes(Arrays.copyOf(values, kept)));
    for (int i = 0; i < kept; i++) {
      sums.add(paths[i], values[i]);
    }
    return sums;
  }

  /**
   * Returns the executions per iteration of an enclosing loop: the outermost one with few
   * executions, the same in each iteration.
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
