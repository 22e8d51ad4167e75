package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The C program of every trace: of each program of the recorder's tests, and of each trace beside
 * the checkout. It compiles without a warning. It ends with all bytes received, or it is refused
 * with a reason. An ordinary run takes a tenth of the traces, {@code -Dseeds=100} all.
 */
@ResourceLock("mpi")
@Order(1)
class ProgramsOfAllTracesTest {
  private static final boolean ALL = Integer.getInteger("seeds", 20) >= 100;
  private static final int MOST_RANKS = 64;

  /** More calls are made by a skeleton with about as many. */
  private static final double MOST_CALLS = 20_000;

  private static final String NAMES =
      ".*\\.(ctrace|scalatrace|scalatrace\\.gz|otf2|prv|prv\\.gz|meta"
          + "|goal|tit|tar\\.gz|tgz)|smpi_replay\\.txt|actions.*\\.txt";

  /** Programs of the recorder's tests that need no arguments. */
  private static final List<String> PROGRAMS = List.of(
      "branch",
      "coupled",
      "failed",
      "families",
      "graphs",
      "grid",
      "loops",
      "others",
      "pairs",
      "patterns",
      "rough",
      "sites",
      "stencil",
      "threads",
      "waitsome");

  /** Their messages of gigabytes take more memory than a test should. */
  private static final String NOT_RUN = ".*(04-bigtype|counts-overflow-exit70)\\.ctrace";

  @TempDir
  private Path folder;

  private static Stream<String> programs() {
    return Stream.of("openmpi", "mpich")
        .flatMap(mpi -> PROGRAMS.stream().map(program -> mpi + " " + program))
        .filter(ProgramsOfAllTracesTest::isTaken);
  }

  private static Stream<String> traces() throws IOException {
    List<String> found = new ArrayList<>();
    for (String root : List.of("../traces", "../repro")) {
      Path folder = SharedTracesTest.shared(root);
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .filter(file -> file.getFileName().toString().matches(NAMES))
            .map(file -> root + "/" + folder.relativize(file))
            .filter(ProgramsOfAllTracesTest::isTaken)
            .sorted()
            .forEach(found::add);
      }
    }
    return found.stream();
  }

  private static boolean isTaken(String name) {
    CRC32 sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    return ALL || sum.getValue() % 10 == 0;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theProgramOfARecordingCompilesAndEnds(String name) throws Exception {
    String[] words = name.split(" ");
    MpiCommands.require(words[0]);
    String source = Files.readString(Path.of("../recorder/tests", words[1] + ".c"));
    Path app = MpiCommands.compile(words[0], folder, source, "-w", "-pthread", "-lm");
    Path trace = folder.resolve("recorded.ctrace");
    List<String> record = new ArrayList<>(List.of("record", "-o", trace.toString(), "--"));
    record.addAll(MpiCommands.launch(words[0], "-n", "4", app.toString()));
    Cli.run(record.toArray(String[]::new)).expectOut();

    compilesAndEnds(words[0], trace);
  }

  @ParameterizedTest
  @MethodSource("traces")
  void theProgramOfASharedTraceCompilesAndEndsOrIsRefused(String name) throws Exception {
    MpiCommands.require("openmpi");
    compilesAndEnds("openmpi", SharedTracesTest.shared(name));
  }

  private void compilesAndEnds(String mpi, Path trace) throws Exception {
    Path source = folder.resolve("program.c");
    Cli.Result written = write(trace, source);
    if (written.exitCode() != 0) {
      assertThat(written.exitCode()).as(written.err()).isEqualTo(2);
      assertThat(written.err()).contains("error: ");
      assertThat(source).doesNotExist();
      return;
    }
    Path built = folder.resolve("program");
    assertThat(run(List.of(
            MpiCommands.compiler(mpi),
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-O1",
            "-o",
            built.toString(),
            source.toString())))
        .isEqualTo(new Ended(0, ""));
    int ranks = ranks(source);
    if (ranks <= MOST_RANKS && !trace.toString().matches(NOT_RUN)) {
      List<String> command = new ArrayList<>(List.of("timeout", "600"));
      command.addAll(MpiCommands.launch(mpi, "-n", "" + ranks, built.toString()));
      Ended ended = run(command);
      assertThat(ended.text()).doesNotContain("error: ", "MPI_ERR");
      assertThat(ended.exitCode()).as(ended.text()).isZero();
    }
  }

  private static Cli.Result write(Path trace, Path source) {
    List<String> command = new ArrayList<>(
        List.of("program", trace.toString(), "-o", source.toString(), "--compute", "none"));
    command.addAll(List.of("--set", "node.instruction_rate=1e9"));
    Cli.Result info = Cli.run("info", trace.toString(), "--json", "-");
    Matcher calls = Pattern.compile("\"mpi_calls\" : (\\d+)").matcher(info.out());
    if (calls.find() && Double.parseDouble(calls.group(1)) > MOST_CALLS) {
      double share = MOST_CALLS / Double.parseDouble(calls.group(1));
      command.addAll(List.of("--shorten", "" + share));
    }
    return Cli.run(command.toArray(String[]::new));
  }

  private static int ranks(Path source) throws IOException {
    Matcher ranks = Pattern.compile("RANKS = (\\d+)").matcher(Files.readString(source));
    assertThat(ranks.find()).isTrue();
    return Integer.parseInt(ranks.group(1));
  }

  private record Ended(int exitCode, String text) {}

  private static Ended run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), text);
  }
}
