package io.github.tracecast.predict.print;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.simulate.result.LinkUse;
import java.io.IOException;
import java.io.Writer;

/**
 * The use of links as comma-separated values: a row for each link in use, or for each link in use
 * in a slice of time.
 */
public final class LinksCsv {
  private LinksCsv() {}

  public static void write(LinkUse use, Prediction prediction, Writer out) throws IOException {
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
    csv.writeRecord(
        "from_seconds",
        "to_seconds",
        "link",
        "level",
        "bytes_per_second",
        "messages",
        "bytes",
        "busy_seconds",
        "utilization");
    if (use.hasSlices()) {
      LinkRow.slices(use, prediction, row -> write(row, csv));
    } else {
      LinkRow.totals(use, prediction, row -> write(row, csv));
    }
    csv.flush();
  }

  private static void write(LinkRow row, CsvWriter csv) {
    csv.writeRecord(
        Double.toString(row.fromSeconds()),
        Double.toString(row.toSeconds()),
        row.link(),
        row.level(),
        Double.toString(row.bytesPerSecond()),
        Long.toString(row.messages()),
        Long.toString(row.bytes()),
        Double.toString(row.busySeconds()),
        Double.toString(row.utilization()));
  }
}
