package io.github.tracecast.predict.fit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The output of nccl-tests: one line for each rank ({@code # Rank 0 ...}), then lines with size,
 * count, type, operation, root, and the time of an out-of-place operation in microseconds. The size
 * is that of the whole buffer.
 */
final class NcclText implements MeasurementFormat {
  private static final String TEST = "_perf";
  private static final int TIME = 5;
  private static final Map<String, String> OPERATIONS = Map.of(
      "all_reduce", "allreduce",
      "all_gather", "allgather",
      "reduce_scatter", "reduce_scatter",
      "broadcast", "bcast",
      "reduce", "reduce",
      "alltoall", "alltoall",
      "gather", "gather",
      "scatter", "scatter");

  @Override
  public String name() {
    return "output of nccl-tests with its line \"Collective test starting\"";
  }

  @Override
  public boolean fits(List<String> lines) {
    return lines.stream().anyMatch(line -> !test(line).isEmpty());
  }

  @Override
  public List<MeasuredTime> read(Path file, List<String> lines, Job job) {
    List<MeasuredTime> measurements = new ArrayList<>();
    String collective = "";
    int ranks = 0;
    for (int i = 0; i < lines.size(); i++) {
      String test = test(lines.get(i));
      List<String> row = MeasurementFile.row(lines.get(i));
      if (!test.isEmpty()) {
        collective = OPERATIONS.getOrDefault(test, "");
      } else if (lines.get(i).startsWith("#")) {
        ranks = Math.max(ranks, rank(lines.get(i)) + 1);
      } else if (!collective.isEmpty() && row.size() > TIME) {
        long bytes = MeasurementFile.bytes(file, i + 1, row.get(0));
        double microseconds = MeasurementFile.microseconds(file, i + 1, row.get(TIME));
        if (microseconds > 0) {
          measurements.add(job.ofBuffer(file, ranks, collective, bytes, microseconds, i + 1));
        }
      }
    }
    return measurements;
  }

  /** The operation of a comment that names a test, such as all_reduce_perf; empty for other lines. */
  private static String test(String line) {
    for (String word : line.startsWith("#") ? line.split("\\s+") : new String[0]) {
      if (word.endsWith(TEST)) {
        String path = word.substring(0, word.length() - TEST.length());
        return path.substring(path.lastIndexOf('/') + 1);
      }
    }
    return "";
  }

  /** The rank of a line such as {@code # Rank 3 ...}; -1 for other lines. */
  private static int rank(String line) {
    String[] words = line.split("\\s+");
    return words.length > 2 && words[1].equals("Rank") && MeasurementFile.isNumber(words[2], 7)
        ? Integer.parseInt(words[2])
        : -1;
  }
}
