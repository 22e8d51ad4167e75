package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Real traces through the command line; skipped where they are not beside the checkout. */
class SharedTracesTest {
  private static final List<String> MACHINES =
      List.of("bluegene-l", "graphene", "cluster", "fat-tree");

  /** LU on more than 16 ranks takes SimGrid longer than a test should. */
  private static final Pattern LONG = Pattern.compile("[AB]\\.(32|64|128|256)");

  @TempDir
  private Path folder;

  private static Path trace(String name) {
    return shared("scalatrace/" + name);
  }

  /** Returns a real trace. Aborts the test with a message if the trace does not exist. */
  static Path shared(String name) {
    String given =
        System.getProperty("TRACECAST_SHARED_TRACES", System.getenv("TRACECAST_SHARED_TRACES"));
    List<Path> roots = given == null
        ? List.of(Path.of("../shared/traces"), Path.of("../../shared/traces"))
        : List.of(Path.of(given));
    return roots.stream()
        .map(root -> root.resolve(name))
        .filter(Files::exists)
        .findFirst()
        .orElseGet(() -> Assumptions.abort("SKIPPED: no " + name + " in " + roots
            + "; TRACECAST_SHARED_TRACES names their folder"));
  }

  @ParameterizedTest
  @CsvSource({
    "lu/A.4/I.scalatrace, 255204, 4",
    "lu/A.16/I.scalatrace, 1531004, 16",
    "lu/B.4/I.scalatrace, 407812, 4",
    "lu/B.8/I.scalatrace, 1019478, 8",
    "lu-instr/A.8.I.scalatrace, 637958, 8",
    "cg-instr/A.16.I.scalatrace, 141376, 16"
  })
  void theCallsOfARealTraceAreCountedWithoutExpandingIt(String name, long calls, int ranks) {
    String info = Cli.run("info", trace(name).toString(), "--json", "-").expectOut();

    assertThat(info).contains("\"mpi_calls\" : " + calls + ",", "\"ranks\" : " + ranks + ",");
  }

  @ParameterizedTest
  @CsvSource({"lu/A.4/I.scalatrace", "cg-instr/A.4.I.scalatrace"})
  void anImportedTracePredictsWhatItsSourceDoes(String name) {
    String imported = folder.resolve("imported.ctrace").toString();
    Cli.run("import", trace(name).toString(), "-o", imported).expectOut();

    assertThat(headline(imported)).isEqualTo(headline(trace(name).toString()));
  }

  /**
   * LU's exchange of borders has the same size in all directions. So neither a tag nor a size tells
   * its messages apart. Whether a replay with the wrong messages goes on depends on the times, here
   * those as recorded.
   */
  @Test
  void sourcesThatWereLostAreFound() {
    String lost = trace("lu-instr/A.64.I.scalatrace").toString();
    String found = folder.resolve("found.ctrace").toString();
    String open = folder.resolve("open.ctrace").toString();
    Cli.run("import", lost, "--shared-deltas", "as-recorded", "--find-sources", "never", "-o", open)
        .expectOut();
    Cli.Result stuck = Cli.run("predict", open, "--platform", "bluegene-l", "--engine", "loggp");
    assertThat(stuck.exitCode()).isEqualTo(2);
    assertThat(stuck.err())
        .contains("error: the replay is deadlocked: 64 of 64 ranks", "--find-sources");

    Cli.run("import", lost, "-o", found).expectOut();

    // rank 9 of the 8 x 8 grid: its neighbours before and behind in both directions, in the
    // program's order
    assertThat(Cli.run("expand", found, "--rank", "9")
            .expectOut()
            .lines()
            .filter(line -> line.contains("MPI_Irecv"))
            .limit(8)
            .map(line -> line.replaceFirst(".* source=(\\d+) .*", "$1")))
        .containsExactly("8", "10", "1", "17", "8", "10", "1", "17");
    assertThat(Cli.run("predict", found, "--platform", "bluegene-l", "--engine", "loggp")
            .expectOut())
        .containsIgnoringWhitespaces("messages 3,542,924 messages with 3.41 GB in total");
  }

  static List<Arguments> tracesOfScalaTrace() throws IOException {
    Path root = trace("");
    List<Arguments> cases = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> traces = files
          .filter(file -> file.getFileName().toString().contains(".scalatrace"))
          .filter(file -> !LONG.matcher(file.toString()).find())
          .sorted()
          .toList();
      for (int i = 0; i < traces.size(); i++) {
        cases.add(Arguments.of(
            root.relativize(traces.get(i)).toString(),
            MACHINES.get(i % MACHINES.size()),
            i / MACHINES.size() % 2 == 0 ? "avg" : "histogram"));
      }
    }
    return cases;
  }

  /** The machines and kinds of deltas take turns; {@code benchmarks/validate-replays} tries them all, with the long runs too. */
  @ParameterizedTest
  @MethodSource("tracesOfScalaTrace")
  void eachTraceOfScalaTraceIsPredictedBySimGridWithoutAnyOption(
      String name, String machine, String deltas) {
    SimGridChild.assumeInstalled();
    String trace = trace(name).toString();

    Cli.Result result = SimGridChild.run(
        "predict", trace, "--platform", machine, "--deltas", deltas, "--engine", "simgrid");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).startsWith("Predicted: ");
  }

  private static String headline(String trace) {
    return Cli.run(("predict " + trace + " --platform graphene --engine loggp --quiet").split(" "))
        .expectOut();
  }

  @ParameterizedTest
  @CsvSource({"lu/A.4/I.scalatrace, 4, 255204"})
  void anExpansionListsAsManyCallsAsWereCounted(String name, int ranks, long calls) {
    String listing = Cli.run("expand", trace(name).toString(), "--all").expectOut();

    assertThat(listing.lines().filter(line -> line.contains(" site="))).hasSize((int) calls);
    assertThat(listing.lines().filter(line -> line.startsWith("rank "))).hasSize(ranks);
  }

  @ParameterizedTest
  @CsvSource({"A.4, 14.69, 0.68", "A.8, 7.74, 1.60", "A.16, 4.36, 2.19", "B.4, 61.22, 1.55"})
  void whatTheTraceRecordedIsReportedFromItsBins(String run, double compute, double communication) {
    String info = Cli.run("info", trace("lu/" + run + "/I.scalatrace").toString(), "--json", "-")
        .expectOut();

    assertThat(number(info, "recorded_compute_seconds"))
        .isBetween(compute - 0.006, compute + 0.006);
    assertThat(number(info, "recorded_communication_seconds"))
        .isBetween(communication - 0.006, communication + 0.006);
  }

  private static double number(String json, String name) {
    String value = json.substring(json.indexOf("\"" + name + "\" : ") + name.length() + 5);
    return Double.parseDouble(value.substring(0, value.indexOf(',')));
  }
}
