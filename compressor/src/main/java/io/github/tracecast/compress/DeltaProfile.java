package io.github.tracecast.compress;

import java.util.Arrays;

/**
 * Times summed up in two ways: by path, that is by the call site of the event before, and by position in a loop. Which of them is
 * written is decided by which explains the times better. One thread.
 */
final class DeltaProfile {
  private final boolean histogram;
  private int[] paths = new int[2];
  private Spread[] byPath = new Spread[2];
  private int pathCount;

  /** Null where positions are not told apart. */
  private Spread[] byPosition;

  /** Values so far. */
  private long count;

  DeltaProfile(boolean histogram, int positions) {
    this.histogram = histogram;
    if (positions > 1) {
      byPosition = new Spread[positions];
      for (int i = 0; i < positions; i++) {
        byPosition[i] = new Spread(histogram);
      }
    }
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
    count += other.count;
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

  long count() {
    return count;
  }
}
