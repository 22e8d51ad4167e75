package io.github.tracecast.predict.print;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.result.LinkUse;
import java.io.IOException;
import java.io.Writer;
import java.util.function.Consumer;

/**
 * The use of links as comma-separated values: a row for each link in use, or for each link in use
 * in a slice of time.
 */
public final class LinksCsv {
  private LinksCsv() {}

  public static void write(LinkUse use, Prediction prediction, Writer out) throws IOException {
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
    csv.writeRecord(Column.keys(LinkRow.ALL));
    Consumer<LinkRow> write = row -> csv.writeRecord(Column.cells(LinkRow.ALL, row));
    if (use.hasSlices()) {
      LinkRow.slices(use, prediction, write);
    } else {
      LinkRow.totals(use, prediction, write);
    }
    csv.flush();
  }
}
