package io.github.tracecast.predict.fit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The output of the OSU micro-benchmarks: a title such as {@code # OSU MPI Allreduce Latency Test
 * v7.4}, then lines with a size and a time in microseconds. The title of another test, such as a
 * bandwidth test, ends a table.
 */
final class OsuText implements MeasurementFormat {
  private static final String TITLE = "# OSU MPI";
  private static final String TEST = "Latency Test";

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
      List<String> row = MeasurementFile.row(line);
      if (!collective.isEmpty() && row.size() > 1) {
        long size = MeasurementFile.bytes(file, i + 1, row.get(0));
        double microseconds = MeasurementFile.microseconds(file, i + 1, row.get(1));
        if (microseconds > 0) {
          measurements.add(job.measured(file, 0, collective, size, microseconds, i + 1));
        }
      }
    }
    return measurements;
  }

  /** The operation in a title; empty for tests without an operation. */
  private static String collective(String title) {
    int end = title.indexOf(TEST);
    int begin = title.indexOf(' ', TITLE.length()); // skips the word MPI or MPI-CUDA
    if (end < 0 || begin < 0 || begin > end) {
      return "";
    }
    String words = title.substring(begin, end).strip().toLowerCase(Locale.ROOT);
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
