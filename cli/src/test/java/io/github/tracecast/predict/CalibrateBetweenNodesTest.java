package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Two network namespaces are the nodes; their links carry 100 Mbit/s, which is 80 ns a byte, and no
 * byte passes faster. On a busy machine, the measured latency is too long, and the time of the
 * bytes too short.
 */
@ResourceLock("mpi")
@Order(1)
class CalibrateBetweenNodesTest {
  private static final Path NODES =
      Path.of("../benchmarks/nodes").toAbsolutePath().normalize();
  private static final double LEAST_NANOS_A_BYTE = 40;

  @TempDir
  Path folder;

  @Test
  void aSlowNetworkIsMeasuredToItsEnd() throws Exception {
    MpiCommands.require("openmpi");
    Path file = folder.resolve("two.yaml");

    Cli.Result result = Cli.run(
        "calibrate",
        "--seconds",
        "3",
        "-o",
        file.toString(),
        "--mpicc",
        MpiCommands.compiler("openmpi"),
        "--",
        "bash",
        NODES.toString(),
        "--bandwidth",
        "100mbit",
        "mpirun",
        "-n",
        "2");

    if (result.err().contains("exit code 99")) {
      Assumptions.abort(
          "SKIPPED: no network namespaces here: root, iproute2 and /dev/net/tun are needed");
    }
    assertThat(result.exitCode()).as(result.err()).isZero();
    String text = Files.readString(file);
    assertThat(text)
        .contains(
            "measured between two nodes", "topology: {value: star", "in_turn_limit: {value: 64KiB");
    Matcher bandwidth =
        Pattern.compile("link_bandwidth: \\{value: ([0-9.]+)ns/B").matcher(text);
    assertThat(bandwidth.find()).isTrue();
    assertThat(Double.parseDouble(bandwidth.group(1))).isGreaterThan(LEAST_NANOS_A_BYTE);
  }

  @Test
  void aRunEndsIfItsNetworkDoes() throws Exception {
    Process run = new ProcessBuilder(
            "bash", NODES.toString(), "bash", "-c", "kill $(pgrep -x nodes-relay); sleep 600")
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile())
        .start();

    assertThat(run.waitFor(5, TimeUnit.MINUTES)).isTrue();
    if (run.exitValue() == 99) {
      Assumptions.abort("SKIPPED: no network namespaces here");
    }
    assertThat(run.exitValue()).isNotZero();
    assertThat(folder.resolve("output")).content().contains("nodes: the relay has ended");
  }
}
