package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of Score-P, compared with the output of the format's own tool. */
class RealOtf2TracesTest {
  private static final Path PRINT = Path.of("/usr/bin/otf2-print");
  private static final Pattern CALL = Pattern.compile("Region: \"(MPI_\\w+)\"");
  private static final Pattern LENGTH = Pattern.compile("Length: (\\d+)");

  @BeforeAll
  static void requireLibrary() {
    if (Otf2Library.installed().isEmpty()) {
      Assumptions.abort("SKIPPED: no library of OTF2; apt-get install libopen-trace-format2-10");
    }
  }

  private static Path archive(String name) {
    return SharedTraces.folder().resolve("otf2").resolve(name);
  }

  /** What {@code otf2-print} prints, summed up. */
  private static final class Printed {
    private final Map<String, Long> calls = new TreeMap<>();
    private final Map<String, Long> callsOfRank = new TreeMap<>();
    private long sends;
    private long receives;
    private long bytes;

    static Printed of(Path archive) throws IOException, InterruptedException {
      if (!Files.isExecutable(PRINT)) {
        Assumptions.abort("SKIPPED: no " + PRINT + "; apt-get install otf2-tools");
      }
      Printed printed = new Printed();
      Process process = new ProcessBuilder(
              PRINT.toString(), archive.resolve("traces.otf2").toString())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      try (BufferedReader lines = process.inputReader()) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          printed.take(line.split("\\s+", 3), line);
        }
      }
      assertThat(process.waitFor()).isZero();
      return printed;
    }

    private void take(String[] words, String line) {
      switch (words[0]) {
        case "ENTER" -> {
          Matcher call = CALL.matcher(line);
          if (call.find()) {
            calls.merge(call.group(1), 1L, Long::sum);
            callsOfRank.merge(words[1], 1L, Long::sum);
          }
        }
        case "MPI_SEND", "MPI_ISEND" -> {
          sends++;
          Matcher length = LENGTH.matcher(line);
          assertThat(length.find()).isTrue();
          bytes += Long.parseLong(length.group(1));
        }
        case "MPI_RECV", "MPI_IRECV" -> receives++;
        default -> {}
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpicoverage10", "pingpong2"})
  void callsMessagesAndBytesAreThoseThatTheFormatsOwnToolPrints(String name)
      throws IOException, InterruptedException {
    Printed printed = Printed.of(archive(name));
    Trace trace = Importers.read(archive(name));
    Programs programs = Programs.of(trace);
    EventCounts counts = EventCounts.of(programs);
    assertThat(counts.sends()).isEqualTo(printed.sends);
    assertThat(counts.receives()).isEqualTo(printed.receives);
    assertThat(counts.bytesSent()).isEqualTo(printed.bytes);
    Map<String, Long> calls = new TreeMap<>();
    EventTable table = EventTable.of(trace);
    for (int rank = 0; rank < programs.ranks(); rank++) {
      long own = 0;
      for (TaskCursor cursor = programs.cursor(rank); cursor.next(); own++) {
        calls.merge(called(trace, table, cursor.event()), 1L, Long::sum);
      }
      assertThat(own).as("calls of rank %d", rank).isEqualTo(printed.callsOfRank.get("" + rank));
    }
    assertThat(calls).isEqualTo(printed.calls);
  }

  /** The call as the archive names it, also where only the name is kept. */
  private static String called(Trace trace, EventTable table, int event) {
    MpiCall call = table.call(event);
    return call == MpiCall.OTHER
        ? trace.callSites().get(table.callSite(event)).name().split(" ")[0]
        : call.mpiName();
  }

  @Test
  void anArchiveWithoutMpiIsRefusedWithWhatItHolds() {
    Path archive = archive("no-mpi");

    assertThatThrownBy(() -> Importers.read(archive))
        .isInstanceOf(TraceException.class)
        .hasMessageEndingWith(
            "traces.otf2: found an OTF2 archive without MPI, of 32 locations in 3 processes (HIP); expected an archive of an MPI program."
                + " Build the program with \"scorep mpicc\", so that Score-P records MPI");
  }

  @Test
  void theAnchorFileTheFolderAndAnArchiveOfItAreOneTrace() {
    Trace whole = Importers.read(archive("pingpong2"));
    assertThat(Importers.read(archive("pingpong2").resolve("traces.otf2"))).isEqualTo(whole);
  }
}
