package io.github.tracecast.compress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of all executions of one call: either a time for each execution, or sums of times by
 * path and by position in the enclosing loops. A path is the handle of the previous call site, or
 * {@link Delta#AFTER_NOTHING}. Not thread-safe.
 */
public final class CallTimes extends Times {
  private static final int KINDS = Delta.TIMES.size();

  private final IntArrayList paths = new IntArrayList(1);
  private final List<DoubleArrayList> values = new ArrayList<>();

  private record Path(int after, DeltaSummary spread) {}

  private final List<List<Path>> summed = new ArrayList<>();
  private final List<List<DeltaSummary>> positions = new ArrayList<>();

  /** @param compute the unit of the computation before the call */
  public CallTimes(Unit compute) {
    super(compute);
    for (int kind = 0; kind < KINDS; kind++) {
      values.add(new DoubleArrayList(1));
      summed.add(new ArrayList<>());
      positions.add(new ArrayList<>());
    }
  }

  /**
   * Adds the times of one execution. A call with times of executions cannot also have the sums that
   * the methods below add.
   */
  public void execution(int after, double compute, double inside) {
    paths.add(after);
    values.get(Delta.Kind.COMPUTE.ordinal()).add(compute);
    values.get(Delta.Kind.INSIDE.ordinal()).add(inside);
  }

  /** Adds the summed times of the executions that follow one call site. */
  public void path(Delta.Kind kind, int after, DeltaSummary spread) {
    summed.get(kind.ordinal()).add(new Path(after, spread));
  }

  /** Adds the summed times of the next position in the enclosing loops. */
  public void position(Delta.Kind kind, DeltaSummary spread) {
    positions.get(kind.ordinal()).add(spread);
  }

  @Override
  @Nullable DeltaLog deltas(CompressOptions options) {
    if (options.deltas() == CompressOptions.Deltas.NONE) {
      return null;
    }
    DeltaSeries[] series = new DeltaSeries[DeltaLog.SLOTS];
    for (Delta.Kind kind : Delta.TIMES) {
      int k = kind.ordinal();
      if (!paths.isEmpty()) {
        series[slot(kind)] =
            new DeltaSeries(options, paths.toIntArray(), values.get(k).toDoubleArray());
      } else if (!summed.get(k).isEmpty()) {
        DeltaProfile profile = new DeltaProfile(
            options.countsByMagnitude(),
            positions.get(k).toArray(DeltaSummary[]::new),
            ExecutionTimes.NONE);
        summed.get(k).forEach(path -> profile.add(path.after, path.spread));
        series[slot(kind)] = new DeltaSeries(options, profile);
      }
    }
    return new DeltaLog(options, series).counting(calls());
  }
}
