package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two outputs that state the same figure agree. */
class AnswersAgreeTest {
  @TempDir
  private Path folder;

  private String stencil(int ranks) {
    return Cli.generate(
        folder.resolve("s" + ranks + ".ctrace"),
        "stencil --ranks " + ranks + " --steps 20 --bytes 20000 --compute 1e-4");
  }

  private JsonNode json(String name) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve(name)));
  }

  /** Runs a command in which @ stands for the folder. */
  private String run(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.replaceAll(word -> word.replace("@", folder + "/"));
    return Cli.run(words.toArray(String[]::new)).expectOut();
  }

  private static Map<String, Double> utilization(JsonNode report) {
    Map<String, Double> all = new TreeMap<>();
    report
        .get("links")
        .forEach(link ->
            all.put(link.get("link").stringValue(), link.get("utilization").doubleValue()));
    return all;
  }

  /** Figures of the same link agree, with and without the reported use of links. */
  @Test
  void theUtilizationOfALinkIsOneFigure() throws IOException {
    for (String machine : List.of("cluster --set node.ranks_per_node=4", "bluegene-l")) {
      String predict = "predict " + stencil(16) + " --engine flows -q --platform " + machine;
      run(predict + " --json @with.json --links @links.json");
      run(predict + " --json @without.json");

      Map<String, Double> links = utilization(json("links.json"));
      assertThat(links).as(machine).isNotEmpty();
      utilization(json("with.json"))
          .forEach(
              (link, use) -> assertThat(use).as(link).isCloseTo(links.get(link), within(1e-9)));
      Map<String, Double> estimated = utilization(json("without.json"));
      assertThat(estimated.keySet()).containsAll(links.keySet());
      estimated.keySet().retainAll(links.keySet()); // flows has no limit where nodes inject
      estimated.forEach((link, use) -> assertThat(use)
          .as(machine + " " + link)
          .isCloseTo(links.get(link), within(1e-4 * links.get(link))));
    }
  }

  /** 64 ranks use half of a partition of 128 nodes of Blue Gene/L, and every output names both. */
  @Test
  void nodesUsedAndNodesInAllAreBothNamed() throws IOException {
    String on = stencil(64) + " --engine flows --platform bluegene-l";
    String text = run("predict " + on + " --json @p.json --html @p.html");
    run("sweep " + on + " --vary seed=1,2 --csv @s.csv --json @s.json");

    assertThat(text).contains("(64 ranks on 64 nodes)").contains("64 of 128 nodes");
    assertThat(Files.readString(folder.resolve("p.html"))).contains("nodes: 64 used of 128");
    JsonNode point = json("s.json").get("points").get(0);
    for (JsonNode one : List.of(json("p.json"), point)) {
      assertThat(one.get("nodes").intValue()).isEqualTo(128);
      assertThat(one.get("used_nodes").intValue()).isEqualTo(64);
    }
    assertThat(Files.readString(folder.resolve("s.csv")))
        .contains(",nodes,used_nodes,")
        .contains(",128,64,");
  }

  /** Eight ranks as 2 x 2 x 2 are also a ring of four, twice; ranks are in order in the cube alone. */
  @Test
  void theGridWithRanksInOrderIsNamedFirst() {
    String trace = Cli.generate(
        folder.resolve("cube.ctrace"), "stencil --ranks 8 --shape 2x2x2 --neighbours faces");

    assertThat(run("topology " + trace + " -q")).startsWith("Topology: 2 x 2 x 2 grid");
    assertThat(run("info " + trace)).contains("2 x 2 x 2 grid");
  }

  /** A matrix says which messages it counts. */
  @Test
  void matricesClaimCollectivesOnlyWhereTheyCountThem() throws IOException {
    String trace = Cli.generate(folder.resolve("a.ctrace"), "allgather --ranks 8 --bytes 8");
    run("topology " + trace + " -q --html @topology.html");
    run("predict " + trace
        + " -q --engine flows --platform cluster --set node.ranks_per_node=1 --html @on.html");
    run("predict " + trace + " -q --engine flows --platform bluegene-l --html @tree.html");

    String included = "Messages of collective algorithms are included";
    assertThat(Files.readString(folder.resolve("topology.html")))
        .doesNotContain(included)
        .contains("Only messages of point-to-point calls are counted");
    assertThat(Files.readString(folder.resolve("on.html"))).contains(included + ". ");
    assertThat(Files.readString(folder.resolve("tree.html")))
        .contains(included + ", except for collectives on the collective network");
  }
}
