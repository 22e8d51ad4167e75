package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MapTest {
  private static final String LOGGP = "--engine loggp ";

  @TempDir
  private Path folder;

  private String trace(String pattern) {
    return Cli.generate(folder.resolve("t.ctrace"), pattern);
  }

  private static JsonNode map(String trace, String options) {
    return JsonMapper.shared()
        .readTree(Cli.run(("map " + trace + " --json - " + options).split(" ")).expectOut());
  }

  private static boolean isComputed(String mapping) {
    return mapping.equals("graph") || mapping.equals("topology");
  }

  /** The mapping that was computed from the trace: by a recognised topology or by the traffic. */
  private static JsonNode computed(JsonNode ranking) {
    return entry(ranking, ranking.toString().contains("\"topology\"") ? "topology" : "graph");
  }

  private static JsonNode entry(JsonNode ranking, String name) {
    for (JsonNode one : ranking.get("mappings")) {
      if (one.get("mapping").stringValue().equals(name)
          || one.get("same_as").toString().contains("\"" + name + "\"")) {
        return one;
      }
    }
    throw new AssertionError("no mapping " + name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--platform bluegene-l",
        "--engine loggp --platform bluegene-l",
        "--platform bluegene-l --set node.mode=virtual-node",
        "--platform fat-tree",
        "--platform cluster --set node.ranks_per_node=4",
        "--platform graphene"
      })
  void everyMappingIsRankedByItsOwnPrediction(String options) {
    String trace = trace("stencil --ranks 36 --shape 2d --steps 5 --bytes 60000 --compute 1e-4");
    String best = folder.resolve("best.map").toString();

    JsonNode ranking = map(trace, options + " -o " + best);

    double last = 0;
    for (JsonNode one : ranking.get("mappings")) {
      double seconds = one.get("predicted_seconds").doubleValue();
      String name = one.get("mapping").stringValue();
      assertThat(seconds).isGreaterThanOrEqualTo(last);
      last = seconds;
      if (!isComputed(name)) {
        assertThat(replayed(trace, options + " --mapping " + name).seconds())
            .as(name)
            .isEqualTo(seconds);
      }
      one.get("same_as").forEach(same -> {
        if (!isComputed(same.stringValue())) {
          assertThat(
                  replayed(trace, options + " --mapping " + same.stringValue()).seconds())
              .isEqualTo(seconds);
        }
      });
    }
    assertThat(replayed(trace, options + " --mapping file:" + best).seconds())
        .isEqualTo(ranking.get("mappings").get(0).get("predicted_seconds").doubleValue());
  }

  /** By the engine that {@code map} uses. */
  private static Replayed replayed(String trace, String options) {
    return options.startsWith(LOGGP)
        ? Replayed.byLogGp(trace, options.substring(LOGGP.length()))
        : Replayed.byFlows(trace, options);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stencil --ranks 64 --shape 2d --steps 2 --bytes 8192",
        "stencil --ranks 27 --shape 3d --steps 2 --bytes 8192",
        "alltoall --ranks 12 --bytes 100",
        "ring --ranks 50 --bytes 1000",
        "barrier --ranks 5"
      })
  void noMappingHasShorterWaysThanTheOneFromTheTraffic(String pattern) {
    for (String machine :
        new String[] {"bluegene-l", "bluegene-l --set node.mode=virtual-node", "fat-tree"}) {
      JsonNode ranking = map(trace(pattern), "--platform " + machine + " --random 5");

      double graph = computed(ranking).get("bytes_times_hops").doubleValue();
      for (JsonNode one : ranking.get("mappings")) {
        assertThat(one.get("bytes_times_hops").doubleValue()).isGreaterThanOrEqualTo(graph);
      }
    }
  }

  @Test
  void aRingOnATorusIsLaidAlongNeighbours() {
    JsonNode ranking = map(
        trace("ring --ranks 32 --bytes 1000"), "--platform bluegene-l --set network.shape=4x4x2");

    assertThat(computed(ranking).get("hops_a_byte").doubleValue()).isLessThan(1.2);
    assertThat(entry(ranking, "random:1").get("hops_a_byte").doubleValue()).isGreaterThan(1.5);
  }

  @Test
  void bytesTimesHopsAreWhatTheLinksCarry() {
    String trace = trace("stencil --ranks 8 --shape 2d --steps 7 --bytes 5000");
    String machine = "--platform bluegene-l --set network.shape=2x2x2";

    JsonNode ranking = map(trace, machine);

    for (JsonNode one : ranking.get("mappings")) {
      String name = one.get("mapping").stringValue();
      if (!isComputed(name)) {
        JsonNode links =
            Replayed.byLogGp(trace, machine + " --mapping " + name).json().get("links");
        double carried = 0;
        for (JsonNode link : links) {
          if (link.get("link")
              .stringValue()
              .matches("[xyz][+-] .*")) { // a cable, not a node's limit
            carried += link.get("bytes").doubleValue();
          }
        }
        assertThat(one.get("bytes_times_hops").doubleValue()).isCloseTo(carried, within(0.5));
      }
    }
  }

  /** Without contention, a ranking ignores what mappings change most. */
  @ParameterizedTest
  @CsvSource({"--engine loggp, true", "--engine flows, false"})
  void linksThatWouldCarryTooMuchAreWarnedOf(String options, boolean warned) {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "alltoall --ranks 64 --steps 2 --bytes 65536 --compute 0");

    Cli.Result result =
        Cli.run(("map " + trace + " --platform bluegene-l --quiet " + options).split(" "));

    assertThat(result.err().contains("times its capacity")).isEqualTo(warned);
  }

  @Test
  void aRankingIsTheSameEachTime() throws IOException {
    String trace = trace("stencil --ranks 48 --shape 2d --steps 2 --bytes 8192");
    String file = folder.resolve("a.map").toString();
    String[] command =
        ("map " + trace + " --engine loggp --platform bluegene-l -o " + file).split(" ");

    String text = Cli.run(command).expectOut();
    String mapping = Files.readString(Path.of(file));

    assertThat(Cli.run(command).expectOut()).isEqualTo(text).contains("apping ");
    assertThat(Goldens.joined(text).lines())
        .contains(
            "Engine: loggp, no contention",
            "Next: tracecast predict " + trace + " --platform bluegene-l --mapping file:" + file
                + " --engine loggp");
    assertThat(Files.readString(Path.of(file))).isEqualTo(mapping);
    assertThat(Cli.run("map", trace, "--engine", "loggp", "--platform", "bluegene-l", "-o", "-")
            .expectOut())
        .isEqualTo(mapping);
    assertThat(mapping.lines()).hasSize(48);
  }

  @Test
  void mappingsAreRankedAsPredictRanksThem() {
    SimGridChild.assumeInstalled();
    String trace = trace("stencil --ranks 8 --shape 2d --steps 3 --bytes 20000");
    String machine = "--platform bluegene-l --set network.shape=4x2x1";

    JsonNode ranking = JsonMapper.shared()
        .readTree(SimGridChild.run(("map " + trace + " --random 1 --json - " + machine).split(" "))
            .expectOut());
    assertThat(ranking.get("engine").stringValue()).isEqualTo("flows");

    double predicted =
        Replayed.bySimGrid(trace, machine + " --mapping random:1").seconds();
    assertThat(entry(ranking, "random:1").get("predicted_seconds").doubleValue())
        .isCloseTo(predicted, within(1e-6 * predicted));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--random -1 | --random: found -1; expected 0 to 1000 mappings",
        "-o - --json - | -o, --json: found - for both; expected standard output for only one output"
      })
  void optionsThatCannotBeUsedAreRefused(String options, String complaint) {
    String trace = trace("barrier --ranks 4");

    Cli.Result result = Cli.run(("map " + trace + " --platform cluster " + options).split(" "));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).isEqualTo("error: " + complaint + "\n");
  }

  @Test
  void aRecognisedGridIsPlacedByItsPositions() {
    JsonNode ranking = map(
        trace("stencil --shape 2d --neighbours faces --ranks 256 --steps 5 --bytes 20000"),
        "--platform bluegene-l --set node.mode=virtual-node");

    assertThat(ranking.get("mappings").get(0).get("mapping").stringValue()).isEqualTo("topology");
    assertThat(ranking.toString()).doesNotContain("graph");
  }

  /** A line for each rank, in order: its host for MPICH and Slurm, its host and core for Open MPI. */
  @Test
  void theFastestMappingIsAlsoWrittenForLaunchers() throws IOException {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "stencil --ranks 4 --bytes 100000");
    Path hosts = Files.writeString(folder.resolve("hosts"), "ha\nhb\nhc\nhd\n");
    String best = folder.resolve("best.map").toString();
    String[] map = ("map " + trace + " --platform cluster --engine loggp --mapping round-robin"
            + " --set network.nodes=4 -o " + best + " --hosts " + hosts)
        .split(" ");

    assertThat(Cli.run(map).expectOut())
        .contains("mpirun --rankfile " + best + ".rankfile -n 4 ./app")
        .contains("mpiexec -f " + best + ".hosts -n 4 ./app")
        .contains("SLURM_HOSTFILE=" + best + ".hosts srun --distribution=arbitrary -n 4 ./app");
    List<String> used = Files.readAllLines(Path.of(best + ".hosts"));
    List<String> ranks = Files.readAllLines(Path.of(best + ".rankfile"));
    assertThat(used).hasSize(4).allMatch(host -> host.matches("h[a-d]"));
    for (int rank = 0; rank < 4; rank++) {
      assertThat(ranks.get(rank)).matches("rank " + rank + "=" + used.get(rank) + " slot=[0-9]+");
    }

    Files.writeString(hosts, "ha\n");
    Cli.Result few = Cli.run(with(map, "--force"));
    assertThat(few.exitCode()).isEqualTo(2);
    assertThat(few.err()).contains("--hosts: found 1 host; expected 4 hosts, one for each node");
    Files.writeString(hosts, "ha hb\n");
    assertThat(Cli.run(with(map, "--force")).err())
        .contains("hosts:1: found ha hb; expected the name of one host");
  }

  private static String[] with(String[] words, String more) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = more;
    return all;
  }
}
