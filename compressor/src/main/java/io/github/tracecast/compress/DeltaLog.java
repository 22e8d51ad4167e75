package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of one call in a task's program: computation before it and time inside it. Not
 * thread-safe.
 */
final class DeltaLog {
  /** The number of units of times. They are the first values of {@link Unit}. */
  private static final int UNITS = 2;

  /** The number of slots, one for each pair of a kind of time and a unit. */
  static final int SLOTS = Delta.TIMES.size() * UNITS;

  /**
   * The form of packed times of one execution. The other forms are several executions, and times
   * that are stored elsewhere.
   */
  private static final int ONE = 0;

  private static final int SEVERAL = 1;
  private static final int SUMMED_UP = 2;

  /** This number is added to the form if calls are counted. */
  private static final int COUNTED = 3;

  private final CompressOptions options;

  /** The call site before the only execution. */
  private final int siteBefore;

  private final int computeSlot;
  private final double compute;
  private final int insideSlot;
  private final double inside;

  /** A series for each slot; null until there is a second execution. */
  private DeltaSeries @Nullable [] series;

  /** How many calls each execution represents; null if calls are not counted. */
  private @Nullable DeltaSummary calls;

  /**
   * The times of groups of ranks, in the order of executions; empty if the times are of this task
   * alone.
   */
  private List<GroupTimes> grouped = List.of();

  /**
   * Creates the times of one execution. A slot of -1 means that the execution has no time of this
   * kind.
   */
  DeltaLog(
      CompressOptions options,
      int after,
      int computeSlot,
      double compute,
      int insideSlot,
      double inside) {
    this.options = options;
    this.siteBefore = after;
    this.computeSlot = computeSlot;
    this.compute = compute;
    this.insideSlot = insideSlot;
    this.inside = inside;
  }

  /** Creates the times of a call that has no further executions. */
  DeltaLog(CompressOptions options, DeltaSeries[] series) {
    this(options, 0, -1, 0, -1, 0);
    this.series = series;
  }

  /** Creates the times of several ranks, one of which is the rank of this task. */
  DeltaLog(CompressOptions options, GroupTimes times) {
    this(options, 0, -1, 0, -1, 0);
    this.grouped = new ArrayList<>(List.of(times));
  }

  /** Sets how many calls each execution represents; null if calls are not counted. */
  DeltaLog counting(@Nullable DeltaSummary counted) {
    calls = counted;
    return this;
  }

  /**
   * Returns how many calls each execution represents. Returns null if calls are not counted, or if
   * another rank's task has the numbers.
   */
  @Nullable DeltaSummary calls(RankList rank) {
    if (grouped.isEmpty()) {
      return calls;
    }
    if (grouped.getFirst().first() != rank.min()) {
      return null;
    }
    DeltaSummary all = null;
    for (GroupTimes times : grouped) {
      all = DeltaSummary.totalsOfBoth(all, times.calls());
    }
    return all;
  }

  static int slot(Delta.Kind kind, Unit unit) {
    return kind.ordinal() * UNITS + unit.ordinal();
  }

  static Delta.Kind kind(int slot) {
    return Delta.TIMES.get(slot / UNITS);
  }

  static Unit unit(int slot) {
    return Unit.values()[slot % UNITS];
  }

  /** Returns the sum of the values in all slots with the same unit as a given slot. */
  static double inUnitOf(int slot, double[] bySlot) {
    double sum = 0;
    for (int i = 0; i < SLOTS; i++) {
      sum += unit(i) == unit(slot) ? bySlot[i] : 0;
    }
    return sum;
  }

  /** Appends the times of later executions. */
  void append(DeltaLog later, LeafNode node) {
    if (!grouped.isEmpty()) {
      grouped.addAll(later.grouped);
      return;
    }
    calls = DeltaSummary.totalsOfBoth(calls, later.calls);
    DeltaSeries[] mine = series(node);
    if (later.series == null) {
      later.addTo(mine, node);
      return;
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      if (later.series[slot] != null) {
        seriesOf(mine, slot).append(later.series[slot], node);
      }
    }
  }

  private DeltaSeries[] series(LeafNode node) {
    if (series == null) {
      DeltaSeries[] first = new DeltaSeries[SLOTS];
      addTo(first, node);
      series = first;
    }
    return series;
  }

  /** Adds the times of the only execution to the series. */
  private void addTo(DeltaSeries[] all, LeafNode node) {
    if (computeSlot >= 0) {
      seriesOf(all, computeSlot).add(siteBefore, compute, node);
    }
    if (insideSlot >= 0) {
      seriesOf(all, insideSlot).add(siteBefore, inside, node);
    }
  }

  /** Returns the series of a slot. Creates the series if there is none. */
  private DeltaSeries seriesOf(DeltaSeries[] all, int slot) {
    if (all[slot] == null) {
      all[slot] = new DeltaSeries(options);
    }
    return all[slot];
  }

  /**
   * Writes the times and returns true. If the times were summed up, writes only the form and
   * returns false.
   */
  boolean pack(PackedBytes bytes) {
    if (!grouped.isEmpty()) {
      bytes.varint(SUMMED_UP);
      return false;
    }
    if (series == null) {
      packForm(ONE, bytes);
      bytes.number(siteBefore);
      pack(computeSlot, compute, bytes);
      pack(insideSlot, inside, bytes);
      return true;
    }
    for (DeltaSeries one : series) {
      if (one != null && one.isSummedUp()) {
        bytes.varint(SUMMED_UP);
        return false;
      }
    }
    packForm(SEVERAL, bytes);
    for (DeltaSeries one : series) {
      bytes.varint(one == null ? 0 : one.keptValues());
      if (one != null) {
        one.pack(bytes);
      }
    }
    return true;
  }

  private void packForm(int form, PackedBytes bytes) {
    bytes.varint(calls == null ? form : form + COUNTED);
    if (calls != null) {
      calls.pack(bytes);
    }
  }

  private static void pack(int slot, double value, PackedBytes bytes) {
    bytes.varint(slot + 1L);
    if (slot >= 0) {
      bytes.real(value);
    }
  }

  /** Reads the times that {@link #pack} wrote; null if the times were summed up. */
  static @Nullable DeltaLog unpack(PackedBytes.Reader reader, CompressOptions options) {
    int form = reader.smallVarint();
    if (form == SUMMED_UP) {
      return null;
    }
    DeltaSummary counted = form < COUNTED ? null : DeltaSummary.unpack(reader);
    return unpack(form % COUNTED, reader, options).counting(counted);
  }

  private static DeltaLog unpack(int form, PackedBytes.Reader reader, CompressOptions options) {
    if (form == SEVERAL) {
      DeltaSeries[] series = new DeltaSeries[SLOTS];
      for (int slot = 0; slot < SLOTS; slot++) {
        int kept = reader.smallVarint();
        series[slot] = kept == 0 ? null : DeltaSeries.unpack(reader, kept, options);
      }
      return new DeltaLog(options, series);
    }
    int after = (int) reader.number();
    int computeSlot = reader.smallVarint() - 1;
    double compute = computeSlot < 0 ? 0 : reader.real();
    int insideSlot = reader.smallVarint() - 1;
    return new DeltaLog(
        options, after, computeSlot, compute, insideSlot, insideSlot < 0 ? 0 : reader.real());
  }

  /** Returns the sum of the task's times in a slot. */
  double spent(int slot, LeafNode node) {
    if (!grouped.isEmpty()) {
      return grouped.stream().mapToDouble(times -> times.perRank(slot)).sum();
    }
    DeltaSeries times = series(slot, node);
    return times == null ? 0 : times.sum();
  }

  /**
   * Returns the times of a slot by groups; null if no times were recorded, or if another rank's
   * task has the times.
   */
  @Nullable DeltaGroups groups(int slot, LeafNode node, RankList rank) {
    if (grouped.isEmpty()) {
      DeltaSeries times = series(slot, node);
      return times == null ? null : groups(slot, node, rank, times);
    }
    if (grouped.getFirst().first() != rank.min()) {
      return null;
    }
    return grouped.stream()
        .map(times -> times.groups(slot))
        .filter(groups -> !groups.isEmpty())
        .map(DeltaGroups::of)
        .reduce(DeltaGroups::appended)
        .orElse(null);
  }

  private static DeltaGroups groups(int slot, LeafNode node, RankList rank, DeltaSeries times) {
    DeltaProfile profile = times.profile(node);
    double[] all = times.allValues();
    if (profile.count() != node.executions) {
      profile.dropPositions();
      all = null;
    }
    if (kind(slot) == Delta.Kind.INSIDE) {
      profile.dropExecutions(); // a replay computes the time inside each call
    }
    return DeltaGroups.of(rank, profile, all);
  }

  /** Returns the series of a slot; null if no times were recorded for it. */
  @Nullable DeltaSeries series(int slot, LeafNode node) {
    return series(node)[slot];
  }
}
