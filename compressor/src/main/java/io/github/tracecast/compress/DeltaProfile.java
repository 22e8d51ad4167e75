package io.github.tracecast.compress;

import java.util.Arrays;

/**
 * Times summed up by path, which is the call site of the previous event, and by position in a loop.
 * If there are few executions, times are also kept by execution. {@link DeltaGroups} decides which
 * of these forms is written. Not thread-safe.
 */
final class DeltaProfile {
  private final boolean histogram;
  private int[] paths = new int[2];
  private DeltaSummary[] byPath = new DeltaSummary[2];
  private int pathCount;

  private static final DeltaSummary[] NO_POSITIONS = {};

  /** The times of each position; empty if positions are not distinguished. */
  private DeltaSummary[] byPosition = NO_POSITIONS;

  /**
   * The times of each execution; {@link ExecutionTimes#NONE} if executions are not distinguished.
   */
  private ExecutionTimes executions;

  /** The number of values so far. */
  private long count;

  /** @param executions the times by execution, with a time for each value that will be added */
  DeltaProfile(boolean histogram, int positions, ExecutionTimes executions) {
    this.histogram = histogram;
    this.executions = executions;
    if (positions > 1) {
      byPosition = new DeltaSummary[positions];
      for (int i = 0; i < positions; i++) {
        byPosition[i] = new DeltaSummary(histogram);
      }
    }
  }

  /**
   * Creates a profile from existing sums. {@link #add(int, DeltaSummary)} adds the times of paths.
   */
  DeltaProfile(boolean histogram, DeltaSummary[] byPosition, ExecutionTimes executions) {
    this.histogram = histogram;
    this.executions = executions;
    this.byPosition = byPosition.length > 1 ? byPosition : NO_POSITIONS;
  }

  void add(int path, DeltaSummary spread) {
    path(path).add(spread);
    count += spread.count();
  }

  void add(int path, double value) {
    path(path).add(value);
    if (byPosition.length > 0) {
      byPosition[(int) (count % byPosition.length)].add(value);
    }
    count++;
  }

  /** Appends the times of later executions. */
  void append(DeltaProfile later) {
    addPaths(later);
    if (byPosition.length > 0) {
      if (later.byPosition.length != byPosition.length || count % byPosition.length != 0) {
        byPosition = NO_POSITIONS;
      } else {
        addPositions(later);
      }
    }
    dropExecutions();
    count += later.count;
  }

  /** Adds the times of other ranks. */
  void unite(DeltaProfile other) {
    addPaths(other);
    if (byPosition.length == other.byPosition.length) {
      addPositions(other);
    } else {
      byPosition = NO_POSITIONS;
    }
    if (executions.length() > 0 && executions.length() == other.executions.length()) {
      executions.add(other.executions);
    } else {
      dropExecutions();
    }
    count += other.count;
  }

  /**
   * Returns the difference in total time over all executions between a rank of this profile and a
   * rank of another profile; 0 if the difference is not significant. The result is the largest of
   * the differences by path, by position and by execution.
   *
   * @param errors the number of standard errors that a difference between paths or positions must
   *     exceed
   */
  double difference(DeltaProfile other, int ranks, int otherRanks, double errors) {
    double difference = 0;
    for (int i = 0; i < pathCount; i++) {
      for (int j = 0; j < other.pathCount; j++) {
        if (paths[i] == other.paths[j]) {
          difference += difference(byPath[i], other.byPath[j], ranks, otherRanks, errors);
        }
      }
    }
    return Math.max(
        difference,
        Math.max(
            differenceByPosition(other, ranks, otherRanks, errors), differenceByExecution(other)));
  }

  private double differenceByPosition(
      DeltaProfile other, int ranks, int otherRanks, double errors) {
    if (byPosition.length != other.byPosition.length) {
      return 0;
    }
    double difference = 0;
    for (int i = 0; i < byPosition.length; i++) {
      difference += difference(byPosition[i], other.byPosition[i], ranks, otherRanks, errors);
    }
    return difference;
  }

  private double differenceByExecution(DeltaProfile other) {
    return executions.length() == other.executions.length()
        ? executions.difference(other.executions)
        : 0;
  }

  private static double difference(
      DeltaSummary one, DeltaSummary two, int ranks, int otherRanks, double errors) {
    if (one.count() == 0 || two.count() == 0) {
      return 0;
    }
    double apart = Math.abs(one.mean() - two.mean());
    boolean lasting = apart > errors * Math.sqrt(one.meanVariance() + two.meanVariance());
    double executions = Math.min((double) one.count() / ranks, (double) two.count() / otherRanks);
    return lasting ? apart * executions : 0;
  }

  private void addPaths(DeltaProfile other) {
    for (int i = 0; i < other.pathCount; i++) {
      path(other.paths[i]).add(other.byPath[i]);
    }
  }

  private void addPositions(DeltaProfile other) {
    for (int i = 0; i < byPosition.length; i++) {
      byPosition[i].add(other.byPosition[i]);
    }
  }

  private DeltaSummary path(int path) {
    for (int i = 0; i < pathCount; i++) {
      if (paths[i] == path) {
        return byPath[i];
      }
    }
    if (pathCount == paths.length) {
      paths = Arrays.copyOf(paths, 2 * pathCount);
      byPath = Arrays.copyOf(byPath, 2 * pathCount);
    }
    paths[pathCount] = path;
    return byPath[pathCount++] = new DeltaSummary(histogram);
  }

  int pathCount() {
    return pathCount;
  }

  /** Returns the call site of the previous event for a path, as a handle of the task. */
  int pathAt(int i) {
    return paths[i];
  }

  DeltaSummary spread(int i) {
    return byPath[i];
  }

  DeltaSummary[] byPosition() {
    return byPosition;
  }

  ExecutionTimes executions() {
    return executions;
  }

  /** Drops the times of positions and executions, because some execution has no value. */
  void dropPositions() {
    byPosition = NO_POSITIONS;
    dropExecutions();
  }

  /** Drops the times of executions. */
  void dropExecutions() {
    executions = ExecutionTimes.NONE;
  }

  /** Returns the sum of all values. */
  double sum() {
    double sum = 0;
    for (int i = 0; i < pathCount; i++) {
      sum += byPath[i].sum();
    }
    return sum;
  }

  long count() {
    return count;
  }
}
