package io.github.tracecast.predict.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.Cli;
import io.github.tracecast.predict.report.analysis.AnalysisPage;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.prediction.SampledComputations;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Each frame of a page has data, and each chart of the data has a frame. */
class PageChartsTest {
  private static final Pattern FRAME = Pattern.compile("data-(?:chart|answers)=\"([^\"]+)\"");

  private static final Pattern DATA = Pattern.compile(
      "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

  @TempDir
  private static Path folder;

  private static String trace;

  @BeforeAll
  static void generate() {
    trace = Cli.generate(
        folder.resolve("stencil.ctrace"),
        "stencil --ranks 27 --steps 10 --compute 1e-4 --bytes 8192");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      predict --sensitivity --platform bluegene-l | what-if-answers sensitivity-chart traffic-chart torus-chart
      predict --timeline TRACE.json --platform cluster | timeline-chart computation-chart traffic-chart
      predict --repeat 5 --set noise.period=1ms --set noise.length=100us --platform cluster | repeats-chart traffic-chart
      sweep --sensitivity --vary network.link_latency=1us,2us,4us --vary network.link_bandwidth=1GBps,2GBps --platform cluster | what-if-answers curves-0 curves-1 sensitivity-chart
      map --platform bluegene-l | mappings-chart placement-chart traffic-chart
      compare --with network.link_bandwidth=20MBps --platform bluegene-l | change-chart sites-chart
      sensitivity --platform cluster | sensitivity-chart
      topology | traffic-chart
      info | traffic-chart
      """)
  void framesAndDataAgree(String command, String charts) throws Exception {
    Path page = folder.resolve(command.hashCode() + ".html");
    String words =
        command.replaceFirst(" |$", " TRACE ").replace("TRACE", trace) + " --html " + page
            + (command.contains("--platform") ? " --engine loggp" : "")
            + (command.startsWith("sweep") ? " --journal " + page + ".journal" : "");
    Cli.run(words.split(" +")).expectOut();

    assertThat(frames(Files.readString(page))).contains(charts.split(" "));
  }

  @Test
  void theComputationsOfAReplayHaveAFrame() throws Exception {
    StringWriter page = new StringWriter();
    AnalysisPage.ofReplay(
            "trace",
            0,
            new SampledComputations(
                1, 0.5, 0.5, 0.5, List.of(new SampledComputations.Computation(0, 0.5))),
            new Reproduction("tracecast", "1", "", List.of()))
        .write(page, json -> {});

    assertThat(frames(page.toString())).containsExactly("computation-chart");
    assertThat(page.toString())
        .contains(
            "<p class=\"headline\">Rank 0 computed for 500.0 ms in total, in 1 computation between its MPI calls.</p>")
        .contains("Times are measured, so they differ from run to run.")
        .doesNotContain("give the same result");
  }

  /** Returns the frames of a page, after a check that the data have the same charts. */
  private static List<String> frames(String page) {
    MatchResult data = DATA.matcher(page).results().findFirst().orElseThrow();
    List<String> frames = FRAME
        .matcher(page.substring(0, data.start()))
        .results()
        .map(frame -> frame.group(1))
        .toList();
    assertThat(JsonMapper.shared().readTree(data.group(1)).get("charts").propertyNames())
        .containsExactlyElementsOf(frames);
    return frames;
  }
}
