package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.codec.TraceFiles;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProvenanceTest {
  private static final String TEXT = """
      tracecast-trace 7
      ranks 4
      requests 100
      recorded "2026-11-22T08:30:00Z" counter cpu-time mpi "Open MPI 4.1.4" by "Tracecast 1.0" command "mpirun -n 4 ./heat"
      node "n1" cpu "AMD EPYC" cores 2 processors 4 usable 2 load 0.25 waited 0.5 ranks 1 0 1 1 2
      node "n2" cores 0 processors 0 usable 0 ranks 1 2 1 1 2

      site 0 "a"

      event 0 MPI_Finalize site 0
      end 1 events
      """;

  @Test
  void aTextTraceSaysWhereItsRunWasRecorded() {
    Trace trace = read(TEXT);
    assertThat(trace.header().provenance())
        .hasValue(new Provenance(
            Instant.parse("2026-11-22T08:30:00Z"),
            "mpirun -n 4 ./heat",
            "Open MPI 4.1.4",
            Provenance.Counter.CPU_TIME,
            "Tracecast 1.0",
            List.of(
                new Provenance.Node(
                    "n1",
                    "AMD EPYC",
                    2,
                    4,
                    2,
                    OptionalDouble.of(0.25),
                    OptionalDouble.of(0.5),
                    RankList.of(0, 1)),
                new Provenance.Node(
                    "n2",
                    "",
                    0,
                    0,
                    0,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    RankList.of(2, 3)))));
    assertThat(trace.header().provenance().orElseThrow().cpus()).containsExactly("AMD EPYC");
    assertThat(new String(TextCodec.write(trace), StandardCharsets.UTF_8)).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "2026-11-22!2026-13-22!lu.ctrace:4: found \"2026-13-22T08:30:00Z\"; expected a date such as \"2026-11-22T08:30:00Z\"",
        "2026-11-22!1926-11-22!lu.ctrace:4: provenance: found date 1926-11-22T08:30:00Z; expected a date from 1970 to the end of 9999",
        "counter cpu-time!counter watts!lu.ctrace:4: found \"watts\"; expected time, cpu-time or instructions",
        "by \"Tracecast 1.0\"!with \"Tracecast 1.0\"!lu.ctrace:4: found \"with\"; expected the end of the line",
        "cores 2!cores -2!lu.ctrace:5: found cores -2; expected 0 to 1048576",
        "load 0.25!load -1!lu.ctrace:5: node: found load of -1.0; expected a number of at least 0",
        "load 0.25!load NaN!lu.ctrace:5: node: found load of NaN; expected a number of at least 0",
        "waited 0.5!waited 1.5!lu.ctrace:5: node: found share of time waited of 1.5; expected 0 to 1",
        "ranks 1 2 1 1 2!ranks 1 2 1 1 3!lu.ctrace:6: found rank 4; expected 0 to 3, as in the header",
      })
  void aDamagedProvenanceIsRefusedWithItsLine(String good, String bad, String message) {
    String damaged = TEXT.replace(good, bad);
    assertThat(damaged).isNotEqualTo(TEXT);
    assertThatThrownBy(() -> read(damaged)).isInstanceOf(TraceException.class).hasMessage(message);
  }

  @Test
  void aRankOnTwoNodesIsRefused() {
    assertThatThrownBy(() -> read(TEXT.replace("ranks 1 2 1 1 2", "ranks 1 1 1 1 2")))
        .isInstanceOf(TraceException.class)
        .hasMessageEndingWith(
            ": found rank 1 on two nodes; expected each rank on one node at most");
  }

  @Test
  void wellSummedNonsenseInABinaryProvenanceIsRefusedInOneLine() {
    UnpackedTrace unpacked = new UnpackedTrace(BinaryCodec.write(read(TEXT)));
    byte[] table = unpacked.table(3);
    int refused = 0;
    for (int at = 0; at < table.length; at++) {
      byte good = table[at];
      for (int value : new int[] {0, 1, 2, 7, 0x7f, 0x80, 0xff}) {
        table[at] = (byte) value;
        try {
          TraceFiles.read(unpacked.packed(), "lu.ctrace");
        } catch (TraceException e) {
          refused++;
          assertThat(e).hasMessageMatching("lu.ctrace: inflated byte \\d+: [^\n]+");
        }
      }
      table[at] = good;
    }
    assertThat(refused).isPositive();
  }

  private static Trace read(String text) {
    return TraceFiles.read(text.getBytes(StandardCharsets.UTF_8), "lu.ctrace");
  }
}
