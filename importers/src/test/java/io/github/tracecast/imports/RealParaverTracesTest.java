package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.validation.TraceValidator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** EPOCH, recorded by Extrae. */
class RealParaverTracesTest {
  private static final int RUNNING = 1;
  private static final int IO = 12;

  private static Path epoch(int ranks) {
    return SharedTraces.folder().resolve("paraver/epoch_" + ranks + "proc.prv.gz");
  }

  /** The events, and one for the end of each rank. */
  @ParameterizedTest
  @CsvSource({"1, 1732, 576, 21.884759", "2, 3488, 1156, 11.486235", "4, 7496, 2556, 6.002862"})
  void callsMessagesAndBurstsAreThoseOfTheRecords(
      int ranks, long calls, long messages, double longestSeconds) throws IOException {
    Trace trace = RawTraces.compress(
        List.of(epoch(ranks)), CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL), lines -> {});
    TraceValidator.check(trace);
    Programs programs = Programs.of(trace);
    EventCounts counts = EventCounts.of(programs);
    assertThat(counts.total()).isEqualTo(calls + ranks);
    assertThat(counts.of(MpiCall.FINALIZED)).isEqualTo(ranks);
    assertThat(counts.sends()).isEqualTo(messages);
    assertThat(counts.receives()).isEqualTo(messages);
    double longest = 0;
    double[] bursts = burstSeconds(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      double seconds = computeSeconds(programs, rank);
      assertThat(seconds).as("computation of rank %d", rank).isCloseTo(bursts[rank], within(1e-9));
      longest = Math.max(longest, seconds);
    }
    assertThat(longest).isCloseTo(longestSeconds, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({"1, 21.884759", "2, 22.917832", "4, 23.694679"})
  void theComputationOfAllRanksIsThatOfTheBurstsHoweverItIsCompressed(int ranks, double seconds) {
    Trace trace = Importers.read(epoch(ranks));
    assertThat(DeltaTable.of(trace).recordedComputeSeconds()).isCloseTo(seconds, within(1e-6));
    assertThat(trace.callSites().stream().map(CallSite::name))
        .anyMatch(name -> name.startsWith(
            "MPI_Sendrecv at 251 (boundary.F90, epoch2d) < 150 (boundary.F90, epoch2d)"))
        .doesNotContain("MPI_Sendrecv");
  }

  private static double computeSeconds(Programs programs, int rank) {
    EventTable table = EventTable.of(programs.trace());
    DeltaTable deltas = DeltaTable.of(programs.trace());
    double sum = 0;
    for (TaskCursor cursor = programs.cursor(rank); cursor.next(); ) {
      int previous =
          cursor.previousEvent() < 0 ? Delta.AFTER_NOTHING : table.callSite(cursor.previousEvent());
      sum += deltas.mean(
          deltas.find(Delta.Kind.COMPUTE, cursor.event(), rank, previous, cursor.execution()));
    }
    return sum * 1e-6;
  }

  /** From the state records, of which the importer takes none: running, input and output, and how long tracing took to set up. */
  private static double[] burstSeconds(int ranks) throws IOException {
    long[] nanos = new long[ranks];
    try (BufferedReader in = new BufferedReader(new InputStreamReader(
        new GZIPInputStream(Files.newInputStream(epoch(ranks))), StandardCharsets.ISO_8859_1))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split(":");
        if (fields[0].equals("1")) {
          int state = Integer.parseInt(fields[7]);
          if (state == RUNNING || state == IO) {
            nanos[Integer.parseInt(fields[3]) - 1] +=
                Long.parseLong(fields[6]) - Long.parseLong(fields[5]);
          }
        } else if (fields[0].equals("2") && fields[6].equals("40000002")) {
          nanos[Integer.parseInt(fields[3]) - 1] +=
              (fields[7].equals("0") ? 1 : -1) * Long.parseLong(fields[5]);
        }
      }
    }
    double[] seconds = new double[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      seconds[rank] = nanos[rank] * 1e-9;
    }
    return seconds;
  }
}
