package io.github.tracecast.platform.topology.graph;

import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.internal.Fields;
import io.github.tracecast.platform.internal.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the cables of a network from its file. */
public final class GraphEdges {
  /**
   * The largest number of cable ends, because a table has the distance of each pair of ends. Each
   * distance takes 2 bytes, so the table takes up to 32 MiB.
   */
  static final int MOST_ENDS = 4096;

  private static final List<String> HEADER = List.of("from", "to", "bandwidth", "latency");
  private static final int MOST_CABLES = 1 << 20;

  /** A cable, which has its bandwidth in each direction. */
  record Cable(int from, int to, double bytesPerSecond, double latencySeconds) {}

  private final String file;

  /** The numbers of the ends by their names, in the order of first appearance. */
  final Map<String, Integer> ends = new LinkedHashMap<>();

  final List<Cable> cables = new ArrayList<>();

  public GraphEdges(String file) {
    this.file = file;
  }

  public void read(List<String> lines) {
    List<String> header = lines.isEmpty() ? List.of() : Fields.of(lines.getFirst(), ",");
    if (!header.equals(HEADER)) {
      throw bad(1, "other columns", String.join(",", HEADER));
    }
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        cable(i + 1, Fields.of(lines.get(i), ","));
      }
    }
  }

  private void cable(int line, List<String> cells) {
    if (cells.size() != HEADER.size() || cells.contains("")) {
      throw bad(line, Fields.brief(String.join(",", cells)), "four cells, as in the header");
    }
    int from = end(line, cells.get(0));
    int to = end(line, cells.get(1));
    if (from == to) {
      throw bad(line, "a cable from " + Fields.brief(cells.get(0)) + " to itself", "two ends");
    }
    if (cables.size() == MOST_CABLES) {
      throw bad(line, "more than " + MOST_CABLES + " cables", "fewer");
    }
    cables.add(new Cable(
        from,
        to,
        Kind.BANDWIDTH.read(file + ":" + line, cells.get(2)),
        Kind.TIME.read(file + ":" + line, cells.get(3))));
  }

  private int end(int line, String name) {
    Integer known = ends.putIfAbsent(name, ends.size());
    if (ends.size() > MOST_ENDS) {
      throw bad(line, "more than " + MOST_ENDS + " nodes and switches", "fewer");
    }
    return known == null ? ends.size() - 1 : known;
  }

  private PlatformException bad(int line, String found, String expected) {
    return new PlatformException(file + ":" + line + ": found " + found + "; expected " + expected);
  }
}
