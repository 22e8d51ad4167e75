package io.github.tracecast.predict.fit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of the OSU micro-benchmarks: a title such as {@code # OSU MPI Allreduce Latency Test
 * v7.4}, then lines of a size and a time in microseconds. The title of another test, such as a
 * bandwidth test, ends a table.
 */
final class OsuText implements MeasurementFormat {
  private static final Pattern TITLE = Pattern.compile("# OSU MPI[^ ]* (?:(.+) )?Latency Test.*");
  private static final Pattern ROW = Pattern.compile("\\s*([0-9]+)\\s+([0-9]+\\.?[0-9]*)(\\s.*)?");

  @Override
  public String name() {
    return "output of the OSU micro-benchmarks";
  }

  @Override
  public boolean fits(List<String> lines) {
    return lines.stream().anyMatch(line -> line.startsWith("# OSU MPI"));
  }

  @Override
  public List<MeasuredTime> read(Path file, List<String> lines, Job job) {
    List<MeasuredTime> measurements = new ArrayList<>();
    String collective = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("# OSU")) {
        collective = collective(line);
      }
      Matcher row = ROW.matcher(line);
      if (!collective.isEmpty() && row.matches() && Double.parseDouble(row.group(2)) > 0) {
        long size = Long.parseLong(row.group(1));
        measurements.add(
            job.measured(file, 0, collective, size, Double.parseDouble(row.group(2)), i + 1));
      }
    }
    return measurements;
  }

  /** The operation of a title; empty for tests without one. */
  private static String collective(String title) {
    Matcher matcher = TITLE.matcher(title);
    if (!matcher.matches()) {
      return "";
    }
    String words = matcher.group(1) == null ? "" : matcher.group(1).toLowerCase(Locale.ROOT);
    return switch (words) {
      case "" -> "pt2pt";
      case "allreduce", "bcast", "reduce", "gather", "scatter", "allgather", "barrier" -> words;
      case "all-to-all", "alltoall", "all-to-all personalized exchange" -> "alltoall";
      case "broadcast" -> "bcast";
      case "reduce_scatter" -> "reduce_scatter";
      default -> "";
    };
  }
}
