package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines and figures at the edges of what SimGrid takes: its process never ends natively. */
class SimGridEdgeFiguresTest {
  private static final String NODE =
      "node: {cores: 32, ranks_per_node: 1, speed: 1Gf, instruction_rate: 1Gips, memory_bandwidth: 20GBps, memory_latency: 200ns}\n";
  private static final String CABINETS = NODE + """
      network: {topology: cabinets, hosts_per_cabinet: "1, 2, 1", host_link_bandwidth: 3GBps, host_link_latency: 1us, uplink_bandwidth: 3GBps, uplink_latency: 5us, uplink_limiter: 3GBps, host_limiter: 3GBps}
      mpi: {send_overhead: 0s, receive_overhead: 0s, eager_limit: 64KiB}
      """;
  private static final String IN_TURN = NODE + """
      network: {topology: star, link_bandwidth: 1GBps, link_latency: 100ns}
      mpi: {send_overhead: 200ns, receive_overhead: 0s, eager_limit: 1B, gap: 1us, in_turn_limit: 5000B, cross_traffic: yes}
      packets: {payload: 240B, header: 16B, chunk: 32B, trailer: 4B}
      """;

  @TempDir
  private Path folder;

  @BeforeAll
  static void simGridIsThere() {
    SimGridChild.assumeInstalled();
  }

  /** All four ranks send first, at time 0, and then together. */
  private String[] prediction(String machine, String engine, String... more) throws IOException {
    StringBuilder actions = new StringBuilder();
    for (int rank = 0; rank < 4; rank++) {
      int other = (rank + 2) % 4;
      String peer = rank + (rank < 2 ? " send " : " recv ") + other;
      actions
          .append(rank + " init\n")
          .append(peer + " 1 100000 6\n")
          .append(peer + " 2 8 6\n")
          .append(rank + " compute 15428\n")
          .append(rank + " allgather 1000 1000 6 6\n")
          .append(rank + " alltoall 1 1 6 6\n")
          .append(rank + " finalize\n");
    }
    String trace = Files.writeString(folder.resolve("t.tit"), actions).toString();
    String platform = Files.writeString(folder.resolve("m.yaml"), machine).toString();
    String[] all = new String[more.length + 6];
    System.arraycopy(
        new String[] {"predict", trace, "--platform", platform, "--engine", engine}, 0, all, 0, 6);
    System.arraycopy(more, 0, all, 6, more.length);
    return all;
  }

  private static String predicted(Cli.Result result) {
    assertThat(result.err()).doesNotContain("error:");
    assertThat(result.exitCode()).isZero();
    return result.out().lines().findFirst().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {CABINETS, IN_TURN})
  void firstMessagesAtTimeZeroTakeWhatEngineFlowsSays(String machine) throws IOException {
    String flows = predicted(Cli.run(prediction(machine, "flows")));

    assertThat(predicted(SimGridChild.run(prediction(machine, "simgrid")))).isEqualTo(flows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "network.link_latency=1e-310s",
        "mpi.send_overhead=1e-310s",
        "mpi.gap=4.9e-324s",
        "node.memory_latency=1e-301s"
      })
  void timesBelowAllNormalNumbersAreAsGoodAsNone(String figure) throws IOException {
    String[] none = prediction(IN_TURN, "simgrid", "--set", figure.replaceFirst("=.*", "=0s"));
    String[] tiny = prediction(IN_TURN, "simgrid", "--set", figure);

    assertThat(predicted(SimGridChild.run(tiny))).isEqualTo(predicted(SimGridChild.run(none)));
  }

  @Test
  void ratesBelowAllNormalNumbersAreRefusedInOneLine() throws IOException {
    for (String figure : new String[] {
      "network.link_bandwidth=1e-310Bps", "network.link_bandwidth=1e-290Bps", "node.speed=1e-310f"
    }) {
      Cli.Result result = SimGridChild.run(prediction(IN_TURN, "simgrid", "--set", figure));

      assertThat(result.exitCode()).as(figure).isEqualTo(2);
      assertThat(result.err().lines().filter(line -> line.startsWith("error:"))).hasSize(1);
      assertThat(result.err()).doesNotContain("Exception").doesNotContain("SIG");
    }
  }
}
