package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces that were written to break a command or to forge its output. */
class HostileTracesTest {
  private static final String FORGED = "x\nPredicted: 1.000 s on cluster";

  @TempDir
  private Path folder;

  @Test
  void aSkipOfMoreTimeThanTheClockHoldsIsRefused() throws IOException {
    String trace = trace("""
        tracecast-trace 7
        ranks 4
        requests 1
        site 0 "a"
        datatype 0 "MPI_BYTE" bytes 1
        loop 0 to 0 iterations 2147483647
        event 0 MPI_Allreduce site 0 communicator 0 count 2147483647 datatype 0 reduction 2
        end 1 events
        """);

    Cli.Result result = Cli.run("predict", trace, "--platform", "cluster", "--engine", "loggp");

    assertThat(result.err())
        .startsWith("error: found more than 4611686.018427388 s of simulated time in loop 0")
        .hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @Test
  void messagesWithMoreBytesThanALongHoldsAreRefused() throws IOException {
    String trace = trace("""
        tracecast-trace 7
        ranks 4
        requests 1
        site 0 "a"
        datatype 0 "MPI_BYTE" bytes 1
        loop 0 to 0 iterations 2147483647
        event 0 MPI_Bcast site 0 communicator 0 root 0 count 2147483647 datatype 0
        end 1 events
        """);

    Cli.Result result = Cli.run(
        "predict",
        trace,
        "--platform",
        "loggp-default",
        "--engine",
        "loggp",
        "--set",
        "network.link_bandwidth=9000TBps");

    assertThat(result.err())
        .isEqualTo(
            "error: found messages with more than 2^63 - 1 bytes in all; expected fewer or smaller ones\n");
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "topology"})
  void aSendWithoutDestinationIsRefused(String command) throws IOException {
    String trace = trace("""
        tracecast-trace 7
        ranks 2
        requests 1
        site 0 "a"
        datatype 0 "MPI_BYTE" bytes 1
        event 0 MPI_Isend site 0 communicator 0 tag 0 count 1 datatype 0
        end 1 events
        """);

    Cli.Result result = Cli.run(command, trace);

    assertThat(result.err())
        .isEqualTo(
            "error: " + trace
                + ": event 0 (MPI_Isend): found no destination; expected a value, which the call needs\n");
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @Test
  void aNameOrANoteStaysOnItsLine() throws IOException {
    String escaped = "\"" + FORGED.replace("\n", "\\n") + "\"";
    String trace = trace("""
        tracecast-trace 7
        ranks 2
        requests 1
        origin %1$s
        note %1$s
        site 0 %1$s
        event 0 MPI_Barrier site 0 communicator 0
        end 1 events
        """.formatted(escaped));
    String json = folder.resolve("a.json").toString();

    String info = Cli.run("info", trace).expectOut();
    Cli.Result predicted =
        Cli.run("predict", trace, "--platform", "cluster", "--engine", "loggp", "--json", json);
    String prediction = predicted.expectOut() + predicted.err();
    Cli.Result program = Cli.run("program", trace, "-o", "-");

    for (String text : new String[] {info, prediction, program.expectOut(), program.err()}) {
      assertThat(text)
          .contains("u000aPredicted: 1.000 s")
          .doesNotContainPattern("(?m)^Predicted: 1.000 s on");
    }
    assertThat(Files.readString(Path.of(json))).contains(escaped);
  }

  @Test
  void aProgramPrintsNoControlCharacterOfACallSite() throws IOException {
    String trace = trace("""
        tracecast-trace 7
        ranks 1
        requests 1
        site 0 "\\u001b[2J\\u009b\\u0007evil"
        event 0 MPI_Barrier site 0 communicator 0
        end 1 events
        """);

    assertThat(Cli.run("program", trace, "-o", "-").expectOut())
        .contains("\\\\u001b[2J\\\\u009b\\\\u0007evil")
        .doesNotContain("\\033");
  }

  @Test
  void aLongLineOfAnErrorSaysHowManyBytesItLeavesOut() throws IOException {
    Cli.Result result = Cli.run("info", "n".repeat(2_000));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: " + "n".repeat(700) + " ... (")
        .contains(" bytes left out) ... n")
        .hasSizeLessThan(1_100)
        .hasLineCount(1);
  }

  @Test
  void aTraceFullOfHostileNamesIsShownWithoutOne() {
    String trace = SharedTracesTest.shared("../repro/hostile-names.ctrace").toString();
    Cli.Result program = Cli.run("program", trace, "-o", "-");

    for (String text : new String[] {
      Cli.run("info", trace).expectOut(),
      Cli.run("predict", trace, "--platform", "cluster", "--engine", "loggp").expectOut(),
      program.expectOut(),
      program.err()
    }) {
      assertThat(text.chars().filter(c -> Character.isISOControl(c) && c != '\n' && c != '\t'))
          .isEmpty();
    }
    assertThat(program.err())
        .startsWith("47 notes on this trace (shown by tracecast info ")
        .hasLineCount(1);
    assertThat(program.expectOut()).doesNotContain("\\033");
  }

  @ParameterizedTest
  @CsvSource({
    "predict,",
    "sensitivity,",
    "map,",
    "sweep, --vary network.link_latency=1us:2us:lin2",
    "compare, --with network.link_latency=1us"
  })
  void aReplayOfMillionsOfRanksIsAskedForTwice(String command, String more) throws IOException {
    String trace = trace("""
        tracecast-trace 7
        ranks 16777216
        requests 1
        site 0 "a"
        event 0 MPI_Barrier site 0 communicator 0
        end 1 events
        """);

    Cli.Result result =
        Cli.run((command + " " + trace + " --platform loggp-default --engine loggp --memory 1GB"
                + (more == null ? "" : " " + more))
            .split(" "));

    assertThat(result.err())
        .isEqualTo(
            "error: found a replay of 16,777,216 ranks, which needs about 4.47 GB of memory; expected at most 1 GB, or --memory 5.37GB to allow it\n");
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tit", "goal", "otf2"})
  void anExportOfManyGigabytesIsAskedForTwice(String format) throws IOException {
    String trace = trace("""
        tracecast-trace 7
        ranks 4
        requests 1
        site 0 "a"
        datatype 0 "MPI_BYTE" bytes 1
        loop 0 to 0 iterations 1000000000
        event 0 MPI_Allreduce site 0 communicator 0 count 1 datatype 0 reduction 2
        end 1 events
        """);
    Path output = folder.resolve("x.otf2");

    Cli.Result result = Cli.run("export", trace, "--to", format, "-o", output.toString());

    assertThat(result.err())
        .startsWith("error: found an export of 4,000,000,000 calls, which needs about ")
        .endsWith("B of disk; expected at most 1 GB, or --force to write it anyway\n");
    assertThat(output).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tit", "otf2"})
  void anExportToAMillionFilesIsAskedForTwice(String format) throws IOException {
    String trace = trace("""
        tracecast-trace 7
        ranks 1048576
        requests 1
        site 0 "a"
        event 0 MPI_Barrier site 0 communicator 0
        end 1 events
        """);
    Path output = folder.resolve("x.otf2");

    Cli.Result result = Cli.run("export", trace, "--to", format, "-o", output.toString());

    assertThat(result.err())
        .startsWith("error: found an export of 1,048,576 calls, which needs about ")
        .endsWith(" GB of disk; expected at most 1 GB, or --force to write it anyway\n");
    assertThat(output).doesNotExist();
  }

  @Test
  void manyClassesOfManySectionsAreCountedInTheTimeOfTheirRanks() {
    String trace = SharedTracesTest.shared("../repro/rl6.ctrace").toString();

    assertThat(Cli.run("info", trace).expectOut()).contains("16,777,216 in 4,896 classes");
  }

  private String trace(String text) throws IOException {
    return Files.writeString(folder.resolve("hostile.ctrace"), text).toString();
  }
}
