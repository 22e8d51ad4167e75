package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run that the picosecond clock cannot hold ends in one line and exit code 2, whatever causes the time. */
class TooLongRunTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "fan --ranks 8 --bytes 1, mpi.gap=4000000s",
    "fan --ranks 8 --bytes 1, mpi.send_overhead=4000000s",
    "alltoall --algorithm linear --ranks 8 --bytes 1, mpi.receive_overhead=4000000s",
    "alltoall --ranks 8 --bytes 1, mpi.receive_overhead=4000000s",
    "alltoall --ranks 8 --bytes 1, mpi.send_overhead=4000000s",
    "allreduce --ranks 64 --bytes 1, network.link_latency=1000000s",
    "message --bytes 100000, network.link_latency=1200000s",
    "ring --ranks 4 --bytes 100000 --steps 100, network.link_bandwidth=1s/B",
  })
  void isRefused(String pattern, String figure) {
    String trace = Cli.generate(folder.resolve("p.ctrace"), pattern);

    Cli.Result result =
        Cli.run(("predict " + trace + " --platform loggp-default --engine loggp --set " + figure)
            .split(" "));

    assertThat(result.err()).contains("4611686.0").contains("of simulated time").endsWith("\n");
    assertThat(result.err().lines().filter(line -> line.startsWith("error: "))).hasSize(1);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }
}
