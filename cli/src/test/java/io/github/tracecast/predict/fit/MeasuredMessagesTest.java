package io.github.tracecast.predict.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.predict.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Published latencies of messages of 8 B, 64 KiB and 4 MiB in microseconds. A machine with the
 * published bandwidth is fitted to the first two, and predicts the third. The table has no more
 * sizes.
 */
class MeasuredMessagesTest {
  private static final String PAIR = """
      name: pair
      node: {cores: 1, speed: 1Gf, instruction_rate: 1Gips, memory_bandwidth: none, memory_latency: 0s}
      network:
        topology: star
        link_bandwidth: {value: %sGBps, source: "published peak"}
        link_latency: {value: 0.6us, source: "assumption: about right"}
      mpi:
        source: "assumption, which is not fitted here"
        send_overhead: 0.25us
        receive_overhead: 0.25us
        flight_overhead: {value: "0B: 0s; 8257B: 4us", source: "assumption: about right"}
        eager_limit: 8257B
      """;

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "Alps of 2022 in a rack,                  2.23, 12.84, 354.6, 12.1",
    "Alps of 2022 between racks,              2.67, 13.61, 356.5, 12.1",
    "Piz Daint,                               1.31, 11.56, 456,    9.3",
    "Azure HB120rs_v2,                        1.70, 10.40, 180.5, 24.3",
    "Azure HB120-96rs_v3,                     1.6,  9.0,   176.9, 24.7"
  })
  void aMessageOfASizeThatWasNotFittedIsWithin5Percent(
      String machine, double small, double middle, double large, double peak) throws IOException {
    assertThat(predicted(small, middle, peak)).as(machine).isCloseTo(large, within(large * 0.05));
  }

  /** AWS reaches its peak with many messages; one at a time has 4.5 GB/s. */
  @Test
  void onePairOnAwsDoesNotReachThePeak() throws IOException {
    assertThat(predicted(16.2, 25.7, 12.05)).isLessThan(0.5 * 939.6);
    assertThat(predicted(16.2, 25.7, 4.5)).isCloseTo(939.6, within(939.6 * 0.05));
  }

  /** The predicted time of 4 MiB, in microseconds. */
  private double predicted(double small, double middle, double peak) throws IOException {
    Path start = Files.writeString(folder.resolve("start.yaml"), PAIR.formatted(peak));
    Path measured = Files.writeString(
        folder.resolve("osu.txt"),
        "# OSU MPI Latency Test v7.4\n8 %s\n65536 %s\n".formatted(small, middle));
    Path fitted = folder.resolve("fitted.yaml");
    run("fit " + measured + " --nodes 2 --platform " + start + " --free usual:8 -o " + fitted
        + " --free network.link_latency,mpi.flight_overhead --quiet");
    Path wanted =
        Files.writeString(folder.resolve("wanted.txt"), "# OSU MPI Latency Test v7.4\n4194304 1\n");
    Path csv = folder.resolve("predicted.csv");
    run("fit " + wanted + " --nodes 2 --platform " + fitted + " --free none --quiet --csv " + csv);
    String[] lines = Files.readString(csv).split("\n");
    int column = java.util.List.of(lines[0].split(",")).indexOf("predicted_us");
    return Double.parseDouble(lines[1].split(",")[column]);
  }

  private static void run(String command) {
    assertThat(Cli.run(command.split(" ")).exitCode()).isZero();
  }
}
