package io.github.tracecast.predict.fit;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * CSV with the columns {@code nodes}, {@code collective}, {@code buffer_bytes} and {@code
 * median_us}, and optionally {@code machine}, {@code run}, {@code ranks_per_node} and {@code
 * algorithm}. Other columns are not read.
 */
final class CollectivesCsv implements MeasurementFormat {
  private static final List<String> NEEDED =
      List.of("nodes", "collective", "buffer_bytes", "median_us");

  @Override
  public String name() {
    return "CSV with the columns " + String.join(", ", NEEDED);
  }

  @Override
  public boolean fits(List<String> lines) {
    return !lines.isEmpty() && List.of(lines.getFirst().split(",")).containsAll(NEEDED);
  }

  @Override
  public List<MeasuredTime> read(Path file, List<String> lines, Job job) {
    List<MeasuredTime> measurements = new ArrayList<>();
    try (CsvReader<NamedCsvRecord> records =
        CsvReader.builder().ofNamedCsvRecord(String.join("\n", lines))) {
      List<NamedCsvRecord> rows = new ArrayList<>();
      records.forEach(rows::add); // the parser reports a damaged table at this statement
      rows.forEach(row -> measurements.add(measurement(file, row)));
    } catch (CsvParseException | IllegalArgumentException | IllegalStateException e) {
      throw MeasurementFile.refused(
          file, 1, "CSV", String.valueOf(e.getMessage()), "one row a line");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return measurements;
  }

  private static MeasuredTime measurement(Path file, NamedCsvRecord row) {
    long line = row.getStartingLineNumber();
    String nodes = field(row, "nodes", "").strip();
    if (!nodes.matches("[1-9][0-9]{0,6}(x[1-9][0-9]{0,6}){0,5}")) {
      throw MeasurementFile.refused(
          file, line, "nodes", nodes, "a number of nodes, or a shape such as 4x4x4");
    }
    return new MeasuredTime(
        field(row, "machine", ""),
        field(row, "run", ""),
        nodes,
        (int) whole(file, row, "ranks_per_node", "1", 1, 1 << 16),
        field(row, "collective", "").strip(),
        field(row, "algorithm", "").strip(),
        whole(file, row, "buffer_bytes", "", 0, 1L << 40),
        microseconds(file, row) / 1e6,
        line);
  }

  private static String field(NamedCsvRecord row, String column, String otherwise) {
    Optional<String> found = row.findField(column);
    return found.filter(text -> !text.isBlank()).orElse(otherwise);
  }

  private static long whole(
      Path file, NamedCsvRecord row, String column, String otherwise, long least, long most) {
    String text = field(row, column, otherwise).strip();
    if (text.matches("[0-9]{1,15}")) {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw MeasurementFile.refused(
        file,
        row.getStartingLineNumber(),
        column,
        text.isEmpty() ? "nothing" : text,
        "a whole number from " + least + " to " + most);
  }

  private static double microseconds(Path file, NamedCsvRecord row) {
    String text = field(row, "median_us", "").strip();
    try {
      double number = Double.parseDouble(text);
      if (number > 0 && number < 1e12) {
        return number;
      }
    } catch (NumberFormatException e) {
      // not a number, which is reported below
    }
    throw MeasurementFile.refused(
        file,
        row.getStartingLineNumber(),
        "median_us",
        text.isEmpty() ? "nothing" : text,
        "microseconds above 0");
  }
}
