package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

        Topologies that still fit after each test of the whole graph
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

  /** No rank of a grid of two columns has neighbours on both sides. */
  @Test
  void ranksOfAGridAreListedOnceWithARuleForItsBorders() {
    String trace = Cli.generate(folder.resolve("w.ctrace"), "wavefront --shape 2x3 --steps 2");
    String listing = Cli.run("expand", trace, "--all", "--logical").expectOut();
    String step = """
        MPI_Recv source=WEST
        MPI_Recv source=NORTH
        MPI_Send destination=EAST
        MPI_Send destination=SOUTH
        """;
    assertThat(listing
            .substring(listing.indexOf("topology"))
            .replaceAll("(?m)^\\d+ (\\S+)(?:.* ((?:source|destination)=\\S+))?.*", "$1 $2")
            .replaceAll("(?m) $", ""))
        .isEqualTo("""
        topology 2 x 3 grid, 4 neighbours
        without EAST (1 2 3)
        without NORTH (0 1 2)
        without SOUTH (4 1 2)
        without WEST (0 2 3)
        MPI_Init
        """ + step + step + "MPI_Finalize\n");
  }

  @Test
  void requestsOfLeftOutCallsAreLeftOut() {
    String trace = Cli.generate(folder.resolve("s.ctrace"), "stencil --shape 3x3 --steps 1");
    String all = Cli.run("expand", trace, "--all", "--logical").expectOut();
    String inner = Cli.run("expand", trace, "--rank", "4", "--logical").expectOut();
    assertThat(partnersAndRequests(all.substring(all.indexOf("0 MPI_Init"))))
        .isEqualTo(partnersAndRequests(inner));
    assertThat(all).contains("without NORTH_WEST ");
  }

  private static List<String> partnersAndRequests(String listing) {
    return Pattern.compile("(?:source|destination|requests?)=(\\S+)")
        .matcher(listing)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void numbersThatDifferAreRangesAndBordersMayHaveNoProcess() throws IOException {
    String trace = line("");
    String listing = Cli.run("expand", trace, "--all", "--logical").expectOut();
    assertThat(listing.substring(listing.indexOf("topology"))).isEqualTo("""
        topology line of 3, 2 neighbours
        without EAST (2 1 1)
        without WEST (0 1 1)
        0 MPI_Irecv compute=1.00..3.00us communicator=0 source=WEST tag=7 count=9..11 datatype=MPI_DOUBLE bytes=72..88 request=#1 site=receive
        1 MPI_Send communicator=0 destination=EAST tag=7 count=10..12 datatype=MPI_DOUBLE bytes=80..96 site=send
        2 MPI_Wait requests=#1 site=wait
        """);
  }

  @Test
  void ranksThatDifferOtherwiseAreListedOneByOne() throws IOException {
    Cli.Result result =
        Cli.run("expand", line("3 MPI_Barrier communicator=0 site=b\n"), "--all", "--logical");
    assertThat(Goldens.joined(result.err()))
        .contains(
            "Each rank has its own listing, because the calls of the ranks differ: rank 1 calls MPI_Barrier after 3 calls, rank 0 ends after 3 calls");
    assertThat(result.expectOut()).contains("rank 0\n", "rank 1\n", "rank 2\n");
  }

  /**
   * Returns a line of three ranks that send to the right, with as many elements as their rank.
   *
   * @param last a further call of rank 1
   */
  private String line(String last) throws IOException {
    StringBuilder text = new StringBuilder("ranks 3\ndatatype 8 MPI_DOUBLE\ngroup 0 (0 1 3)\n");
    text.append("communicator 0 group 0 MPI_COMM_WORLD\n");
    for (int rank = 0; rank < 3; rank++) {
      text.append("""
          rank %d
          0 MPI_Irecv compute=%d.00us communicator=0 source=%s tag=7 count=%d datatype=MPI_DOUBLE bytes=%d request=#1 site=receive
          1 MPI_Send communicator=0 destination=%s tag=7 count=%d datatype=MPI_DOUBLE bytes=%d site=send
          2 MPI_Wait request=#1 site=wait
          """.formatted(
              rank,
              rank + 1,
              rank == 0 ? "none" : (rank - 1) + " (world " + (rank - 1) + ")",
              rank + 9,
              8 * (rank + 9),
              rank == 2 ? "none" : (rank + 1) + " (world " + (rank + 1) + ")",
              rank + 10,
              8 * (rank + 10)));
      text.append(rank == 1 ? last : "");
    }
    return Files.writeString(folder.resolve("line"), text).toString();
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
