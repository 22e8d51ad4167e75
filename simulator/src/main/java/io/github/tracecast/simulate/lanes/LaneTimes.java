package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Rows of times, one time for each lane, in ps. With several lanes, each row is a separate array,
 * because HotSpot vectorises a loop over several arrays only if the loop uses one index for all of
 * them. Rows of one lane share an array. One thread.
 */
public final class LaneTimes {
  private final int lanes;

  /** All rows, if there is one lane. */
  private long[] single = {};

  /** The array of each row, if there are several lanes. */
  private long[][] several = {};

  public LaneTimes(int rows, int lanes) {
    this.lanes = lanes;
    if (lanes == 1) {
      single = new long[rows];
    } else {
      several = new long[rows][lanes];
    }
  }

  /** Number of rows that have memory. */
  int rows() {
    return lanes == 1 ? single.length : several.length;
  }

  /** Makes room for the given number of rows. */
  public void reach(int rows) {
    int before = rows();
    reachShared(rows);
    if (lanes == 1) {
      return;
    }
    for (int row = before; row < rows; row++) {
      several[row] = new long[lanes];
    }
  }

  /** Makes room for rows that get their memory later, by {@link #share} or {@link #keep}. */
  public void reachShared(int rows) {
    if (lanes == 1) {
      single = Arrays.copyOf(single, rows);
    } else {
      several = Arrays.copyOf(several, rows);
    }
  }

  /** The array that holds a row's times, which begin at index {@link #at}. */
  public long[] array(int row) {
    return lanes == 1 ? single : several[row];
  }

  public int at(int row) {
    return lanes == 1 ? row : 0;
  }

  /** The array of a row with several lanes, whose times begin at index 0. */
  public long[] row(int row) {
    return several[row];
  }

  public long first(int row) {
    return lanes == 1 ? single[row] : several[row][0];
  }

  public long get(int row, int lane) {
    return lanes == 1 ? single[row] : several[row][lane];
  }

  public void set(int row, int lane, long picos) {
    if (lanes == 1) {
      single[row] = picos;
    } else {
      several[row][lane] = picos;
    }
  }

  public void add(int row, int lane, long picos) {
    if (lanes == 1) {
      single[row] += picos;
    } else {
      several[row][lane] += picos;
    }
  }

  /** Copies the times that begin at {@code at} of an array into a row. */
  public void put(int row, long[] picos, int at) {
    if (lanes == 1) {
      single[row] = picos[at];
    } else {
      System.arraycopy(picos, at, several[row], 0, lanes);
    }
  }

  public void put(int row, LaneTimes other, int from) {
    if (lanes == 1) {
      single[row] = other.single[from];
    } else {
      System.arraycopy(other.several[from], 0, several[row], 0, lanes);
    }
  }

  /** Makes a row equal to a row of another table. With several lanes, both rows share an array, so neither row may change. */
  public void share(int row, LaneTimes other, int from) {
    if (lanes == 1) {
      single[row] = other.single[from];
    } else {
      several[row] = other.several[from];
    }
  }

  /** Copies the times that begin at {@code at} of an array into a row, which may have no memory yet. */
  void keep(int row, long[] picos, int at) {
    if (lanes > 1 && several[row] == null) {
      several[row] = new long[lanes];
    }
    put(row, picos, at);
  }

  /** Whether a row equals the times that begin at {@code at} of an array. */
  boolean equals(int row, long[] picos, int at) {
    int first = at(row);
    return Arrays.equals(array(row), first, first + lanes, picos, at, at + lanes);
  }

  /**
   * Sets a row to the maximum of itself and a row of another table.
   *
   * @param follow whether the maximum on lane 0 decides for all lanes; otherwise each lane takes
   *     its own maximum
   */
  public void raise(int row, LaneTimes later, int from, boolean follow) {
    if (lanes == 1) {
      single[row] = Math.max(single[row], later.single[from]);
    } else if (!follow) {
      raise(several[row], later.several[from]);
    } else if (later.first(from) > first(row)) {
      put(row, later, from);
    }
  }

  private static void raise(long[] times, long[] later) {
    for (int k = 0; k < times.length; k++) {
      times[k] = Math.max(times[k], later[k]);
    }
  }

  /** Sets a row to the differences between the same row of two other tables. */
  public void difference(int row, LaneTimes later, LaneTimes earlier, int from) {
    if (lanes == 1) {
      single[row] = later.single[from] - earlier.single[from];
    } else {
      difference(several[row], later.several[from], earlier.several[from]);
    }
  }

  private static void difference(long[] result, long[] later, long[] earlier) {
    for (int k = 0; k < result.length; k++) {
      result[k] = later[k] - earlier[k];
    }
  }

  public void subtract(int row, long[] picos) {
    for (int k = 0; k < lanes; k++) {
      add(row, k, -picos[k]);
    }
  }

  public void add(int row, LaneTimes terms, int from) {
    if (lanes == 1) {
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
   * Adds the terms to a row and to the same row of {@code sum}, and copies the row's new times to a
   * row of {@code copy}, in one pass over several lanes.
   */
  public void addAlong(
      int row, LaneTimes terms, int from, LaneTimes sum, LaneTimes copy, int copyRow) {
    addAlong(several[row], terms.several[from], sum.several[row], copy.several[copyRow]);
  }

  private static void addAlong(long[] to, long[] terms, long[] sum, long[] copy) {
    for (int k = 0; k < to.length; k++) {
      long now = to[k] + terms[k];
      to[k] = now;
      sum[k] += terms[k];
      copy[k] = now;
    }
  }

  public Moment moment() {
    return new Moment();
  }

  /** A copy of the times at a moment. Fast-forward adds their growth since this moment again. Immutable. */
  public final class Moment {
    private final LaneTimes then = new LaneTimes(rows(), lanes);

    private Moment() {
      for (int row = 0; row < rows(); row++) {
        then.put(row, LaneTimes.this, row);
      }
    }

    /** Adds to each row its change since this moment, as {@link Totals.Moment#repeat}. */
    public void repeat(long times) {
      for (int row = 0; row < then.rows(); row++) {
        for (int k = 0; k < lanes; k++) {
          long added = get(row, k) - then.get(row, k);
          set(row, k, Math.addExact(get(row, k), Math.multiplyExact(added, times)));
        }
      }
    }

    /** A row's change since this moment on the first lane, in ps, multiplied by a factor. */
    public long inProportion(int row, double factor) {
      return Math.round(factor * (first(row) - then.first(row)));
    }
  }
}
