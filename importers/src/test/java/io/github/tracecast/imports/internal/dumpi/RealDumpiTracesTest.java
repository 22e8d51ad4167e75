package io.github.tracecast.imports.internal.dumpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.imports.SharedTraces;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that others recorded, compared with the output of the format's own tools. */
class RealDumpiTracesTest {
  private static final Pattern ENTRY = Pattern.compile("(MPI_\\w+) entering at .*");
  private static final Pattern COUNT = Pattern.compile("int (?:send)?count=(\\d+)");
  private static final Pattern TYPE =
      Pattern.compile("MPI_Datatype (?:datatype|sendtype)=(\\d+) .*");

  private static Trace read(String name) {
    return Importers.read(SharedTraces.folder().resolve("dumpi").resolve(name));
  }

  /** The output of dumpi2ascii for a run: calls by name, and the bytes of its sends. */
  private static final class Listing {
    final Map<String, Long> calls = new TreeMap<>();
    long bytesSent;

    Listing(Path folder, Map<Integer, Integer> typeSizes) throws IOException {
      List<Path> files;
      try (Stream<Path> inside = Files.list(folder)) {
        files = inside.sorted().toList();
      }
      for (Path file : files) {
        String call = "";
        long count = 0;
        for (String line : Files.readAllLines(file)) {
          Matcher entry = ENTRY.matcher(line);
          Matcher elements = COUNT.matcher(line);
          Matcher type = TYPE.matcher(line);
          if (entry.matches()) {
            call = entry.group(1);
            calls.merge(call, 1L, Long::sum);
          } else if (elements.matches()) {
            count = Long.parseLong(elements.group(1));
          } else if (type.matches()
              && List.of("MPI_Send", "MPI_Isend", "MPI_Sendrecv").contains(call)) {
            bytesSent += count * typeSizes.get(Integer.parseInt(type.group(1)));
          }
        }
      }
    }
  }

  @Test
  void callsAndBytesAreThoseOfTheFormatsOwnTool() throws IOException {
    Path folder = SharedTraces.folder().resolve("dumpi/mini8");
    DumpiFile file = new DumpiFile(folder.resolve("dumpi-2026.11.21.01.29.33-0000.bin"), "mini8");
    Map<Integer, Integer> sizes = new TreeMap<>();
    for (int type = 0; type < 64; type++) {
      sizes.put(type, file.typeSize(type));
    }
    Listing listing = new Listing(folder.resolve("ascii"), sizes);
    EventCounts counts = EventCounts.of(Programs.of(read("mini8")));
    for (Map.Entry<String, Long> call : listing.calls.entrySet()) {
      assertThat(counts.of(MpiCall.byName(call.getKey()).orElseThrow()))
          .as(call.getKey())
          .isEqualTo(call.getValue());
    }
    assertThat(counts.total())
        .isEqualTo(listing.calls.values().stream().mapToLong(Long::longValue).sum());
    assertThat(counts.bytesSent()).isEqualTo(listing.bytesSent);
  }

  @ParameterizedTest
  @CsvSource({"mini8, 8", "amg27, 27", "sst-testbgp7, 7", "sst-testtrace4, 4"})
  void recordedCallsAreThoseThatTheFootersCount(String name, int ranks) throws IOException {
    Trace trace = read(name);
    assertThat(trace.header().ranks()).isEqualTo(ranks);
    assertThat(trace.header().notes()).noneMatch(note -> note.contains("footers"));
    EventCounts counts = EventCounts.of(Programs.of(trace));
    long called = 0;
    DumpiRun run = DumpiRun.open(SharedTraces.folder().resolve("dumpi").resolve(name), name);
    for (int rank : run.ranks()) {
      for (int function = 0; function < DumpiCalls.count(); function++) {
        called += run.file(rank).called(function) - run.file(rank).ignored(function);
      }
    }
    assertThat(counts.total()).isEqualTo(called);
    assertThat(counts.sends()).isEqualTo(counts.receives());
  }

  @Test
  void whatAPartialRunLacksIsSaid() {
    List<String> notes = new ArrayList<>(read("amg27").header().notes());
    assertThat(notes.getFirst()).contains("can be replayed");
    assertThat(notes.get(1))
        .startsWith("5297156 calls of 27 ranks were not recorded: 2525848 MPI_Iprobe");
    assertThat(notes.get(2)).contains("0.476385 s");
    assertThat(read("amg27").header().notReplayable()).isEmpty();
  }
}
