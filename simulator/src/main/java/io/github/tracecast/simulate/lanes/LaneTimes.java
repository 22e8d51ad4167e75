package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Times by row, one for each lane, in ps. HotSpot vectorises a loop over several arrays only where it uses one and the same index
 * into all of them, so each row of several lanes is an array of its own. Rows of one lane lie side by side. One thread.
 */
final class LaneTimes {
  private final int lanes;

  /** The rows of one lane; null where there are several. */
  private long[] single;

  /** The rows of several lanes; null where there is one. */
  private long[][] several;

  LaneTimes(int rows, int lanes) {
    this.lanes = lanes;
    if (lanes == 1) {
      single = new long[rows];
    } else {
      several = new long[rows][lanes];
    }
  }

  /** The first rows as they are now. */
  LaneTimes copy(int rows) {
    LaneTimes copy = new LaneTimes(rows, lanes);
    for (int row = 0; row < rows; row++) {
      copy.put(row, this, row);
    }
    return copy;
  }

  /** How many rows there is room for. */
  int rows() {
    return lanes == 1 ? single.length : several.length;
  }

  /** Makes room for so many rows. */
  void reach(int rows) {
    if (lanes == 1) {
      single = Arrays.copyOf(single, rows);
      return;
    }
    int before = several.length;
    several = Arrays.copyOf(several, rows);
    for (int row = before; row < rows; row++) {
      several[row] = new long[lanes];
    }
  }

  /** The array in which a row's lanes are, one after the other from {@link #at} on. */
  long[] array(int row) {
    return several == null ? single : several[row];
  }

  int at(int row) {
    return several == null ? row : 0;
  }

  /** A row of several lanes, which begins at 0. */
  long[] row(int row) {
    return several[row];
  }

  long first(int row) {
    return several == null ? single[row] : several[row][0];
  }

  long get(int row, int lane) {
    return several == null ? single[row] : several[row][lane];
  }

  void set(int row, int lane, long picos) {
    array(row)[at(row) + lane] = picos;
  }

  void add(int row, int lane, long picos) {
    array(row)[at(row) + lane] += picos;
  }

  /** Puts times into a row: those from {@code at} on. */
  void put(int row, long[] picos, int at) {
    if (several == null) {
      single[row] = picos[at];
    } else {
      System.arraycopy(picos, at, several[row], 0, lanes);
    }
  }

  /** Puts a row of another table into a row. */
  void put(int row, LaneTimes other, int from) {
    put(row, other.array(from), other.at(from));
  }

  /** Adds a row of another table to a row. */
  void add(int row, LaneTimes terms, int from) {
    if (several == null) {
      single[row] += terms.single[from];
    } else {
      add(several[row], terms.several[from]);
    }
  }

  private static void add(long[] to, long[] terms) {
    for (int k = 0; k < to.length; k++) {
      to[k] += terms[k];
    }
  }

  /**
   * Adds to each row so many times what was added to it since a copy was made.
   *
   * @throws ArithmeticException if that is more than a long can hold
   */
  void repeat(LaneTimes then, long times) {
    for (int row = 0; row < then.rows(); row++) {
      for (int k = 0; k < lanes; k++) {
        long added = get(row, k) - then.get(row, k);
        set(row, k, Math.addExact(get(row, k), Math.multiplyExact(added, times)));
      }
    }
  }
}
