package io.github.tracecast.predict.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.predict.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DamagedMeasurementsTest {
  private static final String OSU =
      "# OSU MPI Allreduce Latency Test v7.4\n# Size Avg Latency(us)\n";
  private static final String IMB = "# Benchmarking Allreduce\n# #processes = 4\n";
  private static final String NCCL = "# nccl-tests all_reduce_perf\n# Rank 0 x\n# Rank 3 x\n";
  private static final String CSV = "nodes,collective,algorithm,buffer_bytes,median_us\n";

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OSU | 99999999999999999999  5.0 | :3: size: found 99999999999999999999; expected a whole number of at most 15 digits",
        "OSU | 8 .. | :3: time: found ..; expected microseconds, from 0 on",
        "OSU | 8 NaN | :3: time: found NaN; expected microseconds, from 0 on",
        "IMB | 8 1000 1 4 5.5.5 | :3: time: found 5.5.5; expected microseconds, from 0 on",
        "IMB | 8 | found output of the Intel MPI Benchmarks without a measurement; expected at least one",
        "NCCL | 8 2 float sum -1 .. 0 0 | :4: time: found ..; expected microseconds, from 0 on",
        "NCCL | 8 2 float sum | without a measurement; expected at least one",
        "CSV | 4,nonsense,,64,1 | found no measurement that can be predicted (no collective nonsense); expected at least one",
        "CSV | 4,allreduce | :2: buffer_bytes: found nothing; expected a whole number",
        "CSV | 4,allreduce,,64,1e999 | :2: median_us: found 1e999; expected microseconds above 0",
        "CSV | 4,allreduce,,99999999999999999999,1 | :2: buffer_bytes: found 99999999999999999999",
        "TWICE | 4,4,allreduce,,64,1 | :1: CSV: found "
      })
  void aDamagedTableIsRefusedWithItsLine(String form, String row, String message)
      throws IOException {
    String head = switch (form) {
      case "OSU" -> OSU;
      case "IMB" -> IMB;
      case "NCCL" -> NCCL;
      case "TWICE" -> "nodes," + CSV;
      default -> CSV;
    };
    Path file = Files.writeString(folder.resolve("m"), head + row + "\n");

    Cli.Result result =
        Cli.run("fit", file.toString(), "--platform", "cluster", "--nodes", "4", "--quiet");

    assertThat(result.err()).contains(message).hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "machine,run,rank,node;mine,a | :2: rank: found no cell; expected a cell for each column",
        "machine,run,rank,node,node;mine,a,0,1,2 | :1: CSV: found ",
        "machine,run;mine,a | :1: header: found machine,run; expected machine,run,rank,node"
      })
  void damagedAllocationsAreRefusedWithTheirLine(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("m"), CSV + "4,allreduce,,64,1\n");
    Path nodes = Files.writeString(folder.resolve("a"), text.replace(';', '\n') + "\n");

    Cli.Result result =
        Cli.run("fit", file.toString(), "--platform", "cluster", "--nodes", nodes.toString());

    assertThat(result.err()).contains(message).hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @Test
  void aPipeIsRefusedAndNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assumeTrue(made.waitFor() == 0, "SKIPPED: no mkfifo");
    Path file = Files.writeString(folder.resolve("m"), CSV + "4,allreduce,,64,1\n");

    assertThat(Cli.run("fit", pipe.toString(), "--platform", "cluster").err())
        .contains("found a pipe or a device; expected a file of measurements");
    assertThat(Cli.run("fit", file.toString(), "--platform", "cluster", "--nodes", pipe.toString())
            .err())
        .contains("found a pipe or a device; expected a file of measurements");
  }
}
