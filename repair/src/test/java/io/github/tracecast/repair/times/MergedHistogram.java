package io.github.tracecast.repair.times;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A histogram as ScalaTrace keeps it: the first value creates five bins; a value outside of them
 * adds a bin, and the two closest bins are merged.
 */
final class MergedHistogram {
  private static final int BINS = 5;

  private static final class Part {
    final double start;
    double end;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    double sum;
    long count;

    Part(double start, double end) {
      this.start = start;
      this.end = end;
    }

    double mean() {
      return count == 0 ? (start + end) / 2 : sum / count;
    }

    void add(double value) {
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value;
      count++;
    }
  }

  private final List<Part> parts = new ArrayList<>();

  void add(double value) {
    if (parts.isEmpty()) {
      double width = Math.max(0.4 * value, 0.4);
      for (int bin = 0; bin < BINS; bin++) {
        parts.add(new Part(bin * width, (bin + 1) * width));
      }
    }
    if (value >= parts.getLast().end) {
      parts.add(new Part(parts.getLast().end, 2 * value - parts.getLast().end + 1e-9));
      mergeClosest();
    }
    for (Part part : parts) {
      if (value < part.end) {
        part.add(value);
        return;
      }
    }
    parts.getLast().add(value);
  }

  private void mergeClosest() {
    int closest = 0;
    for (int at = 1; at + 2 < parts.size(); at++) {
      double gap = parts.get(at + 1).mean() - parts.get(at).mean();
      if (gap < parts.get(closest + 1).mean() - parts.get(closest).mean()) {
        closest = at;
      }
    }
    Part one = parts.get(closest);
    Part other = parts.remove(closest + 1);
    one.end = other.end;
    one.min = Math.min(one.min, other.min);
    one.max = Math.max(one.max, other.max);
    one.sum += other.sum;
    one.count += other.count;
  }

  /** Adds the histogram of another rank: for each bin, the minimum, the maximum and copies of the mean. */
  void merge(MergedHistogram other) {
    for (Part part : other.parts) {
      if (part.count > 0) {
        add(part.min);
      }
      if (part.count > 1) {
        add(part.max);
      }
      for (long copy = 2; copy < part.count; copy++) {
        add((part.sum - part.min - part.max) / (part.count - 2));
      }
    }
  }

  /** @param extremes the ranks that had the smallest and the largest value */
  Distribution distribution(Distribution.Extremes extremes) {
    return new Distribution.Histogram(bins(), Optional.of(extremes));
  }

  private List<Bin> bins() {
    return parts.stream()
        .filter(part -> part.count > 0)
        .map(part -> new Bin(
            part.start,
            Math.max(part.end, part.max),
            part.count,
            part.min,
            Math.clamp(part.mean(), part.min, part.max),
            part.max))
        .toList();
  }
}
