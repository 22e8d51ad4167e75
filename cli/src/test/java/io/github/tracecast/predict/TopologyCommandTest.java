package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyCommandTest {
  private static final Pattern SEND = Pattern.compile("destination=(\\d+) .* bytes=(\\d+)");

  @TempDir
  private Path folder;

  @Test
  void theReportNamesTheTopologyAndHowItWasFound() {
    String trace = Cli.generate(folder.resolve("w.ctrace"), "wavefront --shape 4x3 --steps 5");
    assertThat(Cli.run("topology", trace).expectOut().replace(trace, "w.ctrace"))
        .isEqualTo("""
        Topology: 4 x 3 grid, 4 neighbours, 100.0% of the messages, 100.0% of the bytes

          trace  w.ctrace
          run    12 ranks, 85 messages with 87 kB in total

        Matches
                                    messages  bytes  unused
          topology                         %      %   edges  ranks
          4 x 3 grid, 4 neighbours     100.0  100.0       0  in their own order

        Candidates left after each test of the whole graph
          prime factors  30
          edges           1
          degrees         1
          eigenvalues     1
          isomorphism     1
        """);
    assertThat(Cli.run("topology", trace, "--quiet").expectOut().lines()).hasSize(1);
    assertThat(Cli.run("topology", trace, "--csv", "-").expectOut()).startsWith("""
        rank,position,coordinate_1,coordinate_2
        0,0,0,0
        1,1,1,0
        2,2,2,0
        3,3,3,0
        4,4,0,1
        """);
    assertThat(Cli.run("info", trace).expectOut())
        .contains("topology   4 x 3 grid, 4 neighbours, 100.0% of the messages");
  }

  @Test
  void expandNamesPartnersByTheirDirection() {
    String trace = Cli.generate(folder.resolve("s.ctrace"), "stencil --shape 3x3 --steps 1");
    assertThat(Cli.run("expand", trace, "--rank", "4", "--logical").expectOut().lines())
        .filteredOn(line -> line.contains("MPI_Isend"))
        .extracting(line -> line.replaceAll(".*destination=(\\S+).*", "$1"))
        .containsExactlyInAnyOrder(
            "NORTH_WEST",
            "NORTH",
            "NORTH_EAST",
            "WEST",
            "EAST",
            "SOUTH_WEST",
            "SOUTH",
            "SOUTH_EAST");
  }

  @Test
  void expandRefusesLogicalTermsWhereThereIsNoTopology() {
    String trace = Cli.generate(folder.resolve("b.ctrace"), "barrier --ranks 4");
    Cli.Result result = Cli.run("expand", trace, "--rank", "0", "--logical");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: --logical: found no topology in the messages of ");
    assertThat(Cli.run("topology", trace).expectOut())
        .startsWith("Topology: none (no point-to-point messages)\n");
  }

  /** The counts from the compressed trace are those of its expansion, call by call. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "stencil --shape 3x4x2 --steps 7 --bytes 100",
        "stencil:periodic --shape 5x5 --steps 3 --neighbours faces",
        "wavefront --shape 3x5 --steps 4",
        "ring --ranks 9 --steps 11 --bytes 0",
        "alltoall --ranks 6 --steps 2 --algorithm pairwise"
      })
  void theMessagesListedAreThoseOfTheExpansion(String pattern) throws Exception {
    String trace = Cli.generate(folder.resolve("t.ctrace"), pattern);
    Path csv = folder.resolve("messages.csv");
    Cli.run("info", trace, "--csv", csv.toString()).expectOut();
    Map<String, Long> listed = new TreeMap<>();
    Map<String, Long> expanded = new TreeMap<>();
    for (String line : Files.readAllLines(csv).subList(1, (int) Files.lines(csv).count())) {
      String[] cells = line.split(",");
      listed.merge(cells[0] + " to " + cells[1] + " messages", Long.valueOf(cells[4]), Long::sum);
      listed.merge(cells[0] + " to " + cells[1] + " bytes", Long.valueOf(cells[5]), Long::sum);
    }
    String rank = "";
    for (String line : Cli.run("expand", trace, "--all").expectOut().lines().toList()) {
      rank = line.startsWith("rank ") ? line.substring(5) : rank;
      Matcher send = SEND.matcher(line);
      if (send.find()) {
        expanded.merge(rank + " to " + send.group(1) + " messages", 1L, Long::sum);
        expanded.merge(
            rank + " to " + send.group(1) + " bytes", Long.valueOf(send.group(2)), Long::sum);
      }
    }
    assertThat(listed).isNotEmpty().isEqualTo(expanded);
  }
}
