package io.github.tracecast.compress;

import io.github.tracecast.compress.Node.LeafNode;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;

/** The times of one call in a task's program: computation before it and time inside it. One thread. */
final class DeltaLog {
  /** Slots: kind and unit. */
  static final int SLOTS = Delta.Kind.values().length * Unit.values().length;

  private final CompressOptions options;

  /** Call site of the event before the only execution. */
  private final int after;

  private final int computeSlot;
  private final double compute;
  private final int insideSlot;
  private final double inside;

  /** By slot; null until there is a second execution. */
  private DeltaSeries[] series;

  /** The times of one execution; a slot of -1 where there is none. */
  DeltaLog(
      CompressOptions options,
      int after,
      int computeSlot,
      double compute,
      int insideSlot,
      double inside) {
    this.options = options;
    this.after = after;
    this.computeSlot = computeSlot;
    this.compute = compute;
    this.insideSlot = insideSlot;
    this.inside = inside;
  }

  static int slot(Delta.Kind kind, Unit unit) {
    return kind.ordinal() * Unit.values().length + unit.ordinal();
  }

  static Delta.Kind kind(int slot) {
    return Delta.Kind.values()[slot / Unit.values().length];
  }

  static Unit unit(int slot) {
    return Unit.values()[slot % Unit.values().length];
  }

  /** Appends the times of executions that followed this node's. */
  void append(DeltaLog later, LeafNode node) {
    if (series == null) {
      series = new DeltaSeries[SLOTS];
      record(this, node);
    }
    if (later.series == null) {
      record(later, node);
      return;
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      if (later.series[slot] != null) {
        if (series[slot] == null) {
          series[slot] = new DeltaSeries(options);
        }
        series[slot].append(later.series[slot], node);
      }
    }
  }

  private void record(DeltaLog one, LeafNode node) {
    if (one.computeSlot >= 0) {
      record(one.computeSlot, one.after, one.compute, node);
    }
    if (one.insideSlot >= 0) {
      record(one.insideSlot, one.after, one.inside, node);
    }
  }

  private void record(int slot, int path, double value, LeafNode node) {
    if (series[slot] == null) {
      series[slot] = new DeltaSeries(options);
    }
    series[slot].add(path, value, node);
  }

  /** The series of a slot, null where nothing was recorded. */
  DeltaSeries series(int slot, LeafNode node) {
    if (series == null) {
      series = new DeltaSeries[SLOTS];
      record(this, node);
    }
    return series[slot];
  }
}
