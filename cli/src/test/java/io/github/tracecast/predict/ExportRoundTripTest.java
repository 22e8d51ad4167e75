package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.imports.otf2.Otf2Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each real trace is exported to each format, read again, and predicted. */
class ExportRoundTripTest {
  private static final List<String> FORMATS = List.of("tit", "goal", "otf2");
  private static final Pattern SECONDS = Pattern.compile("\"predicted_seconds\" : ([0-9.E+-]+)");
  private static final Pattern CALLS = Pattern.compile("\"mpi_calls\" : (\\d+)");

  /** Longer traces take too much time for a test. */
  private static final long MOST_CALLS = Long.getLong("seeds", 20) >= 100 ? 400_000 : 60_000;

  /** Reading an archive takes a process of its own. At night, all traces pass through OTF2. */
  private static final Pattern IN_OTF2 = Pattern.compile(
      Long.getLong("seeds", 20) >= 100 ? "." : "any-mpi|real-programs|quicksilver|ior|mini8|ring");

  /** These are not traces, or cannot be predicted at all. */
  private static final Pattern NO_TRACES = Pattern.compile(
      "ranks16777216|rl6|grp\\.|counts-overflow|hostile|note-forge|isend-no-destination|no-mpi|simgrid-");

  /** What a format cannot carry. An export says so in a warning. */
  private enum Difference {
    MATCHED_PROBE("09-farmp", "tit|goal|otf2", "MPI_Mprobe"),
    SYNCHRONOUS_SEND(
        "ssend", "tit|goal", "MPI_Ssend is written as an ordinary send, because the format has no"),
    COLLECTIVES_OF_THREADS(
        "threads_coll", "goal", "non-blocking collectives run in parallel with other messages"),

    /** Replays that are stuck take senders of the recorded run, and each format tells others. */
    ANSWERED_SENDERS("real-programs/server", "tit|goal|otf2", "");

    private final Pattern trace;
    private final Pattern format;
    private final String warning;

    Difference(String trace, String format, String warning) {
      this.trace = Pattern.compile(trace);
      this.format = Pattern.compile(format);
      this.warning = warning;
    }

    boolean concerns(Path path, String to) {
      return trace.matcher(path.toString()).find() && format.matcher(to).matches();
    }
  }

  @TempDir
  private Path folder;

  static List<Arguments> traces() throws IOException {
    Path root = SharedTracesTest.shared("");
    try (Stream<Path> traces = Stream.of(
            list(root.resolve("times"), ".*\\.ctrace"),
            list(root.resolve("dumpi"), ".*"),
            list(root.resolve("otf2"), ".*"),
            list(root.resolve("paraver"), ".*prv.gz"),
            list(root.resolve("goal/loggopsim"), ".*"),
            list(root.resolve("goal"), "sweep.*"),
            list(root.resolve("tit"), ".*\\.tar\\.gz|collectives32"),
            list(root.resolve("scalatrace/npb"), ".*"),
            list(root.resolve("../repro"), ".*\\.ctrace"),
            list(root.resolve("../repro/any-mpi"), ".*\\.(ctrace|otf2dir|prv)|.*ti-.*\\.txt"),
            list(root.resolve("../repro/real-programs"), ".*\\.(ctrace|goal)"),
            list(root.resolve("../repro/faults"), ".*\\.ctrace"))
        .flatMap(paths -> paths)) {
      return traces
          .filter(path -> !NO_TRACES.matcher(path.toString()).find())
          .flatMap(path -> FORMATS.stream()
              .filter(
                  to -> !to.equals("otf2") || IN_OTF2.matcher(path.toString()).find())
              .map(to -> Arguments.of(path, to)))
          .toList();
    }
  }

  private static Stream<Path> list(Path in, String names) throws IOException {
    if (!Files.isDirectory(in)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(in)) {
      return files
          .filter(file -> file.getFileName().toString().matches(names))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("traces")
  void anExportedTraceIsPredictedLikeItsSource(Path trace, String to) {
    String text = trace.toString();
    if (to.equals("otf2") && Otf2Library.installed().isEmpty()) {
      Assumptions.abort("SKIPPED: no library of OTF2; apt-get install libopen-trace-format2-10");
    }
    Cli.Result source = predict(text);
    if (source.exitCode() != 0 || number(CALLS, source.out()) > MOST_CALLS) {
      Assumptions.abort("SKIPPED: " + text + " is too long or cannot be predicted");
    }
    String file = folder.resolve("again." + to).toString();
    Cli.Result exported =
        Cli.run("export", text, "--to", to, "--platform", "cluster", "-o", file, "--quiet");
    if (to.equals("tit") && text.contains("threads_coll")) {
      assertThat(exported.err()).contains("expected the same order on all ranks");
      return;
    }
    exported.expectOut();
    String again = folder.resolve("again.ctrace").toString();
    Cli.Result read =
        Cli.run("compress", file, "--deltas-detail", "all", "--completions", "exact", "-o", again);
    for (Difference difference : Difference.values()) {
      if (difference.concerns(trace, to)) {
        assertThat(exported.err() + read.err()).contains(difference.warning);
        assertThat(difference == Difference.COLLECTIVES_OF_THREADS ? 2 : 0)
            .isEqualTo(read.exitCode());
        return;
      }
    }
    read.expectOut();
    double expected = number(SECONDS, source.out());
    assertThat(number(SECONDS, predict(again).expectOut()))
        .isCloseTo(expected, within(expected / 1000));
  }

  private static Cli.Result predict(String trace) {
    return Cli.run("predict", trace, "--platform", "cluster", "--engine", "loggp", "--json", "-");
  }

  private static double number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
