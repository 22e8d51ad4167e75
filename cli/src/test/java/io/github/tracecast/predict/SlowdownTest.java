package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three ranks compute 10 Mflop each, without a message. */
class SlowdownTest {
  @TempDir
  private Path folder;

  private Path trace;

  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : new String[] {"init", "compute 10000000", "finalize"}) {
      for (int rank = 0; rank < 3; rank++) {
        text.append(rank).append(' ').append(line).append('\n');
      }
    }
    trace = Files.writeString(folder.resolve("run.tit"), text);
  }

  private Cli.Result predict(String engine, String ranksPerNode, String slowdown) {
    return Cli.run(
        "predict",
        trace.toString(),
        "--platform",
        "cluster",
        "--engine",
        engine,
        "--set",
        "node.speed=1Gf",
        "--set",
        "node.ranks_per_node=" + ranksPerNode,
        "--set",
        "node.slowdown=" + slowdown);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1 1.5 2, 10.00 ms",
    "3, 1 1.5 2, 20.00 ms",
    "2, 1 1.5 2, 15.00 ms",
    "3, 1 1.25, 12.50 ms",
    "3, 1, 10.00 ms"
  })
  void computationTakesTheFactorOfItsNodesRanks(String ranksPerNode, String slowdown, String time) {
    for (String engine : new String[] {"flows", "loggp"}) {
      assertThat(predict(engine, ranksPerNode, slowdown).expectOut())
          .startsWith("Predicted: " + time);
    }
  }

  @Test
  void theAnswerStatesTheFactors() {
    assertThat(predict("flows", "2", "1 1.5").expectOut())
        .containsIgnoringWhitespaces(
            "computation of ranks that share a node is multiplied by 1 to 1.5 (node.slowdown)");
    Cli.Result alone = predict("flows", "1", "1 1.5");
    assertThat(alone.out()).doesNotContain("(node.slowdown)");
    assertThat(alone.out() + alone.err())
        .contains("node.slowdown was set but has no effect: no two ranks share a node");
  }

  @Test
  void aFactorOfARankAloneHoldsForEveryCore() {
    Cli.Result alone = predict("flows", "1", "0.8");
    assertThat(alone.expectOut())
        .startsWith("Predicted: 8.000 ms")
        .contains("computation is multiplied by 0.8 (node.slowdown)");
    assertThat(alone.out() + alone.err()).doesNotContain("no effect", "share a node");
  }

  @Test
  void whatIsNoFactorIsRefused() {
    assertThat(predict("flows", "2", "1 x").exitCode()).isEqualTo(2);
    assertThat(predict("flows", "2", "1 x").err()).contains("found 1 x; expected a factor");
    assertThat(predict("flows", "2", "1 -2").err()).contains("expected a factor above 0");
  }
}
