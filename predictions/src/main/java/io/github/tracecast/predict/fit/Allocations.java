package io.github.tracecast.predict.fit;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of measured jobs, from CSV with the columns {@code machine}, {@code run}, {@code rank}
 * and {@code node}. A run may have several jobs, which the column {@code file} distinguishes. A
 * measurement belongs to the smallest job of its run with enough ranks. Runs without an entry get
 * the first nodes of the machine.
 */
public final class Allocations implements AutoCloseable {
  private static final List<String> NEEDED = List.of("machine", "run", "rank", "node");

  /**
   * A job's number of ranks, and the file of its nodes.
   *
   * @param nodes a file in the form of {@code --nodes}
   */
  private record JobNodes(int ranks, Path nodes) {}

  private final Map<String, List<JobNodes>> jobs = new LinkedHashMap<>();

  private Allocations() {}

  /** Returns allocations without the nodes of any job. */
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
    MeasurementFile.requirePlain(file);
    Map<List<String>, List<String>> lines = new LinkedHashMap<>();
    try (CsvReader<NamedCsvRecord> records = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord row : records) {
        if (!row.getHeader().containsAll(NEEDED)) {
          throw MeasurementFile.refused(
              file, 1, "header", String.join(",", row.getHeader()), String.join(",", NEEDED));
        }
        String run = key(cell(file, row, "machine"), cell(file, row, "run"));
        lines
            .computeIfAbsent(
                List.of(run, row.findField("file").orElse("")),
                job -> new ArrayList<>(List.of("rank,node")))
            .add(cell(file, row, "rank") + "," + cell(file, row, "node"));
      }
      Allocations allocations = new Allocations();
      for (Map.Entry<List<String>, List<String>> job : lines.entrySet()) {
        Path nodes = TemporaryFiles.file("nodes", ".csv");
        nodes.toFile().deleteOnExit();
        allocations
            .jobs
            .computeIfAbsent(job.getKey().getFirst(), run -> new ArrayList<>())
            .add(new JobNodes(job.getValue().size() - 1, Files.write(nodes, job.getValue())));
      }
      return allocations;
    } catch (CsvParseException | IllegalArgumentException | IllegalStateException e) {
      throw MeasurementFile.refused(
          file, 1, "CSV", String.valueOf(e.getMessage()), "one row a line");
    } catch (IOException e) {
      throw new UsageException(file + ": cannot be read (" + WholeFile.reason(e)
          + "); expected CSV with the columns " + String.join(", ", NEEDED));
    }
  }

  private static String cell(Path file, NamedCsvRecord row, String column) {
    return row.findField(column)
        .orElseThrow(() -> MeasurementFile.refused(
            file, row.getStartingLineNumber(), column, "no cell", "a cell for each column"));
  }

  private static String key(String machine, String run) {
    return machine + "\n" + run;
  }

  /** Returns the mapping of a job's ranks to nodes, in the form of {@code --mapping}. */
  String mapping(MeasuredTime measured) {
    List<JobNodes> found =
        jobs.getOrDefault(key(measured.machine(), measured.run()), List.of()).stream()
            .sorted(Comparator.comparingInt(JobNodes::ranks))
            .toList();
    return found.isEmpty() || measured.ranksPerNode() > 1
        ? "default"
        : MappingSpec.NODES
            + found.stream()
                .filter(job -> job.ranks() >= measured.ranks())
                .findFirst()
                .orElse(found.getLast())
                .nodes();
  }

  @Override
  public void close() {
    for (JobNodes job : jobs.values().stream().flatMap(List::stream).toList()) {
      try {
        Files.deleteIfExists(job.nodes());
      } catch (IOException e) {
        // a file that cannot be deleted now is deleted when the process ends
      }
    }
  }
}
