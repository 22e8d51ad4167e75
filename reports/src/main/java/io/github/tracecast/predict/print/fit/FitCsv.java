package io.github.tracecast.predict.print.fit;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.tracecast.predict.fit.FitResult;
import io.github.tracecast.predict.fit.MeasuredTime;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.trace.text.Arguments;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measurements with their predictions as CSV, in the order of the file of measurements. A row
 * without a prediction has the reason why there is none. A row is written as soon as this row and
 * all rows before it are known.
 */
public final class FitCsv {
  private final List<Column<MeasuredTime>> columns = List.of(
      Column.name("machine", "", MeasuredTime::machine),
      Column.name("run", "", MeasuredTime::run),
      Column.name("nodes", "", MeasuredTime::nodes),
      Column.count("ranks_per_node", "", MeasuredTime::ranksPerNode),
      Column.name("collective", "", MeasuredTime::collective),
      Column.name("algorithm", "", MeasuredTime::algorithm),
      Column.count("buffer_bytes", "", MeasuredTime::bytes),
      Column.name("median_us", "", measured -> microseconds(measured.seconds())),
      Column.name("predicted_us", "", this::predictedMicroseconds),
      Column.name("reason", "", this::reason),
      Column.name("chosen_by", "", measured -> measured.isLibrarysChoice() ? "library" : "name"));

  private final List<MeasuredTime> all;
  private final Map<MeasuredTime, String> unpredicted;
  private final Map<MeasuredTime, Double> predicted = new HashMap<>();
  private final CsvWriter csv;
  private int written;

  /**
   * Writes the header line.
   *
   * @param unpredicted measurements that are not predicted, each with the reason
   */
  public FitCsv(List<MeasuredTime> all, Map<MeasuredTime, String> unpredicted, Writer to) {
    this.all = all;
    this.unpredicted = unpredicted;
    this.csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(to);
    csv.writeRecord(Column.keys(columns));
  }

  /** Writes a row for each measurement of a result. */
  public static void write(List<MeasuredTime> all, FitResult result, Writer to) throws IOException {
    FitCsv csv = new FitCsv(all, result.unpredicted(), to);
    for (FitResult.Row row : result.rows()) {
      csv.add(row.measurement(), row.seconds());
    }
  }

  /** Adds a prediction, and writes the rows that are known now. */
  public void add(MeasuredTime measurement, double seconds) throws IOException {
    predicted.put(measurement, seconds);
    while (written < all.size() && isKnown(all.get(written))) {
      csv.writeRecord(Column.cells(columns, all.get(written++)));
    }
    csv.flush();
  }

  private boolean isKnown(MeasuredTime measured) {
    return predicted.containsKey(measured) || unpredicted.containsKey(measured);
  }

  private String predictedMicroseconds(MeasuredTime measured) {
    Double seconds = predicted.get(measured);
    return seconds == null ? "" : microseconds(seconds);
  }

  private String reason(MeasuredTime measured) {
    return Arguments.asOptions(unpredicted.getOrDefault(measured, ""));
  }

  private static String microseconds(double seconds) {
    return String.format(Locale.ROOT, "%.6g", seconds * 1e6);
  }
}
