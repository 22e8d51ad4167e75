package io.github.tracecast.predict.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The hints of a prediction about the placement of its ranks. */
class PlacementHintsTest {
  private static final String GRID = "stencil --shape 2d --neighbours faces --ranks 256";

  @TempDir
  private Path folder;

  private String trace(String pattern) {
    return Cli.generate(folder.resolve("t.ctrace"), pattern);
  }

  private static List<String> hints(String trace, String options) {
    JsonNode json = JsonMapper.shared()
        .readTree(Cli.run(("predict " + trace + " --engine loggp --json - " + options).split(" "))
            .expectOut());
    return json.get("hints").valueStream().map(JsonNode::stringValue).toList();
  }

  @Test
  void ranksThatShareOneNodeAreNamedWithWhatSpreadsThem() {
    String trace = trace("ring --ranks 8");
    String said = "All 8 ranks fit on one node, so no message uses the network; ";

    assertThat(hints(trace, "--platform cluster"))
        .containsExactly(said + "--set node.ranks_per_node=1 spreads the ranks");
    assertThat(hints(trace, "--platform cluster --set network.nodes=8"))
        .containsExactly(
            said + "--mapping round-robin or --set node.ranks_per_node=1 spread the ranks");
    assertThat(hints(trace, "--platform cluster --set node.ranks_per_node=1")).isEmpty();
    assertThat(hints(trace, "--platform cluster --set network.nodes=8 --mapping round-robin"))
        .isEmpty();
    assertThat(hints(trace("ring --ranks 1"), "--platform cluster")).isEmpty();
  }

  @Test
  void theFirstLinesHaveTheHint() {
    String text = Cli.run(
            "predict", trace("ring --ranks 8"), "--engine", "loggp", "--platform", "cluster")
        .expectOut();
    assertThat(text.lines().limit(5).toList().getLast()).startsWith("All 8 ranks fit on one node");
  }

  @Test
  void aGridThatDoesNotFitTheDefaultMappingNamesLinksPerByteThatMapReaches() {
    String trace = trace(GRID + " --steps 5 --bytes 20000 --compute 0.0001");
    List<String> hints = hints(trace, "--platform bluegene-l");

    assertThat(hints).hasSize(1);
    Matcher hint = Pattern.compile("The default mapping does not fit the 16 x 16 grid of the"
            + " messages: on average a byte crosses (\\S+) links, but (\\S+) with ranks in the order of the"
            + " grid. To see how much time this saves: tracecast map " + Pattern.quote(trace)
            + " --platform bluegene-l")
        .matcher(hints.getFirst());
    assertThat(hint.matches()).as(hints.getFirst()).isTrue();
    assertThat(Double.parseDouble(hint.group(1)))
        .isGreaterThan(1.25 * Double.parseDouble(hint.group(2)));
    JsonNode ranking = JsonMapper.shared()
        .readTree(
            Cli.run(("map " + trace + " --platform bluegene-l --engine loggp --json -").split(" "))
                .expectOut())
        .get("mappings");
    double least = ranking
        .valueStream()
        .mapToDouble(one -> one.get("hops_a_byte").doubleValue())
        .min()
        .orElseThrow();
    assertThat(least).isLessThanOrEqualTo(0.05 + Double.parseDouble(hint.group(2)));
  }

  /** Such messages take time, but no mapping has fewer links for their bytes. */
  @Test
  void messagesWithoutBytesFitAnyMapping() {
    assertThat(hints(trace(GRID + " --steps 5 --bytes 0"), "--platform bluegene-l"))
        .isEmpty();
  }

  /** {@code --quiet} is for the terminal alone. */
  @Test
  void aQuietPredictionKeepsItsHintsInFiles() throws IOException {
    String trace = trace(GRID + " --steps 5 --bytes 20000 --compute 0.0001");
    List<String> usual = hints(trace, "--platform bluegene-l");
    Path page = folder.resolve("p.html");

    assertThat(usual).hasSize(1);
    assertThat(hints(trace, "--platform bluegene-l --quiet --html " + page)).isEqualTo(usual);
    assertThat(Files.readString(page)).contains("The default mapping does not fit");
  }

  @Test
  void noMappingGoesBelowTheLeastBytesTimesHops() {
    // rank 0 sends 40, 30, 20 and 10 bytes to ranks 1 to 4
    TrafficGraph.Sent sent = new TrafficGraph.Sent();
    for (int other = 1; other <= 4; other++) {
      sent.add(0, other, 50 - 10 * other);
    }
    TrafficGraph star = TrafficGraph.of(5, sent);

    // rank 1 shares the node, ranks 2 and 3 the neighbouring one, rank 4 is two cables away: 70;
    // each
    // of the others could share the node with rank 0: 0
    assertThat(star.leastBytesTimesHops(2, 1)).isEqualTo((30 + 20 + 2 * 10) / 2.0);
    // one rank on each node, any number of neighbours: all bytes cross one cable
    assertThat(star.leastBytesTimesHops(1, 6)).isEqualTo(100);
  }

  @Test
  void nothingIsSaidWhereAMappingCannotHelp() {
    String busy = trace(GRID + " --steps 5 --bytes 8 --compute 0.1");
    assertThat(hints(busy, "--platform bluegene-l")).isEmpty();
    String cube =
        trace("stencil --neighbours faces --shape 8x8x8 --ranks 512 --steps 5 --bytes 20000");
    assertThat(hints(cube, "--platform bluegene-l")).isEmpty();
    String grid = trace(GRID + " --steps 5 --bytes 20000 --compute 0.0001");
    assertThat(hints(grid, "--platform bluegene-l --mapping blocked")).isEmpty();
    assertThat(hints(grid, "--platform cluster")).isEmpty();
  }
}
