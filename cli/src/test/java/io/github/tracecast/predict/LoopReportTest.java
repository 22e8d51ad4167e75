package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopReportTest {
  @TempDir
  private Path folder;

  private String trace;

  /** Two ranks that swap a message twice a step, with a barrier after each five of 25 steps. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < 2; rank++) {
      text.append(rank).append(" init 1\n");
      for (int step = 0; step < 25; step++) {
        text.append(rank).append(" irecv ").append(1 - rank).append(" 1 1000\n");
        text.append(rank).append(" send ").append(1 - rank).append(" 1 1000\n");
        text.append(rank).append(" waitall 1\n");
        text.append(step % 5 == 4 ? rank + " barrier\n" : "");
      }
      text.append(rank).append(" finalize\n");
    }
    trace = Files.writeString(folder.resolve("t.tit"), text).toString();
  }

  @Test
  void theLoopsOfARankAreShownWithTheirLengths() {
    String optimal = Cli.run("info", trace, "--loops", "optimal", "--rank", "1").expectOut();
    assertThat(optimal.replaceAll(" +(time|[0-9.]+ .?s)\n", " TIME\n")).isEqualTo("""
        Loops of rank 1, optimal, proven to be the shortest nest

          calls  different  % in loops  compressed  ratio TIME
             82          6        97.6           6  13.67 TIME

          Notation: iterations(numbers of the calls in the loop, and inner loops)
          ... 5(5(3) 1) ...
        """);
    String greedy = Cli.run("info", trace, "--loops", "greedy").expectOut();
    assertThat(greedy).startsWith("Loops of rank 0, greedy\n").contains("... 5(5(3) 1) ...\n");
  }

  /** A loop that the compiler unrolled has two call sites, and its second half has another root. */
  @Test
  void callsAreComparedByTheirParametersInsteadOfTheirCallSites() throws IOException {
    StringBuilder text = new StringBuilder("ranks 2\ndatatype 8 MPI_DOUBLE\ngroup 0 (0 1 2)\n");
    text.append("communicator 0 group 0 MPI_COMM_WORLD\n");
    for (int rank = 0; rank < 2; rank++) {
      text.append("rank ").append(rank).append('\n');
      for (int call = 0; call < 20; call++) {
        int root = call / 10;
        text.append(call).append(" MPI_Bcast communicator=0 count=1 datatype=MPI_DOUBLE root=");
        text.append(root).append(" (world ").append(root).append(") bytes=8 site=");
        text.append(call % 2 == 0 ? "even\n" : "odd\n");
      }
    }
    String unrolled = Files.writeString(folder.resolve("unrolled"), text).toString();
    for (String search : List.of("greedy", "optimal")) {
      String bySite = Cli.run("info", unrolled, "--loops", search).expectOut();
      assertThat(bySite.lines().toList().getLast()).isEqualTo("  10(2)");
      String byParameters =
          Cli.run("info", unrolled, "--loops", search + ":parameters").expectOut();
      assertThat(byParameters).startsWith("Loops of rank 0, " + search + ":parameters");
      assertThat(byParameters.lines().toList().getLast()).isEqualTo("  10(1) 10(1)");
    }
  }

  @Test
  void theTreeOfTheMergeNeedsNoTrace() {
    assertThat(Cli.run("info", "--radix-tree", "6").expectOut()).isEqualTo("""
        --radix-tree lsb
          0
          |- 1
          |- 2
          |  `- 3
          `- 4
             `- 5
        --radix-tree msb
          0
          |- 1
          |  |- 3
          |  `- 5
          |- 2
          `- 4
        """);
    Cli.Result none = Cli.run("info", "--radix-tree", "0");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--radix-tree: found 0 ranks; expected 1 to 4,096");
  }

  @Test
  void theSameIsWrittenAsJson() {
    String json = Cli.run("info", trace, "--loops", "optimal", "--json", "-").expectOut();
    assertThat(json.replaceAll("(\"wall_seconds\" : )[-0-9.E]+", "$1TIME")).isEqualTo("""
        {
          "rank" : 0,
          "search" : "optimal",
          "exact" : true,
          "raw_length" : 82,
          "different_calls" : 6,
          "loop_structure" : "... 5(5(3) 1) ...",
          "span_covered" : 0.975609756097561,
          "compressed_length" : 6,
          "ratio" : 13.666666666666666,
          "wall_seconds" : TIME
        }
        """);
  }

  @Test
  void optionsThatCannotBeAreRefused() {
    refuses("--loops: found best; expected greedy or optimal", "--loops", "best");
    refuses("--loops: found best; expected greedy or optimal", "--loops", "best:parameters");
    refuses("--rank: found 2; expected 0 to 1", "--loops", "greedy", "--rank", "2");
    refuses("--loops is missing", "--rank", "1");
  }

  private void refuses(String message, String... options) {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "info";
    arguments[1] = trace;
    System.arraycopy(options, 0, arguments, 2, options.length);
    Cli.Result result = Cli.run(arguments);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(message);
    assertThat(result.out()).isEmpty();
  }
}
