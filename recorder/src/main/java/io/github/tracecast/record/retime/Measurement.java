package io.github.tracecast.record.retime;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.DeltaSummary;
import io.github.tracecast.compress.iterations.SingleTimes;
import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.imports.RecordedCalls;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import io.github.tracecast.trace.times.Distribution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The computation of one rank that ran alone, by call and previous call. If the trace has separate
 * times for each position in a loop, the measurement has them, too.
 */
public final class Measurement {
  /**
   * The largest number of positions in a loop that have separate times. A longer period would be a
   * list of single executions.
   */
  private static final long MOST_PLACES = 1 << 12;

  private final Trace trace;
  private final EventTable table;
  private final TaskCursor cursor;
  private final DeltaTable deltas;
  private final int rank;
  private final boolean complete;
  private final OptionalDouble waitedShare;
  private final List<Map<Integer, DeltaSummary[]>> byEvent = new ArrayList<>();
  private final SingleTimes inOrder;
  private Unit unit = Unit.MICROSECONDS;
  private double measured;
  private double recorded;
  private long calls;

  private Measurement(Programs programs, int rank, Path folder) {
    this.trace = programs.trace();
    this.table = programs.table();
    this.cursor = programs.cursor(rank);
    this.deltas = DeltaTable.of(trace);
    this.rank = rank;
    this.inOrder = new SingleTimes(programs.ranks());
    for (int event = 0; event < trace.events().size(); event++) {
      byEvent.add(new TreeMap<>());
    }
    RecordedCalls.times(folder, rank, this::add);
    this.complete = !cursor.next();
    this.waitedShare = RecordedCalls.waitedShare(folder, rank);
  }

  /**
   * Reads the times of a rank's calls.
   *
   * @param folder the folder of the recorder's log of that rank, which has every single call
   * @throws UsageException if its calls differ from the trace's
   */
  public static Measurement of(Programs programs, int rank, Path folder) {
    return new Measurement(programs, rank, folder);
  }

  private void add(MpiCall call, Unit counted, double amount) {
    if (!cursor.next()) {
      throw new UsageException(
          "rank " + rank + ": found " + call.mpiName() + " after "
              + Numbers.counted(calls, "call")
              + "; expected no further call, as in the trace; does the payload belong to the run of this trace?");
    }
    int event = cursor.event();
    MpiCall expected = trace.events().get(event).call();
    if (call != expected) {
      throw new UsageException("rank " + rank + ", call " + calls + ": found " + call.mpiName()
          + "; expected " + expected.mpiName()
          + ", as in the trace; does the payload belong to the run of this trace?");
    }
    unit = counted;
    inOrder.add(counted, amount);
    calls++;
    int after = table.siteBefore(cursor);
    DeltaSummary[] places =
        byEvent.get(event).computeIfAbsent(path(event, after), path -> places(event, path));
    int place = (int) (cursor.execution() % places.length);
    places[place].add(amount);
    int known = deltas.find(Delta.Kind.COMPUTE, event, rank, after, cursor.execution());
    if (known >= 0 && deltas.unit(known) == counted) {
      recorded += deltas.mean(known);
      measured += amount;
    }
  }

  /**
   * Returns the call site before an event by which its times are kept apart. If the trace's
   * positions hold after any call, these times do too, because each path reaches only some of the
   * positions.
   */
  private int path(int event, int after) {
    return deltas.holdsAfterAny(Delta.Kind.COMPUTE, event, rank, after)
            && positions(event, after) > 1
        ? Delta.AFTER_ANY
        : after;
  }

  /**
   * Returns an empty summary for each position of an event in a loop. Times of single iterations
   * are not positions, so they all share one summary.
   */
  private DeltaSummary[] places(int event, int after) {
    return Stream.generate(DeltaSummary::byMagnitude)
        .limit(positions(event, after))
        .toArray(DeltaSummary[]::new);
  }

  private int positions(int event, int after) {
    long period = deltas.period(Delta.Kind.COMPUTE, event, rank, after);
    return period > MOST_PLACES || trace.header().times().isPresent() ? 1 : (int) period;
  }

  public int rank() {
    return rank;
  }

  /** Whether the rank ran to its end. */
  public boolean complete() {
    return complete;
  }

  /**
   * Returns the share of the run, 0 to 1, in which the rank waited for a processor. The share is 0
   * if it is unknown, or if the measured computation excludes waiting.
   */
  double waitedShare() {
    return waitedShare.orElse(0);
  }

  /** Returns how many calls the rank made before the measurement ended. */
  public long calls() {
    return calls;
  }

  /** Returns the measured computation before each call, in order. */
  SingleTimes inOrder() {
    return inOrder;
  }

  /**
   * Returns the measured computation before all calls for which the trace has computation in {@link
   * #unit}.
   */
  public double measured() {
    return measured;
  }

  /** Returns the trace's computation before the calls that {@link #measured} includes. */
  public double recorded() {
    return recorded;
  }

  /** Returns measured divided by recorded computation; 1 if the trace has no computation. */
  double factor() {
    return recorded > 0 ? measured / recorded : 1;
  }

  public Unit unit() {
    return unit;
  }

  /**
   * Returns the computation before an event on a number of ranks, by the call site before the
   * event: a distribution for each position in a loop.
   */
  Map<Integer, List<Distribution>> paths(int event, int ranks) {
    Map<Integer, List<Distribution>> paths = new TreeMap<>();
    byEvent
        .get(event)
        .forEach((after, places) -> paths.put(
            after,
            IntStream.range(0, places.length)
                .mapToObj(place -> places[place].count() == 0
                    ? unreached(event, after, place, places)
                    : places[place].distribution(CompressOptions.DEFAULT))
                .map(one -> one.repeated(ranks))
                .toList()));
    return paths;
  }

  /**
   * Returns the computation of one execution at a position that a shorter run did not reach. It is
   * the trace's computation, changed by the same factor as the measured part. If the trace has the
   * computation in another unit, it is the average of the positions that the run reached. One
   * execution keeps the sum of all positions small: the values of all positions, at each of 300
   * positions that the run did not reach, would have 300 times the measured sum.
   */
  private Distribution unreached(int event, int after, int place, DeltaSummary[] places) {
    int known = deltas.find(Delta.Kind.COMPUTE, event, rank, after, place);
    double mean =
        known >= 0 && deltas.unit(known) == unit ? deltas.mean(known) * factor() : mean(places);
    return new Distribution.MinAvgMax(1, mean, mean, mean);
  }

  private static double mean(DeltaSummary[] places) {
    DeltaSummary all = DeltaSummary.byMagnitude();
    for (DeltaSummary place : places) {
      all.add(place);
    }
    return all.distribution(CompressOptions.DEFAULT).mean();
  }
}
