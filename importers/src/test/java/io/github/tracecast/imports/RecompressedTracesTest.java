package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ScalaTrace's traces of whole runs, listed call by call, compressed from the listing, and listed again. */
class RecompressedTracesTest {
  private static final CompressOptions EACH_TIME =
      CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL);

  /** Sums of a call site over all ranks: executions, bytes of messages that its lines give, and the time before the calls. */
  private record Statistics(long calls, long bytes, double compute) {
    Statistics and(Statistics other) {
      return new Statistics(calls + other.calls, bytes + other.bytes, compute + other.compute);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lu/A.16/I.scalatrace, 1531004, 0.01",
    "lu-instr/A.8.I.scalatrace, 637958, 1",
    "cg-instr/A.16.I.scalatrace, 141376, 1",
  })
  void whatIsExpandedAndCompressedAgainIsTheSameRun(
      String name, long calls, double lastDigit, @TempDir Path folder) throws IOException {
    Trace original = Importers.read(SharedTraces.scalaTrace(name));
    Path listing = folder.resolve("original");
    list(original, listing);

    Path again = folder.resolve("again");
    Trace timed = RawTraces.compress(List.of(listing), EACH_TIME, lines -> {});
    list(timed, again);
    assertThat(Files.mismatch(again, listing)).as("%s, times included", name).isEqualTo(-1);
    requireEqualCounts(original, timed, calls);

    Trace grouped = RawTraces.compress(List.of(listing), CompressOptions.DEFAULT, lines -> {});
    list(grouped, again);
    requireEqualLines(listing, again);
    requireEqualCounts(original, grouped, calls);
    requireEqualStatistics(statistics(listing), statistics(again), lastDigit);

    Trace untimed = RawTraces.compress(
        List.of(listing), CompressOptions.DEFAULT.withDeltas(Deltas.NONE), lines -> {});
    list(untimed, again);
    requireEqualLines(listing, again);
  }

  private static void list(Trace trace, Path file) throws IOException {
    Expander expander = Expander.of(Programs.of(trace));
    try (Writer out = Files.newBufferedWriter(file)) {
      expander.definitions(out);
      for (int rank = 0; rank < trace.header().ranks(); rank++) {
        out.append("rank ").append(Integer.toString(rank)).append('\n');
        expander.expand(rank, Long.MAX_VALUE, out);
      }
    }
  }

  private static void requireEqualCounts(Trace one, Trace two, long calls) {
    EventCounts expected = EventCounts.of(Programs.of(one));
    EventCounts counts = EventCounts.of(Programs.of(two));
    assertThat(counts.total()).isEqualTo(expected.total()).isEqualTo(calls);
    for (int rank = 0; rank < one.header().ranks(); rank++) {
      assertThat(counts.ofRank(rank)).as("rank %d", rank).isEqualTo(expected.ofRank(rank));
    }
    for (MpiCall call : MpiCall.values()) {
      assertThat(counts.of(call)).as("%s", call).isEqualTo(expected.of(call));
    }
    assertThat(counts.sends()).isEqualTo(expected.sends());
    assertThat(counts.receives()).isEqualTo(expected.receives());
    assertThat(counts.bytesSent()).isEqualTo(expected.bytesSent());
  }

  /** Every rank, call, parameter and order, but not the times. */
  private static void requireEqualLines(Path one, Path two) throws IOException {
    try (BufferedReader expected = Files.newBufferedReader(one);
        BufferedReader actual = Files.newBufferedReader(two)) {
      for (String line = expected.readLine(); line != null; line = expected.readLine()) {
        String other = actual.readLine();
        assertThat(other).isNotNull();
        String wanted = withoutTimes(line);
        String found = withoutTimes(other);
        if (!wanted.equals(
            found)) { // one assertion for each line would double the time of the test
          assertThat(found).isEqualTo(wanted);
        }
      }
      assertThat(actual.readLine()).isNull();
    }
  }

  /** Times are the first fields, before the parameters. */
  private static String withoutTimes(String line) {
    String left = line;
    for (String field : List.of(" compute=", " inside=")) {
      int at = left.indexOf(field);
      if (at >= 0) {
        int unit = left.indexOf(" instructions", at);
        int next = left.indexOf(' ', at + 1);
        int end = unit == next ? unit + " instructions".length() : next;
        left = left.substring(0, at) + left.substring(end);
      }
    }
    return left;
  }

  private static Map<String, Statistics> statistics(Path listing) throws IOException {
    Map<String, Statistics> bySite = new TreeMap<>();
    try (BufferedReader in = Files.newBufferedReader(listing)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int site = line.indexOf(" site=");
        if (site >= 0) {
          bySite.merge(
              line.substring(line.indexOf(' ') + 1, line.indexOf(' ', line.indexOf(' ') + 1))
                  + line.substring(site),
              new Statistics(1, (long) number(line, " bytes="), number(line, " compute=")),
              Statistics::and);
        }
      }
    }
    return bySite;
  }

  private static double number(String line, String field) {
    int from = line.indexOf(field);
    if (from < 0) {
      return 0;
    }
    int end = from + field.length();
    while ("0123456789.".indexOf(line.charAt(end)) >= 0) {
      end++;
    }
    return Double.parseDouble(line.substring(from + field.length(), end));
  }

  /** Calls and bytes are equal. Times differ by at most the rounding of the means in the lines. */
  private static void requireEqualStatistics(
      Map<String, Statistics> expected, Map<String, Statistics> actual, double lastDigit) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach((site, wanted) -> {
      Statistics found = actual.get(site);
      assertThat(found.calls()).as(site).isEqualTo(wanted.calls());
      assertThat(found.bytes()).as(site).isEqualTo(wanted.bytes());
      assertThat(Math.abs(found.compute() - wanted.compute()))
          .as("%s: %s and %s", site, found, wanted)
          .isLessThanOrEqualTo(wanted.calls() * lastDigit / 2 + 1e-9 * wanted.compute());
    });
  }
}
