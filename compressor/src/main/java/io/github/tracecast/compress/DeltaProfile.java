package io.github.tracecast.compress;

import java.util.Arrays;

/**
 * Times summed up by path, that is by the call site of the event before; by position in a loop; and, where there are few, by
 * execution. Which of them is written, {@link DeltaGroups} decides. One thread.
 */
final class DeltaProfile {
  private final boolean histogram;
  private int[] paths = new int[2];
  private Spread[] byPath = new Spread[2];
  private int pathCount;

  /** Null where positions are not told apart. */
  private Spread[] byPosition;

  /** Null where executions are not told apart. */
  private ExecutionTimes executions;

  /** Values so far. */
  private long count;

  /** @param executions of all values that will be added; null where executions are not told apart */
  DeltaProfile(boolean histogram, int positions, ExecutionTimes executions) {
    this.histogram = histogram;
    this.executions = executions;
    if (positions > 1) {
      byPosition = new Spread[positions];
      for (int i = 0; i < positions; i++) {
        byPosition[i] = new Spread(histogram);
      }
    }
  }

  /** What others have summed up; {@link #add(int, Spread)} adds the paths. */
  DeltaProfile(boolean histogram, Spread[] byPosition, ExecutionTimes executions) {
    this.histogram = histogram;
    this.executions = executions;
    this.byPosition = byPosition.length > 1 ? byPosition : null;
  }

  void add(int path, Spread spread) {
    path(path).add(spread);
    count += spread.count();
  }

  void add(int path, double value) {
    path(path).add(value);
    if (byPosition != null) {
      byPosition[(int) (count % byPosition.length)].add(value);
    }
    count++;
  }

  /** Appends what followed. */
  void append(DeltaProfile later) {
    addPaths(later);
    if (byPosition != null) {
      if (later.byPosition == null
          || later.byPosition.length != byPosition.length
          || count % byPosition.length != 0) {
        byPosition = null;
      } else {
        addPositions(later);
      }
    }
    executions = null;
    count += later.count;
  }

  /** Adds what other ranks did. */
  void unite(DeltaProfile other) {
    addPaths(other);
    if (byPosition != null
        && other.byPosition != null
        && byPosition.length == other.byPosition.length) {
      addPositions(other);
    } else {
      byPosition = null;
    }
    if (executions != null
        && other.executions != null
        && executions.length() == other.executions.length()) {
      executions.add(other.executions);
    } else {
      executions = null;
    }
    count += other.count;
  }

  /**
   * How much more or less a rank spends here than one of another profile, over all executions; 0 where the difference is not both
   * significant. Of paths, positions and executions, what differs most.
   *
   * @param errors standard errors that a difference between paths or positions must exceed
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
    if (byPosition == null
        || other.byPosition == null
        || byPosition.length != other.byPosition.length) {
      return 0;
    }
    double difference = 0;
    for (int i = 0; i < byPosition.length; i++) {
      difference += difference(byPosition[i], other.byPosition[i], ranks, otherRanks, errors);
    }
    return difference;
  }

  private double differenceByExecution(DeltaProfile other) {
    return executions == null
            || other.executions == null
            || executions.length() != other.executions.length()
        ? 0
        : executions.difference(other.executions);
  }

  private static double difference(
      Spread one, Spread two, int ranks, int otherRanks, double errors) {
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

  private Spread path(int path) {
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
    return byPath[pathCount++] = new Spread(histogram);
  }

  int pathCount() {
    return pathCount;
  }

  /** Call site of the event before, as the task's events name it. */
  int pathAt(int i) {
    return paths[i];
  }

  Spread spread(int i) {
    return byPath[i];
  }

  Spread[] byPosition() {
    return byPosition;
  }

  /** Null where executions are not told apart. */
  ExecutionTimes executions() {
    return executions;
  }

  /** Forgets positions and executions: some execution has no value. */
  void dropPositions() {
    byPosition = null;
    executions = null;
  }

  /** Forgets executions. */
  void dropExecutions() {
    executions = null;
  }

  /** All values together. */
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
