package io.github.tracecast.compress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The times of all executions of one call: one by one, or summed up by path and by position in the loops around.
 * Paths are handles of the call site before, {@link Delta#AFTER_NOTHING} for none. One thread.
 */
public final class CallTimes extends Times {
  private static final int KINDS = Delta.Kind.values().length;

  private int count;
  private int[] paths = new int[1];
  private final double[][] values = new double[KINDS][1];

  private record Path(int after, Spread spread) {}

  private final List<List<Path>> summed = new ArrayList<>();
  private final List<List<Spread>> positions = new ArrayList<>();

  /** @param compute what computation before the call is in */
  public CallTimes(Unit compute) {
    super(compute);
    for (int kind = 0; kind < KINDS; kind++) {
      summed.add(new ArrayList<>());
      positions.add(new ArrayList<>());
    }
  }

  /** Adds one execution; nothing else may be added then. */
  public void execution(int after, double compute, double inside) {
    if (count == paths.length) {
      paths = Arrays.copyOf(paths, 2 * count);
      for (int kind = 0; kind < KINDS; kind++) {
        values[kind] = Arrays.copyOf(values[kind], 2 * count);
      }
    }
    paths[count] = after;
    values[Delta.Kind.COMPUTE.ordinal()][count] = compute;
    values[Delta.Kind.INSIDE.ordinal()][count++] = inside;
  }

  /** Adds what was summed up after one call site. */
  public void path(Delta.Kind kind, int after, Spread spread) {
    summed.get(kind.ordinal()).add(new Path(after, spread));
  }

  /** Adds what was summed up of one position in the loops around, the first first. */
  public void position(Delta.Kind kind, Spread spread) {
    positions.get(kind.ordinal()).add(spread);
  }

  @Override
  DeltaLog deltas(CompressOptions options) {
    if (options.deltas() == CompressOptions.Deltas.NONE) {
      return null;
    }
    DeltaSeries[] series = new DeltaSeries[DeltaLog.SLOTS];
    for (Delta.Kind kind : Delta.Kind.values()) {
      int k = kind.ordinal();
      if (count > 0) {
        series[slot(kind)] =
            new DeltaSeries(options, Arrays.copyOf(paths, count), Arrays.copyOf(values[k], count));
      } else if (!summed.get(k).isEmpty()) {
        DeltaProfile profile = new DeltaProfile(
            options.deltas() == CompressOptions.Deltas.HISTOGRAM,
            positions.get(k).toArray(Spread[]::new),
            null);
        summed.get(k).forEach(path -> profile.add(path.after, path.spread));
        series[slot(kind)] = new DeltaSeries(options, profile);
      }
    }
    return new DeltaLog(options, series);
  }
}
