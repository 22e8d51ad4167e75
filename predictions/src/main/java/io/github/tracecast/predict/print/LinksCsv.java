package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.simulate.result.LinkUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;

/**
 * The use of links as comma-separated values: a row for each link in use, or for each link in use
 * in a slice of time.
 */
public final class LinksCsv {
  private static final String HEAD = "from_seconds,to_seconds,link,level,bytes_per_second,messages,"
      + "bytes,busy_seconds,utilization\n";

  private LinksCsv() {}

  public static void write(LinkUse use, Prediction prediction, Writer out) throws IOException {
    out.write(HEAD);
    try {
      if (use.hasSlices()) {
        LinkRow.slices(use, prediction, row -> write(row, out));
      } else {
        LinkRow.totals(use, prediction, row -> write(row, out));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void write(LinkRow row, Writer out) {
    try {
      out.write(String.join(
              ",",
              List.of(
                  Double.toString(row.fromSeconds()),
                  Double.toString(row.toSeconds()),
                  "\"" + row.link() + "\"",
                  row.level(),
                  Double.toString(row.bytesPerSecond()),
                  Long.toString(row.messages()),
                  Long.toString(row.bytes()),
                  Double.toString(row.busySeconds()),
                  Double.toString(row.utilization())))
          + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
