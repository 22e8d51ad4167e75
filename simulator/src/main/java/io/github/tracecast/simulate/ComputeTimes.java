package io.github.tracecast.simulate;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;

/** The computation before each call, in ps: recorded deltas by mode and scale. One thread. */
public final class ComputeTimes {
  /** Stands for the computation on a path of an event on which none was recorded. */
  public static final int NONE = -1;

  private final DeltaTable deltas;
  private final EventTable table;
  private final ReplayOptions options;

  /** Scale of the computation before each event. */
  private final double[] scale;

  /** Picoseconds of one unit of each distribution: of a microsecond or of an instruction. */
  private final double[] picosPerUnit;

  /** The value of each distribution in the chosen mode; unused when drawn. */
  private final double[] value;

  /** Whether an event has any recorded computation. */
  private final boolean[] recorded;

  private long missingPaths;

  /** Looks through the trace once; any number of machines may share the tables. */
  public ComputeTimes(
      Trace trace,
      EventTable table,
      DeltaTable deltas,
      ReplayOptions options,
      double instructionsPerSecond) {
    this.deltas = deltas;
    this.table = table;
    this.options = options;
    int count = deltas.size();
    picosPerUnit = new double[count];
    value = new double[count];
    for (int i = 0; i < count; i++) {
      picosPerUnit[i] =
          deltas.unit(i) == Unit.MICROSECONDS ? 1e6 : Picos.PER_SECOND / instructionsPerSecond;
      value[i] = switch (options.deltas()) {
        case AVG, HISTOGRAM -> deltas.mean(i);
        case MIN -> deltas.min(i);
        case MAX -> deltas.max(i);
      };
    }
    scale = new double[trace.events().size()];
    recorded = new boolean[scale.length];
    for (int event = 0; event < scale.length; event++) {
      String site = trace.callSites().get(trace.events().get(event).callSite()).name();
      scale[event] = options.computeScale() * options.computeScaleBySite().getOrDefault(site, 1.0);
      recorded[event] = deltas.recordedCount(event, Delta.Kind.COMPUTE, Unit.MICROSECONDS) > 0
          || deltas.recordedCount(event, Delta.Kind.COMPUTE, Unit.INSTRUCTIONS) > 0;
    }
  }

  /** Computation before the cursor's event, ps. */
  long before(TaskCursor cursor) {
    int event = cursor.event();
    int index = find(event, cursor.rank(), cursor.previousEvent(), cursor.execution());
    return index < 0 ? 0 : picos(index, event, cursor.rank(), cursor.execution());
  }

  /**
   * Which recorded distribution holds; counts the paths that have none.
   *
   * @param previous the rank's event before this one, -1 if there is none
   * @return an index for {@link #picos}, or {@link #NONE}
   */
  public int find(int event, int rank, int previous, long execution) {
    int index = deltas.find(Delta.Kind.COMPUTE, event, rank, site(previous), execution);
    if (index < 0 && recorded[event]) {
      missingPaths++;
    }
    return index;
  }

  /**
   * Executions of an event, when it comes after another, after which a rank's computation before it repeats;
   * {@link Long#MAX_VALUE} where it is drawn.
   */
  public long period(int event, int rank, int previous) {
    return options.deltas() == ReplayOptions.DeltaMode.HISTOGRAM
        ? Long.MAX_VALUE
        : deltas.period(Delta.Kind.COMPUTE, event, rank, site(previous));
  }

  /** Whether nothing is recorded for a path of an event that has recorded computation: {@link #find} counts those. */
  public boolean missing(int event, int rank, int previous) {
    return recorded[event] && deltas.find(Delta.Kind.COMPUTE, event, rank, site(previous), 0) < 0;
  }

  private int site(int event) {
    return event < 0 ? Delta.AFTER_NOTHING : table.callSite(event);
  }

  /** The time of a distribution that was found, ps. */
  public long picos(int index, int event, int rank, long execution) {
    double amount = options.deltas() == ReplayOptions.DeltaMode.HISTOGRAM
        ? Draw.from(deltas.distribution(index), options.seed(), rank, event, execution)
        : value[index];
    return Picos.whole(amount * picosPerUnit[index] * scale[event]);
  }

  /** How often an event was reached on a path on which none of its deltas was recorded. */
  public long missingPaths() {
    return missingPaths;
  }

  /** Counts what was missing since a count once more for each of so many repetitions. */
  public void repeatMissing(long since, long times) {
    missingPaths += (missingPaths - since) * times;
  }

  /** The same, for people. */
  public String missingPathsWarning() {
    return missingPaths
        + " calls follow a path for which the trace has no computation; 0 s is assumed";
  }

  /** Counts calls that were not replayed. */
  void addMissingPaths(long number) {
    missingPaths += number;
  }
}
