package io.github.tracecast.compress;

import io.github.tracecast.trace.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The times of each execution of a call over the whole run, summed up over ranks. It takes three
 * numbers per execution, so it is only for calls with few executions. Not thread-safe.
 */
public final class ExecutionTimes {
  /** The execution number of a call without distinct executions. */
  public static final ExecutionTimes NONE = new ExecutionTimes(new double[0]);

  private int ranks;
  private double[] sums;
  private double[] mins;
  private double[] maxes;

  /** One rank's times, in the order of its executions. */
  ExecutionTimes(double[] values) {
    this(1, values, values, values);
  }

  /**
   * Several ranks' times, by execution.
   *
   * @param ranks how many
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

  /** Returns the average time of an execution per rank. */
  double mean(int execution) {
    return sums[execution] / ranks;
  }

  /** Adds the times of other ranks with the same number of executions, which is not 0. */
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
   * Returns the sum over all executions of the difference between a rank here and one of the
   * others.
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
