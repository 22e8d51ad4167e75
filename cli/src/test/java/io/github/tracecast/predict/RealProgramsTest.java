package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.imports.otf2.Otf2Library;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs and traces of real MPI codes' traits, through all that a user does with them: they are
 * recorded, predicted by each engine, exported to each format and read again, and made again as a C
 * program that compiles without a warning and ends.
 */
@ResourceLock("mpi")
@Order(1)
class RealProgramsTest {
  private static final Pattern SECONDS = Pattern.compile("\"predicted_seconds\" : ([0-9.E+-]+)");

  /** It sends to rank 1, and any further rank would wait for ever. */
  private static final String OF_TWO_RANKS = "ssend.c";

  /** Arguments of a program; a program with several lists runs once with each. */
  private static final Map<String, List<String>> ARGUMENTS = Map.of(
      "periods.c", List.of("300"),
      "periods2.c", List.of("300"),
      "persist_any.c", List.of("20", "20 wait"),
      "persist_some.c", List.of("20"),
      "server.c", List.of("100000 2"),
      "threads_coll.c", List.of("10"));

  /** What a format cannot carry: the export, or the import, says so. */
  private enum Difference {
    CANCEL("(^cancel|persist_any)\\.c", "tit|goal", "MPI_Cancel and the receives", true),
    CANCEL_IN_ARCHIVE("^cancel\\.c", "otf2", "MPI_Cancel is kept without its arguments", true),
    SYNCHRONOUS_SEND("ssend", "tit|goal", "MPI_Ssend is written as an ordinary send", true),
    ORDER_OF_COLLECTIVES("threads_coll", "tit", "expected the same order on all ranks", false),
    COLLECTIVES_BESIDE_MESSAGES(
        "threads_coll", "goal", "LogGOPSim can read such a file, but", false),

    /** TIT waits for one request after another, so a message that comes second is handled later. */
    WAITS_IN_TURN("persist_some\\.c$", "tit", "", true),

    /** Replays that are stuck take senders of the recorded run, and each format tells others. */
    ANSWERED_SENDERS("server", "tit|goal|otf2", "", true);

    private final Pattern name;
    private final Pattern format;
    private final String words;
    private final boolean isRead;

    Difference(String name, String format, String words, boolean isRead) {
      this.name = Pattern.compile(name);
      this.format = Pattern.compile(format);
      this.words = words;
      this.isRead = isRead;
    }

    static List<Difference> of(String name, String to) {
      return Stream.of(values())
          .filter(one -> one.name.matcher(name).find() && one.format.matcher(to).matches())
          .toList();
    }
  }

  /** Recorded without what its restarted requests completed, as a recording now has by itself. */
  private static final Pattern INCOMPLETE = Pattern.compile("persist_any\\.ctrace");

  @TempDir
  private Path folder;

  private static Path folderOfAll() {
    return SharedTracesTest.shared("../repro/real-programs");
  }

  private static List<String> named(String pattern) throws IOException {
    try (Stream<Path> files = Files.list(folderOfAll())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(pattern))
          .sorted()
          .toList();
    }
  }

  static List<String> programs() throws IOException {
    return named(".*\\.c").stream()
        .flatMap(name -> ARGUMENTS.getOrDefault(name, List.of("")).stream()
            .map(arguments -> (name + " " + arguments).strip()))
        .toList();
  }

  static List<String> traces() throws IOException {
    return named(".*\\.(ctrace|goal)");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramIsRecordedPredictedExportedAndMadeAgain(String command) throws Exception {
    MpiCommands.require("openmpi");
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    String name = words.removeFirst();
    String source = Files.readString(folderOfAll().resolve(name));
    Path app = MpiCommands.compile("openmpi", folder, source, "-O1", "-w", "-pthread");
    String trace = folder.resolve("recorded.ctrace").toString();
    List<String> record = new ArrayList<>(List.of("record", "-o", trace, "--"));
    record.addAll(
        MpiCommands.launch("openmpi", "-n", name.equals(OF_TWO_RANKS) ? "2" : "4", app.toString()));
    record.addAll(words);
    Cli.run(record.toArray(String[]::new)).expectOut();

    isUsedInEachWay(name, trace);
  }

  @ParameterizedTest
  @MethodSource("traces")
  void aTraceIsPredictedExportedAndMadeAgain(String name) throws Exception {
    MpiCommands.require("openmpi");
    String trace = folderOfAll().resolve(name).toString();
    if (INCOMPLETE.matcher(name).matches()) {
      Cli.Result refused = Cli.run("predict", trace, "--platform", "cluster", "--engine", "loggp");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err()).contains("found a start of an active request");
      return;
    }
    isUsedInEachWay(name, trace);
  }

  private void isUsedInEachWay(String name, String trace) throws Exception {
    double seconds = seconds(predicted(trace, "loggp"));
    for (String engine : List.of("flows", "simgrid")) {
      // without contention on one node, so the engines agree
      assertThat(seconds(predicted(trace, engine))).isCloseTo(seconds, within(seconds / 100));
    }
    for (String to : List.of("tit", "goal", "otf2")) {
      if (!to.equals("otf2") || Otf2Library.installed().isPresent()) {
        isReadAgain(name, trace, to, seconds);
      }
    }
    isMadeAgain(trace);
  }

  private static String predicted(String trace, String engine) {
    String[] command = {"predict", trace, "--platform", "cluster", "--engine", engine, "--json", "-"
    };
    if (!engine.equals("simgrid")) {
      return Cli.run(command).expectOut();
    }
    SimGridChild.assumeInstalled();
    return SimGridChild.run(command).expectOut();
  }

  private static double seconds(String json) {
    Matcher matcher = SECONDS.matcher(json);
    assertThat(matcher.find()).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  private void isReadAgain(String name, String trace, String to, double seconds) {
    String file = folder.resolve("again." + to).toString();
    String again = folder.resolve("again.ctrace").toString();
    Cli.Result exported = Cli.run("export", trace, "--to", to, "--platform", "cluster", "-o", file);
    String[] compress = {
      "compress", file, "--deltas-detail", "all", "--completions", "exact", "-o", again, "--force"
    };
    List<Difference> differences = Difference.of(name, to);
    for (Difference difference : differences) {
      Cli.Result read = Cli.run(compress);
      assertThat(exported.err() + read.err()).as(to).contains(difference.words);
      if (difference.isRead) {
        read.expectOut();
        predicted(again, "loggp");
      } else {
        assertThat(read.exitCode()).isEqualTo(2);
      }
    }
    if (differences.isEmpty()) {
      exported.expectOut();
      Cli.run(compress).expectOut();
      assertThat(seconds(predicted(again, "loggp")))
          .as(to)
          .isCloseTo(seconds, within(seconds / 1000));
    }
  }

  private void isMadeAgain(String trace) throws Exception {
    Path source = folder.resolve("again.c");
    Path built = folder.resolve("again");
    Cli.run("program", trace, "-o", source.toString()).expectOut();
    run(List.of(
        MpiCommands.compiler("openmpi"),
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-O1",
        "-o",
        built.toString(),
        source.toString()));
    Matcher ranks = Pattern.compile("RANKS = (\\d+)").matcher(Files.readString(source));
    assertThat(ranks.find()).isTrue();
    List<String> command = new ArrayList<>(List.of("timeout", "900"));
    command.addAll(MpiCommands.launch("openmpi", "-n", ranks.group(1), built.toString()));
    assertThat(run(command)).doesNotContain("error");
  }

  private static String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
