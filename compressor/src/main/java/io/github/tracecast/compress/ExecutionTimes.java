package io.github.tracecast.compress;

import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The times of each execution of a call over the whole run, summed up over ranks. Each execution
 * takes three numbers, so only calls with few executions have such times. Not thread-safe.
 */
public final class ExecutionTimes {
  /** The times of a call whose executions are not distinguished. */
  public static final ExecutionTimes NONE = new ExecutionTimes(new double[0]);

  private int ranks;
  private double[] sums;
  private double[] mins;
  private double[] maxes;

  /** Creates the times of one rank, in the order of its executions. */
  ExecutionTimes(double[] values) {
    this(1, values, values, values);
  }

  /**
   * Creates the times of several ranks, as sums and extremes over the ranks for each execution.
   *
   * @param ranks the number of ranks
   */
  public ExecutionTimes(int ranks, double[] sums, double[] mins, double[] maxes) {
    this.ranks = ranks;
    this.sums = sums;
    this.mins = mins;
    this.maxes = maxes;
  }

  int length() {
    return sums.length;
  }

  /** Returns the time of an execution, averaged over ranks. */
  double mean(int execution) {
    return sums[execution] / ranks;
  }

  /**
   * Adds the times of other ranks. They must have the same number of executions, which must not be
   * 0.
   */
  void add(ExecutionTimes other) {
    if (sums == mins) {
      mins = Arrays.copyOf(sums, sums.length);
      maxes = Arrays.copyOf(sums, sums.length);
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.sums[i];
      mins[i] = Math.min(mins[i], other.mins[i]);
      maxes[i] = Math.max(maxes[i], other.maxes[i]);
    }
    ranks += other.ranks;
  }

  /**
   * Returns the difference between the times of an average rank here and in other times, summed
   * over all executions.
   */
  double difference(ExecutionTimes other) {
    double difference = 0;
    for (int i = 0; i < sums.length; i++) {
      difference += Math.abs(mean(i) - other.mean(i));
    }
    return difference;
  }

  /** Returns count, minimum, average and maximum of each execution. */
  List<Distribution> distributions() {
    List<Distribution> each = new ArrayList<>(sums.length);
    for (int i = 0; i < sums.length; i++) {
      each.add(new Distribution.MinAvgMax(
          ranks, mins[i], Math.clamp(mean(i), mins[i], maxes[i]), maxes[i]));
    }
    return each;
  }
}
