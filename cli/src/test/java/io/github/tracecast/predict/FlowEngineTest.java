package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engine {@code flows}: shares by hand, and loops that are skipped. */
class FlowEngineTest {
  /** A line of three nodes: 150 bytes a microsecond, one microsecond a hop, nothing else costs time. */
  static final String LINE =
      "--platform bluegene-l --set network.shape=3x1x1 --set network.wrap=mesh"
          + " --set network.link_bandwidth=150MBps --set network.hop_latency=1us"
          + " --set network.injection_bandwidth=none --set packets.header=0B --set packets.chunk=1B"
          + " --set packets.trailer=0B --set mpi.send_overhead=0s --set mpi.receive_overhead=0s"
          + " --set mpi.gap=0s --set mpi.rendezvous_handshake=no";

  @TempDir
  private Path folder;

  /** A crosses both links, B the first, C the second. */
  static String threeFlows(Path folder) {
    return new Script(3)
        .call("MPI_Isend", 0, 0, "destination 2", "tag 0", "count 100000", "datatype 0")
        .call("MPI_Isend", 0, 0, "destination 1", "tag 0", "count 100000", "datatype 0")
        .call("MPI_Waitall", 0, 0, "requests [2 1]")
        .call("MPI_Irecv", 1, 1, "source 0", "tag 0", "count 100000", "datatype 0")
        .call("MPI_Isend", 1, 1, "destination 2", "tag 0", "count 150000", "datatype 0")
        .call("MPI_Waitall", 1, 1, "requests [2 1]")
        .call("MPI_Irecv", 2, 2, "source 0", "tag 0", "count 100000", "datatype 0")
        .call("MPI_Irecv", 2, 2, "source 1", "tag 0", "count 150000", "datatype 0")
        .call("MPI_Waitall", 2, 2, "requests [2 1]")
        .write(folder.resolve("three.ctrace"));
  }

  @Test
  void threeFlowsShareTwoLinksByTheLatencyOfTheirRoutes() {
    // B and C start after 1 us and have 150 B/us alone, A after 2 us. A's route has twice the
    // latency, so A has half the share: 50 B/us, and B and C 100 each.
    double b = 2 + (100_000 - 150) / 100.0; // 1000.5 us
    // C continues at 100, next to A.
    double c = b + (150_000 - 150 - (b - 2) * 100) / 100; // 1500.5 us
    // Then A is alone.
    double a = c + (100_000 - (c - 2) * 50) / 150; // 1667.67 us

    Replayed replayed = Replayed.byFlows(threeFlows(folder), LINE);

    assertThat(b).isCloseTo(1000.5, within(1e-9));
    assertThat(c).isCloseTo(1500.5, within(1e-9));
    assertThat(replayed.endMicros(1)).as("C").isCloseTo(c, within(1e-5));
    assertThat(replayed.endMicros(2)).as("A").isCloseTo(a, within(1e-5));
  }

  @Test
  void flowsThatShareEvenlyDoNotCareHowFarTheyGo() {
    // From 2 us on each has 75 B/us. B: 99,850 B left, until 1333.33 us. C has 50,000 left and
    // ends after another 666.67 us; A has 150 B less than B, which has 100,000, and continues next
    // to C.
    double b = 2 + (100_000 - 150) / 75.0;
    double a = 2 + 100_000 / 75.0; // with C all the time
    double c = a + (150_000 - 150 - (a - 2) * 75) / 150;

    Replayed replayed = Replayed.byFlows(threeFlows(folder), LINE + " --set network.sharing=even");

    assertThat(b).isLessThan(a);
    assertThat(replayed.endMicros(1)).as("C").isCloseTo(c, within(1e-5));
    assertThat(replayed.endMicros(0)).as("A").isCloseTo(a, within(1e-5));
  }

  @ParameterizedTest
  @CsvSource({
    "stencil --ranks 27 --steps 400 --bytes 20000 --compute 1e-5, bluegene-l --mapping random:2",
    "stencil --shape 2d --ranks 12 --steps 400 --compute 1e-4 --bytes 9000, graphene",
    "alltoall --ranks 12 --algorithm linear --bytes 5000 --steps 300, fat-tree --set node.ranks_per_node=1",
    "stencil --shape 2d --ranks 16 --steps 300 --bytes 3000 --compute 1e-4, loggp-default --set mpi.in_turn_limit=8KiB",
  })
  void whatIsSkippedEndsToThePicosecondAsIfAllWereReplayed(String pattern, String platform) {
    String trace = Cli.generate(folder.resolve("p.ctrace"), pattern);

    Replayed skipping = Replayed.byFlows(trace, "--platform " + platform);
    Replayed whole = Replayed.byFlows(trace, "--fast-forward off --platform " + platform);

    assertThat(skipping.json().get("by_rank")).isEqualTo(whole.json().get("by_rank"));
    assertThat(skipping.json().get("events_replayed").longValue())
        .isLessThan(whole.json().get("events_replayed").longValue() / 2);
  }
}
