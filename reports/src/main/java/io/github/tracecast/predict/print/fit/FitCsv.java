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
import java.util.Optional;

/** All measurements with their predictions as CSV, in the order of the file. */
public final class FitCsv {
  private FitCsv() {}

  /** Writes a row for each measurement. A row without a prediction has a reason. */
  public static void write(List<MeasuredTime> all, FitResult result, Writer to) throws IOException {
    Map<MeasuredTime, FitResult.Row> rows = new HashMap<>();
    result.rows().forEach(row -> rows.put(row.measurement(), row));
    List<Column<MeasuredTime>> columns = List.of(
        Column.name("machine", "", MeasuredTime::machine),
        Column.name("run", "", MeasuredTime::run),
        Column.name("nodes", "", MeasuredTime::nodes),
        Column.count("ranks_per_node", "", MeasuredTime::ranksPerNode),
        Column.name("collective", "", MeasuredTime::collective),
        Column.name("algorithm", "", MeasuredTime::algorithm),
        Column.count("buffer_bytes", "", MeasuredTime::bytes),
        Column.name("median_us", "", measured -> microseconds(measured.seconds())),
        Column.name(
            "predicted_us",
            "",
            measured -> Optional.ofNullable(rows.get(measured))
                .map(row -> microseconds(row.seconds()))
                .orElse("")),
        Column.name(
            "reason",
            "",
            measured -> rows.containsKey(measured)
                ? ""
                : Arguments.asOptions(result.unpredicted().getOrDefault(measured, ""))),
        Column.name("chosen_by", "", measured -> measured.isLibrarysChoice() ? "library" : "name"));
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(to);
    csv.writeRecord(Column.keys(columns));
    for (MeasuredTime measured : all) {
      csv.writeRecord(Column.cells(columns, measured));
    }
    csv.flush();
  }

  private static String microseconds(double seconds) {
    return String.format(Locale.ROOT, "%.6g", seconds * 1e6);
  }
}
