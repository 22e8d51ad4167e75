package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.Node.LeafNode;
import io.github.tracecast.compress.Node.LoopNode;
import java.util.Arrays;

/**
 * The times of one kind and unit of a call, in the order of its executions. The first {@link #KEPT} values are kept; by then it is
 * known which loops the call stands in, and from then on values go to the spread of their path and to that of their position in the
 * outermost of these loops that has few enough positions. Of a call of few executions each is told apart in the end. So memory is bounded, unless each single value is asked for. One thread.
 */
final class DeltaSeries {
  /** Values kept before they are summed up. */
  private static final int KEPT = 2048;

  /** Positions in a loop that are told apart, at most. */
  static final int POSITIONS = 64;

  /** Executions in the whole run that are told apart, at most. */
  static final int EXECUTIONS = 128;

  private final CompressOptions options;
  private double[] values = new double[4];
  private int[] paths = new int[4];
  private int kept;

  /** Null as long as the values are kept. */
  private DeltaProfile profile;

  DeltaSeries(CompressOptions options) {
    this.options = options;
  }

  /** Values that are kept one by one. */
  DeltaSeries(CompressOptions options, int[] paths, double[] values) {
    this(options);
    this.paths = paths;
    this.values = values;
    this.kept = values.length;
  }

  /** Values that have been summed up. */
  DeltaSeries(CompressOptions options, DeltaProfile profile) {
    this(options);
    this.profile = profile;
    this.paths = null;
    this.values = null;
  }

  void add(int path, double value, LeafNode node) {
    if (profile == null && kept == KEPT && options.detail() != DeltaDetail.ALL) {
      profile = summed(node);
      values = null;
      paths = null;
    }
    if (profile != null) {
      profile.add(path, value);
      return;
    }
    if (kept == values.length) {
      values = Arrays.copyOf(values, 2 * kept);
      paths = Arrays.copyOf(paths, 2 * kept);
    }
    values[kept] = value;
    paths[kept++] = path;
  }

  void append(DeltaSeries later, LeafNode node) {
    if (later.profile == null) {
      for (int i = 0; i < later.kept; i++) {
        add(later.paths[i], later.values[i], node);
      }
      return;
    }
    if (profile == null) {
      profile = summed(node);
      values = null;
      paths = null;
    }
    profile.append(later.profile);
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

  /** All values in order; null where they are not kept one by one. */
  double[] all() {
    return options.detail() == DeltaDetail.ALL && profile == null
        ? Arrays.copyOf(values, kept)
        : null;
  }

  /** What is known of the values, by path and by position. */
  DeltaProfile profile(LeafNode node) {
    return profile != null ? profile : summed(node);
  }

  private DeltaProfile summed(LeafNode node) {
    boolean shared = options.detail() == DeltaDetail.SHARED;
    DeltaProfile sums = new DeltaProfile(
        options.deltas() == Deltas.HISTOGRAM,
        shared ? 1 : positions(node),
        shared || kept < 2 || kept > EXECUTIONS
            ? null
            : new ExecutionTimes(Arrays.copyOf(values, kept)));
    for (int i = 0; i < kept; i++) {
      sums.add(paths[i], values[i]);
    }
    return sums;
  }

  /** Executions an iteration of the outermost loop around the call, as far as they are always the same and few. */
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
