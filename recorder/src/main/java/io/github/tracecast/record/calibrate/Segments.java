package io.github.tracecast.record.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Fits few linear segments to a cost by message size, each close to all its measured points. A
 * platform file writes segments as {@code FROM: BASE + SLOPE; ...}.
 */
final class Segments {
  /** The largest relative distance of a point from its segment. */
  private static final double TOLERANCE = 0.08;

  /** A segment's text shows its slope only if it is at least this many ns per byte. */
  private static final double LEAST_SLOPE = 1e-6;

  /** Differences up to this number of ns are below the precision with which a clock is read. */
  private static final double NOTHING = 30;

  /**
   * One linear segment.
   *
   * @param fromBytes the first size of the segment, bytes
   * @param base cost of an empty message, ns
   * @param perByte cost per byte, ns
   */
  record Segment(long fromBytes, double base, double perByte) {
    /** Returns this segment as text for a platform file. */
    String text() {
      String cost = String.format(Locale.ROOT, "%dB: %.1fns", fromBytes, base);
      return perByte >= LEAST_SLOPE
          ? cost + String.format(Locale.ROOT, " + %.6fns/B", perByte)
          : cost;
    }

    double at(long bytes) {
      return base + perByte * bytes;
    }
  }

  private Segments() {}

  /**
   * Fits segments greedily from the smallest size on, each as long as possible. Returns their texts
   * for a platform file.
   *
   * @param points cost in ns by size, at least one
   * @param fromBytes the size at which the first segment begins
   */
  static List<String> fit(NavigableMap<Long, Double> points, long fromBytes) {
    List<Map.Entry<Long, Double>> all = List.copyOf(points.entrySet());
    List<Segment> segments = new ArrayList<>();
    int first = 0;
    while (first < all.size()) {
      long from = segments.isEmpty() ? fromBytes : all.get(first).getKey();
      int end = first + 1;
      Segment segment = line(all.subList(first, end), from);
      while (end < all.size()) {
        List<Map.Entry<Long, Double>> more = all.subList(first, end + 1);
        Segment longer = line(more, from);
        if (!more.stream().allMatch(point -> holds(longer, point))) {
          break;
        }
        segment = longer;
        end++;
      }
      segments.add(segment);
      first = end;
    }
    return segments.stream().map(Segment::text).toList();
  }

  private static boolean holds(Segment segment, Map.Entry<Long, Double> point) {
    double off = Math.abs(segment.at(point.getKey()) - point.getValue());
    return off <= Math.max(NOTHING, TOLERANCE * point.getValue());
  }

  /**
   * Returns, among the straight lines without negative terms, the line with the least sum of
   * squares of relative errors.
   */
  private static Segment line(List<Map.Entry<Long, Double>> points, long from) {
    double w = 0;
    double wx = 0;
    double wxx = 0;
    double wy = 0;
    double wxy = 0;
    for (Map.Entry<Long, Double> point : points) {
      double x = point.getKey();
      double y = point.getValue();
      double weight = 1 / Math.pow(Math.max(y, NOTHING), 2);
      w += weight;
      wx += weight * x;
      wxx += weight * x * x;
      wy += weight * y;
      wxy += weight * x * y;
    }
    double spread = w * wxx - wx * wx;
    double slope = points.size() > 1 && spread > 0 ? (w * wxy - wx * wy) / spread : 0;
    if (slope <= 0) {
      return new Segment(from, Math.max(0, wy / w), 0);
    }
    double base = (wy - slope * wx) / w;
    return base < 0 ? new Segment(from, 0, wxy / wxx) : new Segment(from, base, slope);
  }
}
