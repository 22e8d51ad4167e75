package io.github.tracecast.decompress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the distribution of the time before or inside an event, by rank, predecessor and execution.
 * One table serves all ranks. A look-up compares the predecessors of the event, which are few, and
 * allocates nothing. Immutable.
 */
public final class DeltaTable {
  private static final int KINDS = Delta.TIMES.size();

  /**
   * For each pair of an event and a kind of delta, the index of its first path. There is a path for
   * each predecessor of the event. A last entry marks the end.
   */
  private final int[] firstPath;

  private final int[] after;
  private final Owners[] owners;
  /**
   * For each path and piece of ranks, the index of its first distribution. {@link #period} has the
   * number of its distributions.
   */
  private final int[][] first;

  private final int[][] period;
  private final RankList[] only;

  private final Distribution[] distributions;

  /**
   * For each distribution, the distribution over all executions of its path if executions have
   * separate times; otherwise the distribution itself.
   */
  private final Distribution[] inAnyOrder;

  private final Unit[] units;
  private final double[] means;
  private final double[] mins;
  private final double[] maxes;
  private final double[] recorded;
  private final long[] counts;

  private record Path(int after, Unit unit) {}

  private DeltaTable(Trace trace, Unit preferred) {
    List<Event> events = trace.events();
    Owners.Pool pool = new Owners.Pool(trace.header().ranks());
    Building building = new Building();
    firstPath = new int[events.size() * KINDS + 1];
    recorded = new double[events.size() * KINDS * Unit.values().length];
    counts = new long[recorded.length];
    for (int event = 0; event < events.size(); event++) {
      for (Delta.Kind kind : Delta.TIMES) {
        firstPath[event * KINDS + kind.ordinal()] = building.after.size();
        building.add(events.get(event), kind, preferred, pool);
      }
      for (Delta delta : events.get(event).deltas()) {
        if (!Delta.TIMES.contains(delta.kind())) {
          continue;
        }
        int at = recordedAt(event, delta.kind(), delta.unit());
        for (Distribution distribution : delta.byExecution()) {
          recorded[at] += distribution.sum();
          counts[at] += distribution.count();
        }
      }
    }
    firstPath[events.size() * KINDS] = building.after.size();
    after = building.after.stream().mapToInt(Integer::intValue).toArray();
    owners = building.owners.toArray(Owners[]::new);
    only = building.only.toArray(RankList[]::new);
    first = building.first.toArray(int[][]::new);
    period = building.period.toArray(int[][]::new);
    distributions = building.distributions.toArray(Distribution[]::new);
    inAnyOrder = building.inAnyOrder.toArray(Distribution[]::new);
    units = building.units.toArray(Unit[]::new);
    means = new double[distributions.length];
    mins = new double[distributions.length];
    maxes = new double[distributions.length];
    for (int index = 0; index < distributions.length; index++) {
      means[index] = distributions[index].mean();
      // Thousands of distributions of a call can share one histogram over all executions, so the
      // extremes of the histogram are found once.
      boolean known = index > 0 && inAnyOrder[index] == inAnyOrder[index - 1];
      mins[index] = known ? mins[index - 1] : inAnyOrder[index].min();
      maxes[index] = known ? maxes[index - 1] : inAnyOrder[index].max();
    }
  }

  /**
   * Returns the table of a trace. If an event has both time and instructions for a path, look-ups
   * find the time.
   */
  public static DeltaTable of(Trace trace) {
    return of(trace, Unit.MICROSECONDS);
  }

  /**
   * Returns the table of a trace. For a path that was recorded in two units, look-ups find the
   * preferred unit.
   *
   * @param preferred the unit that look-ups find if a path has two units
   */
  public static DeltaTable of(Trace trace, Unit preferred) {
    return new DeltaTable(trace, preferred);
  }

  /**
   * Finds the distribution for one execution. It is the distribution after the given predecessor
   * or, if there is none, the distribution after any predecessor.
   *
   * @param previousCallSite call site of the rank's previous event, or {@link Delta#AFTER_NOTHING}
   * @return an index for {@link #mean} and the methods after it, or -1 if nothing was recorded for
   *     this path
   */
  public int find(Delta.Kind kind, int event, int rank, int previousCallSite, long execution) {
    int index = findExactly(kind, event, rank, previousCallSite, execution);
    return index >= 0 ? index : findExactly(kind, event, rank, Delta.AFTER_ANY, execution);
  }

  /**
   * Returns the number of executions after which the results of {@link #find} repeat; at most
   * {@link Long#MAX_VALUE}.
   */
  public long period(Delta.Kind kind, int event, int rank, int previousCallSite) {
    long period = 1;
    int key = event * KINDS + kind.ordinal();
    for (int path = firstPath[key], end = firstPath[key + 1]; path < end; path++) {
      if ((after[path] == previousCallSite || after[path] == Delta.AFTER_ANY)
          && index(path, rank, 0) >= 0) {
        int piece = owners[path] == null ? 0 : owners[path].of(rank);
        period = CommonPeriods.common(period, this.period[path][piece]);
      }
    }
    return period;
  }

  /** Whether {@link #find} takes a distribution that holds after any predecessor. */
  public boolean holdsAfterAny(Delta.Kind kind, int event, int rank, int previousCallSite) {
    return findExactly(kind, event, rank, previousCallSite, 0) < 0
        && findExactly(kind, event, rank, Delta.AFTER_ANY, 0) >= 0;
  }

  private int findExactly(
      Delta.Kind kind, int event, int rank, int previousCallSite, long execution) {
    int key = event * KINDS + kind.ordinal();
    for (int path = firstPath[key], end = firstPath[key + 1]; path < end; path++) {
      if (after[path] == previousCallSite) {
        int index = index(path, rank, execution);
        if (index >= 0) {
          return index;
        }
      }
    }
    return -1;
  }

  private int index(int path, int rank, long execution) {
    Owners owner = owners[path];
    int piece = 0;
    if (owner != null) {
      piece = owner.of(rank);
      if (piece < 0) {
        return -1;
      }
    } else if (only[path] != null && !only[path].contains(rank)) {
      return -1;
    }
    int length = period[path][piece];
    return first[path][piece] + (length == 1 ? 0 : (int) (execution % length));
  }

  /** Returns the number of distributions. */
  public int size() {
    return distributions.length;
  }

  /** Returns the unit of a distribution: microseconds, instructions or calls. */
  public Unit unit(int index) {
    return units[index];
  }

  /**
   * Returns the mean of a distribution, in its unit. If executions have separate times, it is the
   * time of one execution.
   */
  public double mean(int index) {
    return means[index];
  }

  /** Returns the smallest value (in {@link #unit}) of all executions with the same predecessor. */
  public double min(int index) {
    return mins[index];
  }

  /** Returns the largest value (in {@link #unit}) of all executions with the same predecessor. */
  public double max(int index) {
    return maxes[index];
  }

  /**
   * Returns the distribution with this index. If executions have separate times, returns the
   * distribution over all executions of the path.
   */
  public Distribution distribution(int index) {
    return inAnyOrder[index];
  }

  /**
   * Returns the sum of the values of one event over all its ranks and executions, in the given
   * unit; 0 if none were recorded.
   */
  public double recorded(int event, Delta.Kind kind, Unit unit) {
    return recorded[recordedAt(event, kind, unit)];
  }

  /** Returns the number of values of one kind and unit that were recorded for one event. */
  public long recordedCount(int event, Delta.Kind kind, Unit unit) {
    return counts[recordedAt(event, kind, unit)];
  }

  /** Returns the sum of the values of all events, ranks and executions, in the given unit. */
  public double recorded(Delta.Kind kind, Unit unit) {
    double sum = 0;
    for (int at = recordedAt(0, kind, unit);
        at < recorded.length;
        at += KINDS * Unit.values().length) {
      sum += recorded[at];
    }
    return sum;
  }

  /** Returns the seconds of computation that the trace recorded, summed over all ranks. */
  public double recordedComputeSeconds() {
    return recorded(Delta.Kind.COMPUTE, Unit.MICROSECONDS) * 1e-6;
  }

  /**
   * Returns the seconds inside MPI calls that the trace recorded, summed over all ranks. The sum
   * includes the calls that start and end MPI.
   */
  public double recordedCommunicationSeconds() {
    return recorded(Delta.Kind.INSIDE, Unit.MICROSECONDS) * 1e-6;
  }

  private static int recordedAt(int event, Delta.Kind kind, Unit unit) {
    return (event * KINDS + kind.ordinal()) * Unit.values().length + unit.ordinal();
  }

  /** Collects the paths in the order of their events. */
  private static final class Building {
    final List<Integer> after = new ArrayList<>();
    final List<Owners> owners = new ArrayList<>();
    final List<RankList> only = new ArrayList<>();
    final List<int[]> first = new ArrayList<>();
    final List<int[]> period = new ArrayList<>();
    final List<Distribution> distributions = new ArrayList<>();
    final List<Distribution> inAnyOrder = new ArrayList<>();
    final List<Unit> units = new ArrayList<>();

    void add(Event event, Delta.Kind kind, Unit preferred, Owners.Pool pool) {
      Map<Path, List<Delta>> paths = new LinkedHashMap<>();
      for (Unit unit : preferred == Unit.MICROSECONDS
          ? List.of(Unit.MICROSECONDS, Unit.INSTRUCTIONS)
          : List.of(Unit.INSTRUCTIONS, Unit.MICROSECONDS)) {
        for (Delta delta : event.deltas()) {
          if (delta.kind() == kind && delta.unit() == unit) {
            paths
                .computeIfAbsent(new Path(delta.after(), unit), p -> new ArrayList<>())
                .add(delta);
          }
        }
      }
      paths.forEach((path, deltas) -> add(path, deltas, event.ranks(), pool));
    }

    private void add(Path path, List<Delta> deltas, RankList ranks, Owners.Pool pool) {
      List<RankList> lists = new ArrayList<>();
      int[] firsts = new int[deltas.size()];
      int[] periods = new int[deltas.size()];
      for (int piece = 0; piece < firsts.length; piece++) {
        Delta delta = deltas.get(piece);
        lists.add(delta.ranks());
        firsts[piece] = distributions.size();
        periods[piece] = delta.byExecution().size();
        Delta unordered = delta.inAnyOrder();
        for (Distribution distribution : delta.byExecution()) {
          distributions.add(distribution);
          inAnyOrder.add(
              unordered == delta ? distribution : unordered.byExecution().getFirst());
          units.add(path.unit());
        }
      }
      after.add(path.after());
      owners.add(pool.of(lists));
      only.add(lists.size() > 1 || lists.getFirst().equals(ranks) ? null : lists.getFirst());
      first.add(firsts);
      period.add(periods);
    }
  }
}
