package io.github.tracecast.predict.fit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of nccl-tests: one line for each rank ({@code # Rank 0 ...}), then lines of size,
 * count, type, operation, root and the time of an operation that is not in place, in microseconds.
 * The size is that of the whole buffer.
 */
final class NcclText implements MeasurementFormat {
  private static final Pattern TEST = Pattern.compile("#.*\\b([a-z_]+)_perf\\b.*");
  private static final Pattern RANK = Pattern.compile("#\\s+Rank\\s+([0-9]{1,7})\\b.*");
  private static final Pattern ROW =
      Pattern.compile("\\s*([0-9]{1,15})\\s+[0-9]+\\s+\\S+\\s+\\S+\\s+-?[0-9]+\\s+([0-9.]+)\\s.*");
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
    return lines.stream().anyMatch(line -> TEST.matcher(line).matches());
  }

  @Override
  public List<MeasuredTime> read(Path file, List<String> lines, Job job) {
    List<MeasuredTime> measurements = new ArrayList<>();
    String collective = "";
    int ranks = 0;
    for (int i = 0; i < lines.size(); i++) {
      Matcher test = TEST.matcher(lines.get(i));
      Matcher rank = RANK.matcher(lines.get(i));
      Matcher row = ROW.matcher(lines.get(i));
      if (test.matches()) {
        collective = OPERATIONS.getOrDefault(test.group(1), "");
      } else if (rank.matches()) {
        ranks = Math.max(ranks, Integer.parseInt(rank.group(1)) + 1);
      } else if (!collective.isEmpty() && row.matches() && Double.parseDouble(row.group(2)) > 0) {
        measurements.add(new MeasuredTime(
            "",
            file.getFileName().toString(),
            ranks > 0
                ? Integer.toString(Math.max(1, ranks / job.ranksPerNode()))
                : job.nodesOf(file),
            job.ranksPerNode(),
            collective,
            "",
            Long.parseLong(row.group(1)),
            Double.parseDouble(row.group(2)) / 1e6,
            i + 1));
      }
    }
    return measurements;
  }
}
