package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests to {@code serve} in one process, and its answers. */
class ServeCommandTest {
  @TempDir
  static Path folder;

  private static String trace;

  @BeforeAll
  static void generate() {
    trace = Cli.generate(folder.resolve("t.ctrace"), "ring --ranks 8 --bytes 1000");
  }

  @Test
  void answersHaveTheOutputsOfTheCommandsInOrder() throws Exception {
    List<JsonNode> answers = answers(
        request(1, "info", trace, "--json", "-"),
        request(2, "predict", trace, "--platform", "cluster", "--engine", "flows", "--quiet"),
        request(3, "predict", trace, "--platform", "cluster", "--engine=loggp", "--quiet"));

    assertThat(answers).extracting(a -> a.get("id").intValue()).containsExactly(1, 2, 3);
    assertThat(answers).allMatch(a -> a.get("exit_code").intValue() == 0);
    assertThat(answers.get(0).get("output").stringValue())
        .isEqualTo(Cli.run("info", trace, "--json", "-").expectOut());
    for (int i = 1; i < 3; i++) {
      assertThat(answers.get(i).get("output").stringValue())
          .isEqualTo(Cli.run(
                  "predict",
                  trace,
                  "--platform",
                  "cluster",
                  "--engine",
                  i == 1 ? "flows" : "loggp",
                  "--quiet")
              .expectOut());
    }
  }

  @Test
  void aFailureHasItsKindAndTheNextRequestIsAnswered() throws Exception {
    List<JsonNode> answers = answers(
        "nonsense",
        request(2, "predict", folder.resolve("none").toString(), "--platform", "cluster"),
        request(3, "predict", trace, "--platform", "clustr", "--engine", "flows"),
        request(4, "predict", trace, "--platform", "cluster", "--engine", "flows", "--seeds"),
        request(5, "record", "--", "true"),
        request(6, "compress", trace, "-o", "-"),
        request(7, "info", trace, "--quiet"),
        "{\"arguments\": [null, \"info\"]}",
        "null",
        "x".repeat(100_000));

    assertThat(answers.subList(7, 10))
        .allSatisfy(answer -> assertThat(answer.get("error").get("message").stringValue())
            .containsPattern("^standard input:(8|9|10): found .{4,200}; expected one JSON object"));
    assertThat(answers.subList(0, 6))
        .extracting(a -> a.get("error").get("kind").stringValue())
        .containsExactly("usage", "trace", "machine", "usage", "usage", "usage");
    assertThat(answers.getFirst().get("error").get("message").stringValue())
        .startsWith("standard input:1: found nonsense; expected one JSON object");
    assertThat(answers.get(2).get("errors").stringValue())
        .isEqualTo("error: " + answers.get(2).get("error").get("message").stringValue() + "\n");
    assertThat(answers.get(4).get("error").get("message").stringValue())
        .contains("record: found a command that starts programs");
    assertThat(answers.get(5).get("error").get("message").stringValue())
        .startsWith("--output: found -");
    assertThat(answers.get(6).get("exit_code").intValue()).isZero();
  }

  private static String request(int id, String... arguments) {
    return JsonMapper.shared()
        .writeValueAsString(java.util.Map.of("id", id, "arguments", List.of(arguments)));
  }

  private static List<JsonNode> answers(String... requests) throws Exception {
    Process process = new ProcessBuilder(StartUpCache.OF_ALL_CHILDREN.command("serve", "--stdio"))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    try (Writer to = process.outputWriter(StandardCharsets.UTF_8)) {
      to.write(String.join("\n", requests) + "\n");
    }
    List<JsonNode> answers = new ArrayList<>();
    for (String line : process.inputReader(StandardCharsets.UTF_8).readAllLines()) {
      JsonNode answer = JsonMapper.shared().readTree(line);
      if (!answer.has("progress")) {
        answers.add(answer);
      }
    }
    assertThat(process.waitFor()).isZero();
    return answers;
  }
}
