package io.github.tracecast.compress.iterations;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The moments of a run: places in steps that have a call, numbered in the order in which they are
 * added. For each place there is a column with its moments, sorted by step. A walk looks up its
 * moments in ascending order of steps, so it passes each column once. Memory is O(moments). Not
 * thread-safe.
 */
final class Moments {
  /** Stands for a moment that does not exist. */
  static final int NONE = -1;

  private static final class Column {
    /** The moments of earlier walks, sorted by step. */
    IntArrayList sorted = new IntArrayList();

    /** The moments that the current walk has added, sorted by step. */
    final IntArrayList added = new IntArrayList();

    /** The number of moments that the current walk has passed. */
    int passed;
  }

  private final List<Column> columns = new ArrayList<>();
  private final IntArrayList stepOf = new IntArrayList();
  private final IntArrayList placeOf = new IntArrayList();

  /** Adds a place. Returns its number. */
  int addPlace() {
    columns.add(new Column());
    return columns.size() - 1;
  }

  int places() {
    return columns.size();
  }

  int count() {
    return stepOf.size();
  }

  int step(int moment) {
    return stepOf.getInt(moment);
  }

  int place(int moment) {
    return placeOf.getInt(moment);
  }

  /**
   * Returns the moment at a place of a step, which is added if it does not exist. In a walk, the
   * steps of a place must be ascending.
   */
  int at(int step, int place) {
    Column column = columns.get(place);
    IntArrayList sorted = column.sorted;
    int next = column.passed;
    while (next < sorted.size() && stepOf.getInt(sorted.getInt(next)) < step) {
      next++;
    }
    column.passed = next;
    if (next < sorted.size() && stepOf.getInt(sorted.getInt(next)) == step) {
      return sorted.getInt(next);
    }
    int moment = stepOf.size();
    stepOf.add(step);
    placeOf.add(place);
    column.added.add(moment);
    return moment;
  }

  /** Ends a walk. The next walk begins with the first step again. */
  void endWalk() {
    for (Column column : columns) {
      column.passed = 0;
      if (!column.added.isEmpty()) {
        column.sorted = merged(column.sorted, column.added);
        column.added.clear();
        column.added.trim();
      }
    }
  }

  private IntArrayList merged(IntArrayList one, IntArrayList other) {
    IntArrayList all = new IntArrayList(one.size() + other.size());
    int from = 0;
    for (int i = 0; i < other.size(); i++) {
      int moment = other.getInt(i);
      while (from < one.size() && step(one.getInt(from)) < step(moment)) {
        all.add(one.getInt(from++));
      }
      all.add(moment);
    }
    all.addElements(all.size(), one.elements(), from, one.size() - from);
    return all;
  }

  /**
   * Returns for each moment the moment at the same place of another step, or {@link #NONE}.
   *
   * @param steps returns for each step the other step
   */
  int[] inSteps(int[] steps) {
    int[] others = new int[count()];
    int[] inStep = new int[steps.length]; // the moment of the current place in each step
    Arrays.fill(inStep, NONE);
    for (Column column : columns) {
      int[] moments = column.sorted.elements();
      int size = column.sorted.size();
      for (int i = 0; i < size; i++) {
        inStep[step(moments[i])] = moments[i];
      }
      for (int i = 0; i < size; i++) {
        others[moments[i]] = inStep[steps[step(moments[i])]];
      }
      for (int i = 0; i < size; i++) {
        inStep[step(moments[i])] = NONE;
      }
    }
    return others;
  }
}
