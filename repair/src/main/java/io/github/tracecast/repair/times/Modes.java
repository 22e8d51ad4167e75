package io.github.tracecast.repair.times;

import io.github.tracecast.trace.times.Bin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The modes of a histogram. Neighbouring bins with similar means form one mode. Immutable. */
final class Modes {
  /** Means of neighbouring bins in one mode differ by less than this factor. */
  private static final double SAME = 1.5;

  /** The assumed distance of a split mode's mean from its minimum, as a share of the minimum. */
  private static final double SPREAD = 0.02;

  private final List<List<Bin>> bins = new ArrayList<>();
  private final long[] counts;
  private final double[] means;

  Modes(List<Bin> histogram) {
    for (Bin bin : histogram) {
      if (bins.isEmpty()
          || bin.mean() > SAME * Math.max(1e-9, bins.getLast().getLast().mean())) {
        bins.add(new ArrayList<>());
      }
      bins.getLast().add(bin);
    }
    counts = bins.stream()
        .mapToLong(mode -> mode.stream().mapToLong(Bin::count).sum())
        .toArray();
    means = new double[counts.length];
    for (int mode = 0; mode < means.length; mode++) {
      double sum = 0;
      for (Bin bin : bins.get(mode)) {
        sum += bin.count() * bin.mean();
      }
      means[mode] = sum / counts[mode];
    }
  }

  /**
   * Splits a mode of one wide bin into two modes. The lower mode is at the bin's minimum.
   *
   * @param low number of values in the lower mode
   * @return null if the bin cannot have this number of low values
   */
  @Nullable Modes split(int mode, long low) {
    if (bins.get(mode).size() > 1) {
      return null;
    }
    Bin bin = bins.get(mode).getFirst();
    long high = bin.count() - low;
    double lowMean = bin.min() * (1 + SPREAD);
    if (low <= 0 || high <= 0) {
      return null;
    }
    double highMean = (bin.count() * bin.mean() - low * lowMean) / high;
    if (highMean > bin.max() || highMean < SAME * lowMean) {
      return null;
    }
    double middle = Math.sqrt(lowMean * highMean);
    List<Bin> parts = new ArrayList<>();
    for (int other = 0; other < size(); other++) {
      if (other != mode) {
        parts.addAll(bins.get(other));
      } else {
        parts.add(new Bin(bin.lower(), middle, low, bin.min(), lowMean, middle));
        parts.add(new Bin(middle, bin.upper(), high, middle, highMean, bin.max()));
      }
    }
    Modes split = new Modes(parts);
    return split.size() == size() + 1 ? split : null;
  }

  int size() {
    return counts.length;
  }

  List<Bin> bins(int mode) {
    return bins.get(mode);
  }

  List<Bin> bins() {
    return bins.stream().flatMap(List::stream).toList();
  }

  long count(int mode) {
    return counts[mode];
  }

  double mean(int mode) {
    return means[mode];
  }

  long total() {
    return Arrays.stream(counts).sum();
  }

  /** Returns the mode with the most values. */
  int largest() {
    int largest = 0;
    for (int mode = 1; mode < counts.length; mode++) {
      if (counts[mode] > counts[largest]) {
        largest = mode;
      }
    }
    return largest;
  }
}
