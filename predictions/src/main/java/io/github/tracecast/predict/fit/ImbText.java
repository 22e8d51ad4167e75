package io.github.tracecast.predict.fit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of the Intel MPI Benchmarks: {@code # Benchmarking Allreduce}, {@code # #processes =
 * 4}, then lines with a size, repetitions and times in microseconds. If a line has three times
 * (minimum, maximum and average), the average is used. For PingPong, the time is half a round trip.
 */
final class ImbText implements MeasurementFormat {
  private static final Pattern TITLE = Pattern.compile("# Benchmarking (\\S+)\\s*");
  private static final Pattern PROCESSES = Pattern.compile("# #processes = ([0-9]{1,9}).*");

  @Override
  public String name() {
    return "output of the Intel MPI Benchmarks";
  }

  @Override
  public boolean fits(List<String> lines) {
    return lines.stream().anyMatch(line -> TITLE.matcher(line).matches());
  }

  @Override
  public List<MeasuredTime> read(Path file, List<String> lines, Job job) {
    List<MeasuredTime> measurements = new ArrayList<>();
    String collective = "";
    int ranks = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher title = TITLE.matcher(line);
      Matcher processes = PROCESSES.matcher(line);
      List<String> row = MeasurementFile.row(line);
      if (title.matches()) {
        collective = collective(title.group(1));
      } else if (processes.matches()) {
        ranks = Integer.parseInt(processes.group(1));
      } else if (!collective.isEmpty() && row.size() > 2) {
        String time = row.get(row.size() > 4 && !collective.equals("pt2pt") ? 4 : 2);
        long size = MeasurementFile.bytes(file, i + 1, row.get(0));
        double microseconds = MeasurementFile.microseconds(file, i + 1, time);
        if (microseconds > 0) {
          measurements.add(job.measured(file, ranks, collective, size, microseconds, i + 1));
        }
      }
    }
    return measurements;
  }

  private static String collective(String title) {
    String word = title.toLowerCase(Locale.ROOT);
    return switch (word) {
      case "pingpong" -> "pt2pt";
      case "allreduce",
          "bcast",
          "reduce",
          "gather",
          "scatter",
          "allgather",
          "alltoall",
          "reduce_scatter" -> word;
      default -> "";
    };
  }
}
