package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.Failures;
import io.github.tracecast.predict.cli.Main;
import io.github.tracecast.predict.cli.output.StandardStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BadInputTest {
  @TempDir
  private Path folder;

  @BeforeEach
  void aTraceOfFourRanks() {
    Cli.generate(folder.resolve("ok.ctrace"), "barrier --ranks 4");
  }

  static Stream<Arguments> commands() {
    String predict = "predict @ok.ctrace --platform cluster --engine loggp ";
    return Stream.of(
        Arguments.of(
            "predikt",
            "found unknown command predikt; did you mean predict? (see tracecast --help)"),
        Arguments.of(
            "frobnicate",
            "found unknown command frobnicate; expected one of " + Main.commandNames()
                + " (see tracecast --help)"),
        Arguments.of(
            "predict @ok.ctrace --platfrom cluster",
            "unknown option --platfrom; did you mean --platform? (see tracecast predict --help)"),
        Arguments.of(
            "generate stencil --rank=4",
            "unknown option --rank; did you mean --ranks? (see tracecast generate --help)"),
        Arguments.of(
            "predict",
            "--platform and TRACE are missing; " + PlatformCatalogue.expected()
                + " (see tracecast predict --help)"),
        Arguments.of(
            "predict @ok.ctrace",
            "--platform is missing; " + PlatformCatalogue.expected()
                + " (see tracecast predict --help)"),
        Arguments.of(
            "record -o app.ctrace mpirun -n 4 ./app",
            "found option -n, which belongs to the program to start; expected -- before this program, as in: tracecast record"
                + " -o app.ctrace -- mpirun -n 4 ./app (see tracecast record --help)"),
        Arguments.of(
            "retime @ok.ctrace ./app -x 3",
            "found option -x, which belongs to the program to start; expected -- before this program, as in: tracecast retime"
                + " @ok.ctrace -- ./app -x 3 (see tracecast retime --help)"),
        Arguments.of(
            "record --outptu app.ctrace mpirun -n 4 ./app",
            "unknown option --outptu; did you mean --output? (see tracecast record --help)"),
        Arguments.of(
            predict + "--frobnicate", "unknown option --frobnicate (see tracecast predict --help)"),
        Arguments.of(
            predict + "--set node.speed",
            "--set: found node.speed; expected KEY=VALUE, such as node.speed=2Gf"),
        Arguments.of(
            "expand @ok.ctrace",
            "one of --rank and --all is missing (see tracecast expand --help)"),
        Arguments.of(predict + "--seed x", "--seed: found x; expected a whole number"),
        Arguments.of(
            predict + "--deltas mean",
            "--deltas: found mean; expected auto, avg, min, max or histogram"),
        Arguments.of(
            predict + "--compute-scale -1",
            "--compute-scale: found -1; expected a factor such as 0.5, a ratio RECORDED/TARGET such as 3.5/2.8, or the recording processor's speed such as 10Gf"),
        Arguments.of(
            predict + "--compute-scale-at nowhere=2",
            "--compute-scale-at: unknown call site nowhere; expected a part of a name in the call-site table of tracecast predict, or a number from 0 to 2"),
        Arguments.of(
            predict + "--compute-scale-at barrier/=2",
            "--compute-scale-at: found barrier/, which is part of the names of 3 call sites, such as barrier/init and barrier/barrier;"
                + " expected a part of only one name, or the number of a call site"),
        Arguments.of(
            predict + "--compute-scale-at barier/barrier=2",
            "--compute-scale-at: unknown call site barier/barrier; expected a part of a name in the call-site table of tracecast predict, or a number from 0 to 2; did you mean barrier/barrier?"),
        Arguments.of(
            predict + "--compute-scale-at barrier/bariier=2",
            "--compute-scale-at: unknown call site barrier/bariier; expected a part of a name in the call-site table of tracecast predict, or a number from 0 to 2; did you mean barrier/barrier?"),
        Arguments.of(predict + "--rows -1", "--rows: found -1; expected 0 or more rows"),
        Arguments.of(
            predict + "--json @none/x.json",
            "--json: found @none/x.json, which cannot be written (its folder does not exist); expected a file in a writable folder"),
        Arguments.of(
            "predict @ok.ctrace --platform cluster --engine warp",
            "--engine: found warp; expected simgrid, flows or loggp"),
        Arguments.of(
            predict + "--contention links",
            "--contention: found links, which is no longer an option; expected --engine flows (messages"
                + " share links) or --engine loggp (no contention)"),
        Arguments.of(
            "predict @ok.ctrace --platform atlantis --engine loggp",
            "platform: found unknown machine atlantis; expected one of "
                + String.join(", ", PlatformCatalogue.names())
                + ", or the path of a YAML file"),
        Arguments.of("info @none.ctrace", "@none.ctrace: no such file"),
        Arguments.of(
            "expand @ok.ctrace --rank 4",
            "--rank: found 4; expected 0 to 3, the ranks of the trace"),
        Arguments.of(
            "expand @ok.ctrace --rank -1",
            "--rank: found -1; expected 0 to 3, the ranks of the trace"),
        Arguments.of(
            "generate hexagon -o @x",
            "pattern: found hexagon; expected one of message, pingpong, fan, ring, chain, wavefront, stencil, barrier, bcast, reduce, allreduce, gather, scatter, allgather, alltoall, reduce_scatter"),
        Arguments.of(
            "generate pingpong --ranks 1 -o @x",
            "--ranks: found 1 for pingpong; expected at least 2"),
        Arguments.of(
            "generate fan --ranks 1 -o @x", "--ranks: found 1 for fan; expected at least 2"),
        Arguments.of(
            "generate ring --shape 4x4 -o @x",
            "--shape: found for pattern ring; expected only for wavefront or stencil"),
        Arguments.of(
            "generate chain --algorithm linear -o @x",
            "--algorithm: found for pattern chain; expected only for barrier, bcast, reduce, allreduce, gather, scatter, allgather, alltoall or reduce_scatter"),
        Arguments.of(
            "generate pingpong:4 --ranks 4 -o @x",
            "pattern: found partner 4; expected 1 to 3, a rank other than 0"),
        Arguments.of(
            "generate barrier --ranks 0 -o @x", "--ranks: found 0; expected 1 to 16777216"),
        Arguments.of(
            "generate stencil --ranks 0 -o @x", "--ranks: found 0; expected 1 to 16777216"),
        Arguments.of(
            "generate barrier --steps 0 -o @x", "--steps: found 0; expected 1 to 100000000000"),
        Arguments.of(
            "generate barrier --bytes 8 -o @x",
            "--bytes: found for pattern barrier; expected only for another pattern, or with --algorithm"),
        Arguments.of(
            "generate bcast --bytes -1 -o @x",
            "--bytes: found -1; expected a whole number of bytes, such as 64KiB, 8kB or 1024"),
        Arguments.of(
            "generate bcast --bytes 2TiB -o @x",
            "--bytes: found 2199023255552; expected 0 to 1099511627776"),
        Arguments.of(
            "generate alltoall --ranks 64 --bytes 1TiB --algorithm bruck -o @x",
            "--bytes: found 1099511627776 with an algorithm and 64 ranks; expected at most 17179869184, because a message may hold a block of each rank"),
        Arguments.of(
            "generate allreduce --bytes 12 --datatype double -o @x",
            "--bytes: found 12 bytes, but datatype double; expected a multiple of 8 bytes"),
        Arguments.of(
            "generate bcast --compute NaN -o @x",
            "--compute: found NaN; expected a time of at least 0, such as 1ms or 0.5 (seconds)"),
        Arguments.of(
            "generate bcast:periodic -o @x", "pattern: found bcast:periodic; expected bcast"),
        Arguments.of(
            "generate stencil:open -o @x",
            "pattern: found stencil:open; expected stencil, stencil:periodic, stencil:waitsome or both"),
        Arguments.of(
            "generate stencil --shape 4d -o @x",
            "--shape: found 4d; expected one to three numbers joined by x, such as 8x8x4, or 1d, 2d or 3d"),
        Arguments.of(
            "generate stencil --shape 4x0 -o @x",
            "--shape: found 4x0; expected a shape of 1 to 16777216 ranks"),
        Arguments.of(
            "generate stencil --shape 4x -o @x",
            "--shape: found 4x; expected one to three numbers joined by x, such as 8x8x4, or 1d, 2d or 3d"),
        Arguments.of(
            "generate stencil --shape 4x4 --ranks 8 -o @x",
            "--shape: found 4x4, which has 16 ranks, but --ranks 8; expected the same number of ranks"),
        Arguments.of(
            "generate stencil --neighbours some -o @x",
            "--neighbours: found some; expected all or faces"),
        Arguments.of(
            "generate alltoall --algorithm linear --ranks 65536 -o @x",
            "--algorithm: found linear on 65536 ranks, which needs more than 20000000 messages per step; expected fewer ranks. Without this option, the rules of the machine apply"),
        Arguments.of(
            "generate barrier -o @none/x",
            "@none/x: cannot be written: its folder does not exist; create it, or choose another folder"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void whatCannotBeUsedEndsInOneLineAndExitCode2(String command, String expected) {
    String[] arguments =
        command.isEmpty() ? new String[0] : command.replace("@", folder + "/").split(" ");

    Cli.Result result = Cli.run(arguments);

    assertThat(result.err()).isEqualTo("error: " + expected.replace("@", folder + "/") + "\n");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void anUnknownFigureIsRefusedByName() {
    assertThat(error("--set", "network.link_bandwith=1GBps"))
        .contains("network.link_bandwith")
        .contains("network.link_bandwidth");
  }

  @Test
  void aFigureWithoutItsUnitIsRefused() {
    assertThat(error("--set", "network.link_bandwidth=350"))
        .contains("network.link_bandwidth")
        .contains("found 350")
        .contains("expected a bandwidth with its unit");
  }

  @Test
  void aYamlFigureWithoutItsUnitIsRefused() throws IOException {
    Path file = Files.writeString(
        folder.resolve("my.yaml"), "extends: cluster\nname: my\nnetwork:\n  link_bandwidth: 350\n");

    String error = error("--platform", file.toString());

    assertThat(error).startsWith("error: " + file + ":").contains("link_bandwidth");
  }

  /** The one line that a prediction with these options ends in. */
  private String error(String... more) {
    Stream<String> start =
        Stream.of("predict", folder.resolve("ok.ctrace").toString(), "--engine", "loggp");
    Stream<String> platform =
        more[0].equals("--platform") ? Stream.of() : Stream.of("--platform", "cluster");
    Cli.Result result =
        Cli.run(Stream.of(start, platform, Stream.of(more)).flatMap(s -> s).toArray(String[]::new));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines()).hasSize(1);
    return result.err();
  }

  @Test
  void anEmptyFileIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("empty.ctrace"));

    Cli.Result result = Cli.run("info", file.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: " + file + ": ")
        .contains("empty")
        .hasLineCount(1);
  }

  @Test
  void aFileOfAnythingElseIsRefused() throws IOException {
    Path file =
        Files.writeString(folder.resolve("poem.txt"), "Shall I compare thee\nto a summer's day?\n");

    Cli.Result result = Cli.run("info", file.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: " + file + ": ")
        .contains("expected a trace")
        .hasLineCount(1);
  }

  @Test
  void aTraceCutAnywhereIsRefused() throws IOException {
    for (String encoding : new String[] {"", " --text"}) {
      Path whole = folder.resolve("whole.ctrace");
      Cli.generate(whole, "stencil --ranks 8 --steps 3 --compute 1e-3" + encoding);
      byte[] bytes = Files.readAllBytes(whole);
      for (int length = 0; length < bytes.length - 1; length += 100) {
        Path cut =
            Files.write(folder.resolve("cut.ctrace"), java.util.Arrays.copyOf(bytes, length));

        Cli.Result result = Cli.run("info", cut.toString());

        assertThat(result.exitCode()).as("cut at %d%s", length, encoding).isEqualTo(2);
        assertThat(result.err()).startsWith("error: " + cut).hasLineCount(1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ranks 1 1 0, ranks 1 1 1 0 2, stride 0",
    "ranks 1 1 0, ranks 1 9 0, 9",
    "iterations 3, iterations 4611686018427387904, 4611686018427387904",
    "iterations 3, iterations 0, 0",
    "loop 1 to 4, loop 1 to 400, 400",
    "count 1024, count -5, -5",
    "datatype 0, datatype 7, 7",
    "destination 1, destination 2, 2",
    "communicator 0, communicator 5, 5",
    "ranks 2, ranks 99999999999, 99999999999",
  })
  void anImpossibleFigureInATraceIsRefusedAtItsLine(String right, String wrong, String found)
      throws IOException {
    Path file = folder.resolve("wrong.ctrace");
    Cli.generate(file, "pingpong --steps 3 --text");
    String text = Files.readString(file);
    int at = text.indexOf(right, text.indexOf(right.startsWith("ranks 2") ? "ranks" : "event 0"));
    assertThat(at).isPositive();
    Files.writeString(file, text.substring(0, at) + wrong + text.substring(at + right.length()));

    Cli.Result result =
        Cli.run("predict", file.toString(), "--platform", "cluster", "--engine", "loggp");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .matches("error: \\Q" + file + "\\E:\\d+: [^\n]*found [^\n]*; expected [^\n]*\n")
        .contains(found);
  }

  @Test
  void aReplayThatCannotGoOnSaysWhoWaitsForWhat() throws IOException {
    Path file = folder.resolve("stuck.ctrace");
    Cli.generate(file, "pingpong --text");
    String text = Files.readString(file, StandardCharsets.UTF_8);
    Files.writeString(file, text.replaceFirst("(?s)(event 2 MPI_Recv.*?)tag 0", "$1tag 9"));

    Cli.Result result =
        Cli.run("predict", file.toString(), "--platform", "cluster", "--engine", "loggp");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: the replay is deadlocked")
        .contains("rank 1 in MPI_Recv", "tag 9")
        .doesNotContain("at io.github");
  }

  @Test
  void anEngineThatIsMissingIsNotAFaultOfOurs() {
    java.io.StringWriter err = new java.io.StringWriter();
    picocli.CommandLine command = new picocli.CommandLine(new Main());
    command.setErr(new java.io.PrintWriter(err));

    int exitCode = Failures.failed(
        new io.github.tracecast.simulate.EngineMissingException("engine simgrid: get it so", null),
        command,
        null);
    command.getErr().flush();

    assertThat(exitCode).isEqualTo(2);
    assertThat(err).hasToString("error: engine simgrid: get it so\n");
  }

  @Test
  void aFaultOfOursAsksForAReport() {
    java.io.StringWriter err = new java.io.StringWriter();
    java.io.PrintWriter writer = new java.io.PrintWriter(err);

    int exitCode = Failures.broken(new AssertionError("opcode 7"), writer);
    writer.flush();

    assertThat(exitCode).isEqualTo(70);
    assertThat(err.toString())
        .contains(
            "a bug in tracecast", "report", "java.lang.AssertionError: opcode 7", "BadInputTest");
  }

  @Test
  void tooLittleMemorySaysHowToGiveMore() {
    java.io.StringWriter err = new java.io.StringWriter();
    java.io.PrintWriter writer = new java.io.PrintWriter(err);

    int exitCode = Failures.broken(new OutOfMemoryError("Java heap space"), writer);
    writer.flush();

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).contains("TRACECAST_JAVA_OPTS=-Xmx").hasLineCount(1);
  }

  @Test
  void aFullDiskUnderTheJsonIsNotAFaultOfOurs() throws IOException {
    Path device = Path.of("/dev/full");
    assumeTrue(Files.isWritable(device), "this system has no /dev/full");
    Path link = Files.createSymbolicLink(folder.resolve("full.json"), device);

    Cli.Result result =
        Cli.run("info", folder.resolve("ok.ctrace").toString(), "--json", link.toString());

    assertThat(result.err())
        .isEqualTo(
            "error: --json: found " + link
                + ", which cannot be written (No space left on device); expected a file in a writable folder\n");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(link).isSymbolicLink();
    Files.delete(link); // JUnit would warn of a link out of its folder
  }

  @Test
  void whatStandardOutputLostIsRemembered() throws IOException {
    Path device = Path.of("/dev/full");
    assumeTrue(Files.isWritable(device), "this system has no /dev/full");
    try (var full = new java.io.FileOutputStream(device.toFile());
        StandardStream stream = new StandardStream(full.getFD())) {
      assertThat(stream.lost()).isNull();
      assertThatThrownBy(() -> stream.write(new byte[] {1}, 0, 1)).isInstanceOf(IOException.class);
      assertThat(stream.lost()).isEqualTo("No space left on device");
    }
  }
}
