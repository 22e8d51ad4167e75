package io.github.tracecast.predict.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages of the commands that look into one trace. */
class AnalysisPageTest {
  @TempDir
  private Path folder;

  private String run(String command) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "wavefront --ranks 16 --steps 4");
    return Cli.run(command.replace("TRACE", trace).replace("@", folder + "/").split(" "))
        .expectOut();
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("p.html"));
  }

  /** The data of a page. */
  private static JsonNode data(String page) {
    Matcher data = Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL).matcher(page);
    assertThat(data.find()).isTrue();
    return JsonMapper.shared().readTree(data.group(1));
  }

  @ParameterizedTest
  @CsvSource({
    "sensitivity TRACE --platform cluster --engine loggp, sensitivity, sensitivity-chart",
    "sensitivity TRACE --platform cluster --engine flows, sensitivity, sensitivity-chart",
    "topology TRACE, topology, traffic-chart",
    "info TRACE, trace, traffic-chart"
  })
  void aPageHasTheAnswerTheJsonAndAChart(String command, String result, String chart)
      throws IOException {
    String text = run(command + " --html @p.html --json @p.json");

    JsonNode json = JsonMapper.shared().readTree(Files.readString(folder.resolve("p.json")));
    JsonNode data = data(page());
    assertThat(data.get(result)).isEqualTo(json);
    assertThat(data.get("charts").has(chart)).isTrue();
    assertThat(page()).contains("sha256sum");
    if (result.equals("sensitivity")) {
      assertThat(page())
          .contains("<p class=\"headline\">" + text.lines().findFirst().orElseThrow());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sensitivity TRACE --platform cluster --engine loggp; The run becomes 1% slower when one part grows: overhead to 1\\.",
        "topology TRACE; 16 ranks send \\d+ messages with ",
        "info TRACE; 16 ranks with 288 MPI calls in total, without recorded times\\."
      })
  void aPageBeginsWithSentencesAndFoldsTheReportAsText(String command, String sentence)
      throws IOException {
    run(command + " --html @p.html");

    String head = page().substring(page().indexOf("<section"), page().indexOf("</section>"));
    assertThat(head).containsPattern("<p[^>]*>" + sentence);
    assertThat(head.indexOf("<pre")).isGreaterThan(head.indexOf("<details>"));
  }

  @Test
  void aTopologyIsDrawn() throws IOException {
    run("topology TRACE --html @p.html");
    assertThat(page())
        .contains("4 x 4 grid", "class=\"topology\"")
        .containsOnlyOnce("% of the bytes.")
        .containsPattern(
            "<p class=\"headline\">The 4 x 4 grid, .*, contains .* of the bytes\\.</p>");
  }

  @Test
  void standardOutputHasThePageAlone() {
    for (String command : new String[] {
      "sensitivity TRACE --platform cluster --engine loggp", "topology TRACE", "info TRACE"
    }) {
      assertThat(run(command + " --html -")).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    }
  }
}
