package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SensitivityCommandTest {
  @TempDir
  private Path folder;

  private JsonNode sensitivity(String pattern) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), pattern);
    String json = Cli.run(
            "sensitivity", trace, "--platform", "loggp-default", "--slower", "1,10", "--json", "-")
        .expectOut();
    return JsonMapper.shared().readTree(json);
  }

  /** A message of m bytes takes L + 2o + (m - 1)G: 2500 + 3000 + 1023 x 6 = 11638 ns. */
  @Test
  void aMessagesTimeIsItsClosedFormsTerms() {
    JsonNode json = sensitivity("message --bytes 1024");
    assertThat(json.get("predicted_seconds").asDouble()).isEqualTo(11.638e-6);
    JsonNode path = json.get("critical_path_seconds");
    assertThat(path.get("latency").asDouble()).isEqualTo(2.5e-6);
    assertThat(path.get("overhead").asDouble()).isEqualTo(3e-6);
    assertThat(path.get("bandwidth").asDouble()).isEqualTo(6.138e-6);
    assertThat(path.get("compute").asDouble()).isZero();
  }

  @Test
  void aTolerancesFactorFollowsFromTheClosedForm() {
    JsonNode tolerances = sensitivity("message --bytes 1024").get("tolerances");
    for (JsonNode tolerance : tolerances) {
      double more = 11.638 * tolerance.get("slower").asDouble();
      switch (tolerance.get("share").asString()) {
        case "latency" ->
          assertThat(tolerance.get("factor").asDouble()).isCloseTo(1 + more / 2.5, within(1e-5));
        case "overhead" ->
          assertThat(tolerance.get("factor").asDouble()).isCloseTo(1 + more / 3, within(1e-5));
        case "bandwidth" ->
          assertThat(tolerance.get("factor").asDouble()).isCloseTo(1 + more / 6.138, within(1e-5));
        default -> assertThat(tolerance.get("factor").isNull()).isTrue();
      }
    }
  }

  @Test
  void whatItSaysForPeopleAddsUp() {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 1000000 --compute 0.001");
    String text =
        Cli.run("sensitivity", trace, "--platform", "bluegene-l", "--quiet").expectOut();
    assertThat(text).startsWith("Critical path: ").contains("10% slower").contains("By rank");
  }

  @Test
  void refusesAShareThatIsNotAboveZero() {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "message");
    Cli.Result result =
        Cli.run("sensitivity", trace, "--platform", "loggp-default", "--slower", "0");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("--slower: found 0.0; expected per cent above 0, at most 1000000");
  }
}
