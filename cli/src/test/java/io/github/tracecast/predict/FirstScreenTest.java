package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.text.Screen;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports begin with the answer, its cause and the next command. */
class FirstScreenTest {
  @TempDir
  private Path folder;

  private String trace;

  @BeforeEach
  void generate() {
    trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 27 --steps 5 --compute 1e-4 --bytes 8192");
  }

  private String report(String command) {
    return Cli.run(command.replace("T ", trace + " ").split(" ")).expectOut();
  }

  @Test
  void aPredictionSaysWhatItIsMadeOfAndWhatToDoNext() {
    List<String> lines = Goldens.joined(report("predict T --platform cluster --engine loggp"))
        .lines()
        .toList();

    assertThat(lines.get(0)).matches("Predicted: \\S+ us on cluster \\(27 ranks on 1 node\\)");
    assertThat(lines.get(1))
        .isEqualTo("  computation times of an unknown processor, not scaled (--compute-scale)");
    assertThat(lines.get(2)).startsWith("  computation ").endsWith("%");
    assertThat(lines.get(3)).startsWith("  communication ").endsWith("% waiting)");
    assertThat(lines)
        .contains("Next: tracecast sensitivity " + trace + " --platform cluster --engine loggp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "predict T --platform frontier",
        "predict T --platform fugaku",
        "predict T --platform fat-tree --set network.routing=ecmp",
        "sweep T --vary platform=cluster,frontier",
        "compare T --platform cluster --with leonardo",
      })
  void aMachineThatSimGridLacksIsPredictedByFlowsUnlessAnotherEngineIsAskedFor(String command) {
    assertThat(report(command)).contains("Engine: flows");
    assertThat(
            Cli.run((command + " --engine simgrid").replace("T ", trace + " ").split(" "))
                .exitCode())
        .isNotZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "predict T --platform cluster",
        "sweep T --platform bluegene-l --vary network.link_bandwidth=50MBps,1GBps",
        "compare T --platform bluegene-l --with cluster",
        "map T --platform bluegene-l --random 1",
        "sensitivity T --platform bluegene-l",
      })
  void eachReportNamesItsEngineAboveItsFirstTable(String command) {
    String report = report(command + " --engine loggp");

    assertThat(report.substring(0, report.indexOf("\n\n"))).contains("\nEngine: loggp");
  }

  @Test
  void theNextCommandOfEachReportRuns() {
    for (String command : List.of(
        "predict T --platform bluegene-l --engine loggp --set network.hop_latency=50ns",
        "sweep T --platform bluegene-l --engine loggp --vary network.link_bandwidth=50MBps,1GBps",
        "compare T --platform bluegene-l --with cluster --engine loggp",
        "sensitivity T --platform bluegene-l --engine loggp --set node.mode=virtual-node")) {
      String next = Goldens.joined(report(command))
          .lines()
          .filter(line -> line.startsWith("Next: tracecast "))
          .findFirst()
          .orElseThrow();
      String[] words = next.substring("Next: tracecast ".length())
          .replace("report.html", folder.resolve("report.html").toString())
          .split(" ");
      assertThat(Cli.run(loggp(words)).exitCode()).as(next).isZero();
    }
  }

  /** Whoever follows the suggestions comes to an end, and runs no command twice. */
  @Test
  void theNextCommandsLeadToAnEnd() {
    for (String command : List.of(
        "predict T --platform bluegene-l --engine loggp",
        "map T --platform bluegene-l --engine loggp",
        "compare T --platform bluegene-l --with cluster --engine loggp")) {
      List<String> run = new ArrayList<>();
      String text = Goldens.joined(report(command));
      while (text.contains("Next: tracecast ")) {
        String next =
            text.lines().filter(line -> line.startsWith("Next: ")).findFirst().orElseThrow();
        String words = next.substring("Next: tracecast ".length())
            .replace("report.html", folder.resolve("report.html").toString());
        assertThat(run).as(command).doesNotContain(words).hasSizeLessThan(5);
        run.add(words);
        text = Goldens.joined(Cli.run(loggp(words.split(" "))).expectOut());
      }
      assertThat(run).as(command).isNotEmpty();
      assertThat(run.getLast()).startsWith("predict ").contains("--html ");
    }
  }

  /** SimGrid allows one replay in a process. */
  private static String[] loggp(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    if (!all.contains("--engine")) {
      all.addAll(List.of("--engine", "loggp"));
    }
    return all.toArray(String[]::new);
  }

  @Test
  void aSweepNamesWhatSuffices() {
    String report = report(
        "sweep T --platform bluegene-l --engine loggp --vary network.link_bandwidth=100MBps,150MBps,150.5MBps");

    assertThat(report)
        .contains(
            "  fastest    network.link_bandwidth=150.5 MB/s\n"
                + "  within 1%  network.link_bandwidth from 145.6 MB/s on (bluegene-l has 175 MB/s)\n",
            " --set network.link_bandwidth=145.6MBps");
  }

  @Test
  void callSitesAreSortedByTheirCostAndBeginWithTheirNumberAndFunction() {
    List<String> lines =
        report("predict T --platform bluegene-l --engine loggp").lines().toList();
    int title = lines.indexOf("By call site, sum over all ranks");

    assertThat(lines.subList(title, lines.size()).stream()
            .filter(line -> line.contains("  stencil/"))
            .map(line -> line.strip().replaceAll(" +", " ").split(" MPI_")[0]))
        .startsWith("1 stencil/irecv", "3 stencil/waitall");
  }

  @Test
  void ranksThatAreAlikeShareALine() {
    String ring = Cli.generate(folder.resolve("r.ctrace"), "ring --ranks 64 --compute 1ms");

    assertThat(Cli.run("predict", ring, "--platform", "cluster", "--engine", "loggp")
            .expectOut()
            .lines()
            .filter(line -> line.startsWith("  0-63 ")))
        .hasSize(1);
  }

  @Test
  void emphasisNeedsATerminalThatShowsIt() {
    assertThat(written(new Screen(true, 80, true))).isEqualTo("\u001b[1mX\u001b[0m \\u001b[2J\n");
    assertThat(written(Screen.PIPED)).isEqualTo("X \\u001b[2J\n");
  }

  private static String written(Screen screen) {
    StringWriter text = new StringWriter();
    try (TerminalWriter out = new TerminalWriter(new PrintWriter(text), () -> screen)) {
      out.print(Style.STRONG, "X");
      out.println(" \u001b[2J");
    }
    return text.toString();
  }
}
