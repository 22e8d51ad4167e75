package io.github.tracecast.predict.fit;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of measured jobs, from CSV with the columns {@code machine}, {@code run}, {@code rank} and
 * {@code node}. Jobs without an entry get the first nodes of the machine.
 */
public final class Allocations implements AutoCloseable {
  private static final List<String> NEEDED = List.of("machine", "run", "rank", "node");

  private final Map<String, Path> files = new LinkedHashMap<>();

  private Allocations() {}

  /** No job's nodes are known. */
  public static Allocations none() {
    return new Allocations();
  }

  /**
   * Reads the nodes of jobs. Each job gets a file in the form of {@code --nodes}, which {@code
   * close} removes.
   *
   * @throws UsageException if the file cannot be read
   */
  public static Allocations read(Path file) {
    Map<String, StringBuilder> jobs = new LinkedHashMap<>();
    try (CsvReader<NamedCsvRecord> records = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord row : records) {
        if (!row.getHeader().containsAll(NEEDED)) {
          throw MeasurementFile.refused(
              file, 1, "header", String.join(",", row.getHeader()), String.join(",", NEEDED));
        }
        jobs.computeIfAbsent(
                key(row.getField("machine"), row.getField("run")),
                job -> new StringBuilder("rank,node\n"))
            .append(row.getField("rank"))
            .append(',')
            .append(row.getField("node"))
            .append('\n');
      }
      Allocations allocations = new Allocations();
      for (Map.Entry<String, StringBuilder> job : jobs.entrySet()) {
        Path nodes = Files.createTempFile("tracecast-nodes", ".csv");
        nodes.toFile().deleteOnExit();
        allocations.files.put(job.getKey(), Files.writeString(nodes, job.getValue()));
      }
      return allocations;
    } catch (IOException e) {
      throw new UsageException(
          "--allocations: found " + file + ", which cannot be read (" + WholeFile.reason(e, 0)
              + "); expected CSV with the columns " + String.join(", ", NEEDED));
    }
  }

  private static String key(String machine, String run) {
    return machine + "\n" + run;
  }

  /** The places of a job's ranks, as {@code --mapping} takes them. */
  String mapping(MeasuredTime measured) {
    Path nodes = files.get(key(measured.machine(), measured.run()));
    return nodes == null || measured.ranksPerNode() > 1 ? "default" : "nodes:" + nodes;
  }

  @Override
  public void close() {
    for (Path nodes : files.values()) {
      try {
        Files.deleteIfExists(nodes);
      } catch (IOException e) {
        // it is deleted when the process ends
      }
    }
  }
}
