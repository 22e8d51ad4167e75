package io.github.tracecast.simulate.costs;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.noise.Noise;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import org.jspecify.annotations.Nullable;

/**
 * The computation before each call, ps. The time follows from the recorded deltas, the mode, the
 * scale and the number of ranks on a node. Any number of threads.
 */
public final class ComputeTimes {
  /** The index for calls of an event without recorded computation. */
  public static final int NONE = -1;

  /**
   * The index for a call whose event has recorded computation, but not after the call's previous
   * event.
   */
  public static final int MISSING = -2;

  private final DeltaTable deltas;
  private final EventTable table;
  private final ReplayOptions options;
  private final Machine machine;
  private final @Nullable Noise noise;

  /** Scale factor of the computation before each event. */
  private final double[] scale;

  /** Picoseconds per unit of each distribution; the unit is a microsecond or an instruction. */
  private final double[] picosPerUnit;

  /** The value of each distribution in the chosen mode; unused if values are drawn. */
  private final double[] value;

  private final boolean[] recorded;

  /** Prepares the scale factors of all events and the values of all distributions of a trace. */
  public ComputeTimes(
      Trace trace, EventTable table, DeltaTable deltas, ReplayOptions options, Machine machine) {
    this.deltas = deltas;
    this.table = table;
    this.options = options;
    this.machine = machine;
    this.noise = machine.platform().node().noise().orElse(null);
    double countsPerSecond =
        machine.platform().node().countsPerSecond(trace.header().flops());
    int count = deltas.size();
    picosPerUnit = new double[count];
    value = new double[count];
    for (int i = 0; i < count; i++) {
      picosPerUnit[i] =
          deltas.unit(i) == Unit.MICROSECONDS ? 1e6 : Picos.PER_SECOND / countsPerSecond;
      value[i] = switch (options.deltas()) {
        case AUTO -> deltas.mean(i);
        case AVG, HISTOGRAM -> deltas.distribution(i).mean();
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

  /**
   * Finds the recorded distribution of the computation before a call.
   *
   * @param previous the rank's previous event, -1 if there is none
   * @return an index for {@link #picos}, {@link #NONE} or {@link #MISSING}
   */
  public int find(int event, int rank, int previous, long execution) {
    int index = deltas.find(Delta.Kind.COMPUTE, event, rank, site(previous), execution);
    return index < 0 && recorded[event] ? MISSING : index;
  }

  /**
   * The number of executions after which a rank's computation between {@code previous} and {@code
   * event} repeats. {@link Long#MAX_VALUE} if computation is drawn at random.
   */
  public long period(int event, int rank, int previous) {
    return options.deltas().isRandom(machine.platform().node())
        ? Long.MAX_VALUE
        : deltas.period(Delta.Kind.COMPUTE, event, rank, site(previous));
  }

  private int site(int event) {
    return event < 0 ? Delta.AFTER_NOTHING : table.callSite(event);
  }

  /** The computation before one execution of an event, ps; 0 without a distribution. */
  public long picos(int index, int event, int rank, long execution) {
    if (index < 0) {
      return 0;
    }
    double amount = options.deltas() == ReplayOptions.DeltaMode.HISTOGRAM
        ? Draw.from(deltas.distribution(index), options.seed(), rank, event, execution)
        : value[index];
    double picos = amount * picosPerUnit[index] * scale[event] * machine.slowdownOf(rank);
    return Picos.whole(
        noise == null ? picos : picos + noisePicos(noise, picos, event, rank, execution));
  }

  private double noisePicos(Noise added, double picos, int event, int rank, long execution) {
    long key = Draw.key(~options.seed(), rank, event, execution); // not the key of Draw.from
    return Picos.PER_SECOND * AddedNoise.seconds(added, picos / Picos.PER_SECOND, key);
  }
}
