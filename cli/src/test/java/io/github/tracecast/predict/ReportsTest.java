package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportsTest {
  @TempDir
  private Path folder;

  private String stencil() {
    return Cli.generate(
        folder.resolve("stencil.ctrace"),
        "stencil --ranks 27 --steps 10 --compute 1e-4 --bytes 8192");
  }

  private static String[] predict(String trace, String more) {
    return ("predict " + trace + " --platform bluegene-l --engine loggp " + more)
        .strip()
        .split(" ");
  }

  @Test
  void aPredictionForPeopleStatesTimesSitesLinksAndSetup() throws IOException {
    Cli.Result result =
        Cli.run(predict(stencil(), "--verbose --rows 6 --set network.hop_latency=100ns"));

    Goldens.check("predict-stencil.txt", result.expectOut(), folder);
    assertThat(result.err()).startsWith("warning: link y- (0,2,0) would carry ").hasLineCount(1);
  }

  /** A prediction begins where MPI has started and ends where it is ended. The other prediction does the same. */
  @Test
  void whatStartingAndEndingMpiTookIsNotAmongTheRecordedTimes() throws IOException {
    StringBuilder listing = new StringBuilder("""
        ranks 2
        group 0 (0 1 2)
        communicator 0 group 0 MPI_COMM_WORLD
        communicator 1 self MPI_COMM_SELF
        """);
    for (int rank = 0; rank < 2; rank++) {
      listing.append("rank ").append(rank).append('\n').append("""
          0 MPI_Init inside=262140us site=a
          1 MPI_Barrier compute=10us inside=30us communicator=0 site=b
          2 MPI_Finalize compute=5us inside=700us site=c
          """);
    }
    Path calls = Files.writeString(folder.resolve("calls.txt"), listing);
    String trace = folder.resolve("t.ctrace").toString();
    Cli.run("compress", calls.toString(), "-o", trace).expectOut();

    assertThat(Cli.run("predict", trace, "--platform", "ideal", "--engine", "loggp")
            .expectOut())
        .contains("Recorded: computation 15.00 us, communication 30.00 us, total 45.00 us");
    assertThat(Cli.run("info", trace).expectOut())
        .contains("recorded   15.00 us of computation and 30.00 us inside MPI calls");
  }

  @Test
  void withContentionNoLinkCarriesMoreThanItCan() throws IOException {
    String command = "predict " + stencil()
        + " --platform bluegene-l --engine flows --set network.hop_latency=100ns --verbose";
    Cli.Result text = Cli.run(command.split(" "));
    Cli.Result json = Cli.run((command + " --json -").split(" "));

    assertThat(text.expectOut()).contains("flows 0.1.0-SNAPSHOT");
    assertThat(text.err()).isEmpty();
    assertThat(text.out()).doesNotContain("would have to carry");
    assertThat(json.expectOut()).contains("\"contention\" : \"flows\"");
    assertThat(Pattern.compile("\"utilization\" : ([^\n]+)").matcher(json.out()).results())
        .isNotEmpty()
        .allSatisfy(share -> assertThat(Double.parseDouble(share.group(1))).isBetween(0.0, 1.0));
  }

  @Test
  void aPredictionAsJsonHasStableNamesInOneOrder() throws IOException {
    String trace =
        Cli.generate(folder.resolve("pingpong.ctrace"), "pingpong --steps 3 --compute 1e-5");

    String[] command =
        ("predict " + trace + " --platform loggp-default --engine loggp --json -").split(" ");

    Goldens.check("predict-pingpong.json", Cli.run(command).expectOut(), folder);
  }

  @Test
  void aReportEndsAfterTheCallSitesUnlessItIsToBeVerbose() {
    String trace = stencil();
    String brief = Cli.run(predict(trace, "")).expectOut();
    String verbose = Cli.run(predict(trace, "--verbose")).expectOut();

    assertThat(verbose).startsWith(brief).contains("Busiest links", "Fast-forward:", "Replayed in");
    assertThat(brief.lines().filter(line -> !line.startsWith(" ")).toList()).endsWith("Settings");
  }

  /** The table has no room for paths in 80 columns, so it never has them. */
  @Test
  void aVerboseReportListsTheCallersOfEachCallSite() throws IOException {
    String file = "../examples/comd.16.ctrace";
    String command = "predict " + file + " --platform cluster --engine loggp";
    List<String> paths = TraceFiles.read(Path.of(file)).callSites().stream()
        .map(CallSite::name)
        .filter(name -> name.contains(" < "))
        .toList();

    String brief = Cli.run(command.split(" ")).expectOut();
    String verbose =
        Cli.run((command + " --verbose").split(" ")).expectOut().replaceAll("\\s+", " ");

    assertThat(paths).isNotEmpty();
    assertThat(brief).doesNotContain(paths);
    assertThat(verbose).contains(paths);
  }

  @Test
  void aReportNamesTheProcessorThatTheTraceWasRecordedOn() throws IOException {
    Path file = folder.resolve("recorded.ctrace");
    Cli.generate(file, "pingpong --compute 1ms");
    Trace generated = TraceFiles.read(file);
    Provenance.Node node = new Provenance.Node(
        "n1",
        "Example CPU 3.5 GHz",
        4,
        8,
        8,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        RankList.of(0, 1));
    Header header = generated
        .header()
        .withProvenance(new Provenance(
            Instant.EPOCH, "./a.out", "", Provenance.Counter.TIME, "", List.of(node)));
    TraceFiles.write(generated.with(generated.events(), header), file, Encoding.BINARY);
    String[] command = ("predict " + file + " --platform loggp-default --engine loggp").split(" ");

    assertThat(Cli.run(command).expectOut())
        .contains("  computation  as recorded on Example CPU 3.5 GHz, not scaled\n");
    assertThat(Cli.run(with(command, "--compute-scale", "3.5/2.8")).expectOut())
        .contains("  computation  as recorded on Example CPU 3.5 GHz, times 1.25\n");
    assertThat(Cli.run(with(command, "--json", "-")).expectOut())
        .contains(
            "\"computation\" : \"as recorded on Example CPU 3.5 GHz, not scaled\"",
            "\"recorded_processor\" : \"Example CPU 3.5 GHz\"");
  }

  @Test
  void theSpeedOfTheRecordingProcessorScalesComputationToTheMachine() {
    String trace = Cli.generate(folder.resolve("p.ctrace"), "pingpong --bytes 1 --compute 1ms");
    Cli.Result result = Cli.run(predict(
        trace, "--quiet --set node.speed=5Gf --set network.shape=2x1x1 --compute-scale 10Gf"));

    assertThat(result.err()).isEmpty();
    assertThat(result.expectOut()).startsWith("Predicted: 4.0");
  }

  @Test
  void anInfoCountsWithoutExpanding() throws IOException {
    Goldens.check("info-stencil.txt", Cli.run("info", stencil()).expectOut(), folder);
  }

  @Test
  void anInfoAsJsonHasStableNamesInOneOrder() throws IOException {
    Goldens.check("info-stencil.json", Cli.run("info", small(), "--json", "-").expectOut(), folder);
  }

  private String small() {
    return Cli.generate(
        folder.resolve("small.ctrace"), "stencil --shape 2x2 --steps 2 --compute 1e-3");
  }

  @Test
  void anExpansionListsOneRanksCalls() throws IOException {
    String trace = small();

    Goldens.check(
        "expand-stencil.txt", Cli.run("expand", trace, "--rank", "2").expectOut(), folder);
    assertThat(Cli.run("expand", trace, "--all")
            .expectOut()
            .lines()
            .filter(line -> line.startsWith("rank ")))
        .containsExactly("rank 0", "rank 1", "rank 2", "rank 3");
  }

  @Test
  void aMachineIsListedWithUnitsAndSources() throws IOException {
    Goldens.check("platform-loggp.txt", Cli.run("platforms", "loggp-default").expectOut(), folder);
  }

  @Test
  void everyMachineOfTheCatalogueIsListed() {
    String catalogue = Cli.run("platforms").expectOut();

    assertThat(catalogue)
        .contains("bluegene-l ", "graphene ", "cluster ", "fat-tree ", "ideal ", "loggp-default ");
    for (String line : catalogue.lines().filter(line -> !line.startsWith(" ")).toList()) {
      assertThat(Cli.run("platforms", line.split(" ")[0]).expectOut()).contains("network.topology");
    }
  }

  @Test
  void aMachineShowsTheFiguresThatWereSet() {
    String machine =
        Cli.run("platforms", "bluegene-l", "--set", "network.hop_latency=70ns").expectOut();

    assertThat(machine.lines().filter(line -> line.startsWith("network.hop_latency")))
        .singleElement()
        .asString()
        .contains("70ns");
  }

  @Test
  void aGeneratedTraceReadsAsText() throws IOException {
    Path file = folder.resolve("faces.ctrace");
    Cli.generate(file, "stencil --shape 2d --ranks 12 --steps 5 --neighbours faces --text");

    Goldens.check("generate-faces.txt", Files.readString(file), folder);
  }

  @Test
  void textAndBinaryOfATracePredictTheSame() {
    String binary = stencil();
    String text = folder.resolve("text.ctrace").toString();
    Cli.run("import", binary, "-o", text, "--text").expectOut();

    assertThat(headline(text)).isEqualTo(headline(binary)).startsWith("Predicted: ");
  }

  private static String headline(String trace) {
    return Cli.run(predict(trace, "--quiet")).expectOut();
  }

  @Test
  void aQuietPredictionIsOneLine() {
    assertThat(headline(stencil()).lines()).hasSize(1);
  }

  @Test
  void aQuietPredictionWarnsOfOverloadedLinksOnce() {
    String trace = Cli.generate(
        folder.resolve("o.ctrace"), "alltoall --ranks 64 --algorithm linear --bytes 8192");
    String options = "--engine loggp --platform bluegene-l";

    Cli.Result quiet = Cli.run(("predict " + trace + " --quiet " + options).split(" "));

    assertThat(quiet.err())
        .startsWith("warning: link ")
        .contains(" times its capacity, but engine loggp does not model contention")
        .hasLineCount(1);
    Cli.Result report = Cli.run(("predict " + trace + " " + options).split(" "));
    assertThat(report.err()).isEqualTo(quiet.err());
    assertThat(report.expectOut()).doesNotContain("its capacity");
  }

  @Test
  void averagesWithoutACountAsInRatnsTracesHoldForAllExecutions() throws IOException {
    Path file = folder.resolve("ratn.ctrace");
    Cli.generate(file, "stencil:periodic --shape 4 --steps 100 --text");
    Files.writeString(
        file,
        Files.readString(file).replaceFirst("(event 1 MPI_Irecv.*\n)", "$1  TIME: 10 20 30\n"));

    String json = Cli.run(predict(file.toString(), "--json -")).expectOut();

    assertThat(json)
        .contains("\"recorded_compute_seconds\" : 0.002,", "\"compute_seconds\" : 0.002,");
  }

  @Test
  void notesOfTheTraceAreWarnings() throws IOException {
    Path file = folder.resolve("noted.ctrace");
    Cli.generate(file, "barrier --ranks 4 --text");
    Files.writeString(
        file,
        Files.readString(file).replaceFirst("(origin .*\n)", "$1note \"half of it is missing\"\n"));

    Cli.Result result = Cli.run(predict(file.toString(), "--json -"));

    assertThat(result.err()).isEqualTo("warning: half of it is missing\n");
    assertThat(result.expectOut()).contains("\"warnings\" : [\n    \"half of it is missing\"\n  ]");
  }

  @Test
  void callsThatAreNotModelledAreListedBeforeTheReplay() throws IOException {
    Path file = folder.resolve("rma.ctrace");
    Cli.generate(file, "barrier --ranks 4 --text");
    Files.writeString(file, Files.readString(file).replace("MPI_Barrier", "MPI_Win_fence"));

    Cli.Result result = Cli.run(predict(file.toString(), "--set network.shape=1x1x1"));

    assertThat(result.err())
        .startsWith("warning: MPI_Win_fence is not modelled")
        .contains("error: ");
  }

  @Test
  void aSeedWithoutEffectIsWarnedOf() {
    assertThat(Cli.run(predict(stencil(), "--seed 5")).err())
        .contains("warning: --seed has no effect: with --deltas auto nothing is random\n");
    assertThat(Cli.run(predict(stencil(), "--seed 5 --deltas histogram")).err())
        .doesNotContain("no effect");
  }

  @Test
  void figuresWithoutEffectAreWarnedOf() {
    Cli.Result result =
        Cli.run(predict(stencil(), "--set node.speed=5Gf --set node.instruction_rate=2Gips"));

    assertThat(result.err().lines())
        .satisfiesExactly(
            line -> assertThat(line)
                .startsWith("warning: node.instruction_rate was set but has no effect"),
            line -> assertThat(line).startsWith("warning: node.speed was set but has no effect"),
            line -> assertThat(line).startsWith("warning: link ").contains(" its capacity"));
  }

  @Test
  void computationScalesAsAWholeAndByCallSite() {
    String trace = Cli.generate(folder.resolve("p.ctrace"), "pingpong --bytes 1 --compute 1e-3");
    String[] base =
        ("predict " + trace + " --platform loggp-default --engine loggp --quiet").split(" ");

    assertThat(Cli.run(base).expectOut()).startsWith("Predicted: 2.011 ms");
    assertThat(Cli.run(with(base, "--compute-scale", "2")).expectOut())
        .startsWith("Predicted: 4.011 ms");
    assertThat(Cli.run(with(base, "--compute-scale-at", "pingpong/pong=3")).expectOut())
        .startsWith("Predicted: 4.011 ms");
    assertThat(Cli.run(with(base, "--compute-scale-at", "1=0")).expectOut())
        .startsWith("Predicted: 1.011 ms");
  }

  private static String[] with(String[] arguments, String... more) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return all;
  }

  @Test
  void helpNamesEveryCommandAndExitCode() {
    String help = Cli.run("--help").expectOut();

    assertThat(help)
        .contains(
            "predict", "info", "expand", "import", "generate", "platforms", "doctor", "70 ", "2 ");
    assertThat(Cli.run("predict", "--help").expectOut())
        .contains("--compute-scale")
        .isEqualTo(Cli.run("help", "predict").expectOut());
    assertThat(Cli.run("help").expectOut()).isEqualTo(help);
    assertThat(Cli.run("--version").expectOut())
        .matches("tracecast \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\n");
  }

  @ParameterizedTest
  @CsvSource({
    "node.memory_latency=1us, no two ranks share a node",
    "mpi.cross_traffic=yes, engine loggp models no cross traffic",
    "mpi.in_turn_limit=64KiB, 'only engines simgrid and flows let messages share a link'",
    "network.sharing=even, only engine flows can share links evenly",
    "mpi.gap=1.4us, 'neither the new nor the old value exceeds the overheads'",
    "network.torus_from_nodes=1024, it changes neither the machine's shape nor the nodes of ranks",
    "node.modes.virtual-node=1, it changes neither the machine's shape nor the nodes of ranks",
    "tree.hop_latency=1us, the trace has no collective call",
    "node.copy=1us, the trace has no collective call in which a rank copies its own block or vector",
    "mpi.fresh_memory=1us, the trace has no collective call for which a library allocates memory",
    "collectives.bcast=binomial, the trace calls no MPI_Bcast"
  })
  void aFigureThatCannotMoveThePredictionIsReported(String setting, String reason) {
    Cli.Result result = Cli.run(predict(stencil(), "--set " + setting));

    assertThat(result.err().lines().filter(line -> line.contains("no effect")))
        .containsExactly("warning: " + setting.replaceFirst("=.*", "")
            + " was set but has no effect: " + reason);
  }

  @ParameterizedTest
  @CsvSource({
    "mpi.gap=1401ns",
    "network.link_bandwidth=1GBps",
    "network.shape=3x3x3",
    "node.mode=virtual-node",
    "node.mode=coprocessor"
  })
  void aFigureThatMovesThePredictionOrConfirmsTheMachineIsNotReported(String setting) {
    assertThat(Cli.run(predict(stencil(), "--set " + setting)).err()).doesNotContain("no effect");
  }

  @Test
  void anInfoSumsTimesAndInstructionsApart() throws IOException {
    Path trace = folder.resolve("both.ctrace");
    Files.writeString(trace, """
        tracecast-trace 7
        ranks 2
        requests 1
        site 0 "barrier"
        group 0 (0 1 2)
        communicator 0 "MPI_COMM_WORLD" group 0
        communicator 1 "MPI_COMM_SELF" self
        event 0 MPI_Barrier site 0 ranks 1 0 1 1 2
          communicator 0
          TIME: 100 200 300
        event 1 MPI_Barrier site 0 ranks 1 0 1 1 2
          communicator 0
          compute instructions count 2 min 10 avg 20 max 30
        end 2 events
        """);

    assertThat(Cli.run("info", trace.toString()).expectOut())
        .contains("20 instructions and 200.0 us of computation, average per rank");
  }
}
