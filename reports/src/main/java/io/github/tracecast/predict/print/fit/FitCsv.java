package io.github.tracecast.predict.print.fit;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.tracecast.predict.fit.FitResult;
import io.github.tracecast.predict.fit.MeasuredTime;
import io.github.tracecast.trace.text.Arguments;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All measurements with their predictions as CSV, in the order of the file. */
public final class FitCsv {
  private FitCsv() {}

  /** Writes the rows. A row without a prediction has a reason. */
  public static void write(List<MeasuredTime> all, FitResult result, Writer to) throws IOException {
    Map<MeasuredTime, FitResult.Row> rows = new HashMap<>();
    result.rows().forEach(row -> rows.put(row.measurement(), row));
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(to);
    csv.writeRecord(
        "machine",
        "run",
        "nodes",
        "ranks_per_node",
        "collective",
        "algorithm",
        "buffer_bytes",
        "median_us",
        "predicted_us",
        "reason",
        "chosen_by");
    for (MeasuredTime measured : all) {
      FitResult.Row row = rows.get(measured);
      csv.writeRecord(
          measured.machine(),
          measured.run(),
          measured.nodes(),
          Integer.toString(measured.ranksPerNode()),
          measured.collective(),
          measured.algorithm(),
          Long.toString(measured.bytes()),
          microseconds(measured.seconds()),
          row == null ? "" : microseconds(row.seconds()),
          row == null ? Arguments.asOptions(result.left().getOrDefault(measured, "")) : "",
          measured.isLibrarysChoice() ? "library" : "name");
    }
    csv.flush();
  }

  private static String microseconds(double seconds) {
    return String.format(Locale.ROOT, "%.6g", seconds * 1e6);
  }
}
