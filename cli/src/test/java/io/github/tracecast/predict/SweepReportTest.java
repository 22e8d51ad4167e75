package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.predict.cli.options.reports.Checksums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of a sweep. */
class SweepReportTest {
  @TempDir
  private Path folder;

  /** A page, and the JSON of the same sweep. */
  private record Swept(String page, JsonNode json, String err) {
    JsonNode chart(String id) {
      return HtmlReportTest.data(page).get("charts").get(id);
    }
  }

  private Swept sweep(String trace, String options) throws IOException {
    Path html = folder.resolve("sweep.html");
    Path json = folder.resolve("sweep.json");
    List<String> words = new ArrayList<>(List.of("sweep", trace, "--engine", "loggp", "--quiet"));
    words.addAll(List.of("--journal", folder.resolve("j" + options.hashCode()).toString()));
    words.addAll(List.of("--html", html.toString(), "--json", json.toString()));
    words.addAll(List.of(options.split(" ")));
    Cli.Result result = Cli.run(words.toArray(String[]::new));
    assertThat(result.exitCode()).as(result.err()).isIn(0, 3);
    return new Swept(
        Files.readString(html), JsonMapper.shared().readTree(Files.readString(json)), result.err());
  }

  private String message() {
    return Cli.generate(folder.resolve("m.ctrace"), "message --bytes 1024");
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(text)
        .results()
        .map(m -> m.group(1))
        .toList();
  }

  /** A section of the page. */
  private static String section(String id, String page) {
    return found("<section id=\"" + id + "\".*?>(.*?)</section>", page).getFirst();
  }

  @Test
  void figuresAreThoseOfTheJson() throws IOException {
    Swept swept = sweep(
        message(),
        "--platform loggp-default --sensitivity --vary network.link_latency=1us:100us:log4"
            + " --vary network.link_bandwidth=50MBps,1GBps");

    assertThat(HtmlReportTest.data(swept.page()).get("sweep")).isEqualTo(swept.json());
    List<String> cells = found("<data value=\"([^\"]*)\"", section("points", swept.page()));
    List<String> grid = found("<data value=\"([^\"]*)\"", section("grid", swept.page()));
    List<String> sensitivity =
        found("<data value=\"([^\"]*)\"", section("sensitivity", swept.page()));
    assertThat(swept.json().get("points")).hasSize(8);
    for (JsonNode point : swept.json().get("points")) {
      String seconds = Double.toString(point.get("predicted_seconds").doubleValue());
      assertThat(cells).contains(seconds);
      assertThat(grid).contains(seconds);
      assertThat(sensitivity)
          .contains(
              Double.toString(0.01 * point.get("derivative_bandwidth_seconds").doubleValue()))
          .contains(Double.toString(point.get("tolerance_latency_5_percent").doubleValue()));
      int place = point.get("point").intValue() / 2;
      JsonNode line =
          swept.chart("curves-0").get("lines").get(point.get("point").intValue() % 2);
      assertThat(line.get("values").get(place)).isEqualTo(point.get("predicted_seconds"));
      assertThat(line.has("low")).isFalse();
    }
    assertThat(swept.page())
        .contains("<strong><data value=\""
            + swept.json().get("points").get(1).get("predicted_seconds") + "\">");
  }

  /** A message takes L + 2o + (m - 1)G. For a share p of additional time, the latency grows by p times that sum. */
  @Test
  void marksLieWhereTheRunIsSoMuchSlower() throws IOException {
    Swept swept =
        sweep(message(), "--platform loggp-default --vary network.link_latency=1us:100us:log7");

    JsonNode chart = swept.chart("curves-0");
    assertThat(chart.get("logarithmic").booleanValue()).isTrue();
    JsonNode points = swept.json().get("points");
    double best = points.get(0).get("predicted_seconds").doubleValue();
    double slope = (points.get(6).get("predicted_seconds").doubleValue() - best) / 99e-6;
    JsonNode marks = chart.get("lines").get(0).get("marks");
    assertThat(marks).hasSize(4);
    double[] parts = {0.01, 0.02, 0.05, 0.1};
    for (int i = 0; i < parts.length; i++) {
      assertThat(marks.get(i).get("value").doubleValue())
          .isCloseTo(best * (1 + parts[i]), within(1e-15));
      assertThat(marks.get(i).get("place").doubleValue())
          .isCloseTo(1e-6 + best * parts[i] / slope, within(1e-12));
    }
    assertThat(section("curves", swept.page()))
        .contains(
            ">+10% at, us</th>", "Marks show where a line is 1, 2, 5 and 10% above its minimum");
  }

  @Test
  void alongABandwidthTimesFollowItsInverse() throws IOException {
    Swept swept = sweep(
        message(), "--platform loggp-default --vary network.link_bandwidth=50MBps,100MBps,1GBps");

    JsonNode chart = swept.chart("curves-0");
    JsonNode last = chart.get("lines").get(0).get("marks").get(3);
    String exact = Cli.run(
            "predict",
            folder.resolve("m.ctrace").toString(),
            "--platform",
            "loggp-default",
            "--engine",
            "loggp",
            "--set",
            "network.link_bandwidth=" + last.get("place").doubleValue() + "Bps",
            "--json",
            "-")
        .expectOut();
    assertThat(JsonMapper.shared().readTree(exact).get("predicted_seconds").doubleValue())
        .isCloseTo(last.get("value").doubleValue(), within(2e-12));
    assertThat(chart.get("inverse").booleanValue()).isTrue();
  }

  /** A ping-pong that computes for 0.5 to 2.5 ms before each message. */
  private String spread() throws IOException {
    Path trace = folder.resolve("spread.ctrace");
    Cli.generate(trace, "pingpong --steps 200 --compute 1e-3 --text");
    Files.writeString(
        trace,
        Files.readString(trace)
            .replace(
                "count 200 min 1000.0 avg 1000.0 max 1000.0",
                "bins (500.0 1500.0 100) (1500.0 2500.0 100)"));
    return trace.toString();
  }

  @Test
  void seedsMakeABandAroundTheirMean() throws IOException {
    Swept swept = sweep(
        spread(),
        "--platform loggp-default --deltas histogram --fast-forward off"
            + " --vary network.link_latency=1us,2us --vary seed=1,2,3");

    JsonNode lines = swept.chart("curves-0").get("lines");
    assertThat(lines).hasSize(1);
    assertThat(HtmlReportTest.data(swept.page()).get("charts").propertyNames())
        .containsExactly("what-if-answers", "curves-0");
    for (int latency = 0; latency < 2; latency++) {
      double[] seconds = new double[3];
      for (int seed = 0; seed < 3; seed++) {
        JsonNode point = swept.json().get("points").get(3 * latency + seed);
        seconds[seed] = point.get("predicted_seconds").doubleValue();
      }
      Arrays.sort(seconds);
      assertThat(seconds[0]).isLessThan(seconds[2]);
      assertThat(lines.get(0).get("low").get(latency).doubleValue()).isEqualTo(seconds[0]);
      assertThat(lines.get(0).get("high").get(latency).doubleValue()).isEqualTo(seconds[2]);
      assertThat(lines.get(0).get("values").get(latency).doubleValue())
          .isCloseTo(Arrays.stream(seconds).average().orElseThrow(), within(1e-15));
    }
    assertThat(section("curves", swept.page())).contains("A line is the average over seeds");
  }

  @Test
  void sampledLoopsMakeABandOfTheirIntervals() throws IOException {
    Swept swept = sweep(
        spread(),
        "--platform loggp-default --deltas histogram --fast-forward 5% --vary network.link_latency=1us,1ms");

    JsonNode line = swept.chart("curves-0").get("lines").get(0);
    for (int place = 0; place < 2; place++) {
      JsonNode point = swept.json().get("points").get(place);
      double seconds = point.get("predicted_seconds").doubleValue();
      double half = point.get("interval_half_width_seconds").doubleValue();
      assertThat(half).isPositive();
      assertThat(line.get("low").get(place).doubleValue()).isEqualTo(seconds - half);
      assertThat(line.get("high").get(place).doubleValue()).isEqualTo(seconds + half);
      assertThat(section("points", swept.page())).contains("<data value=\"" + half + "\">");
    }
    assertThat(section("curves", swept.page())).contains("Bands are confidence intervals of 95%");
  }

  @Test
  void failedPointsAndEveryWarningAreOnThePage() throws IOException {
    String trace = new Script(2)
        .send(0, 1, 1000)
        .send(1, 0, 1000)
        .receive(0, 1, 1000)
        .receive(1, 0, 1000)
        .write(folder.resolve("deadlock.ctrace"));

    Swept swept = sweep(
        trace,
        "--platform bluegene-l --set node.speed=1Gf --vary mpi.eager_limit=100B,100KB,100000B");

    assertThat(section("failed", swept.page()))
        .contains("the replay is deadlocked: 2 of 2 ranks wait forever", "mpi.eager_limit=100 B");
    assertThat(section("sweep", swept.page())).contains("1 of 3 points could not be predicted");
    List<String> shown = found("<li>([^<]*)</li>", section("warnings", swept.page()));
    assertThat(shown).hasSize(swept.json().get("warnings").size()).hasSizeGreaterThan(1);
    for (String warning : shown) {
      assertThat(swept.err()).contains("warning: " + warning.replace("&#39;", "'") + "\n");
    }
    assertThat(swept.chart("curves-0").get("lines").get(0).get("values").get(0).isNull())
        .isTrue();
  }

  @Test
  void whereNothingCouldBePredictedThereIsAPageThatSaysSo() throws IOException {
    String trace = new Script(2).receive(0, 1, 1000).write(folder.resolve("stuck.ctrace"));

    Swept swept = sweep(trace, "--platform cluster --vary compute-scale=1,2 --vary seed=1,2");

    assertThat(section("sweep", swept.page())).contains("4 of 4 points could not be predicted");
  }

  @Test
  void itSaysHowToMakeItAgain() throws IOException {
    Path own = folder.resolve("own.yaml");
    Files.writeString(own, "extends: cluster\n");
    String trace = message();

    Swept swept = sweep(trace, "--vary platform=cluster," + own);

    String section = section("reproduce", swept.page());
    assertThat(section).contains("<code>tracecast sweep " + trace + " --engine loggp");
    for (Path file : List.of(Path.of(trace), own)) {
      assertThat(section).contains(Checksums.input("any", file).sha256()).hasSizeGreaterThan(100);
    }
  }

  @Test
  void thousandsOfPointsAreToldAtEvenDistancesAndStayBelowFiveMegabytes() throws IOException {
    Swept swept = sweep(
        message(),
        "--platform loggp-default --vary network.link_latency=1us:100us:lin60"
            + " --vary network.link_bandwidth=50MBps:1GBps:lin50");

    assertThat(swept.page().length()).isLessThan(5_000_000);
    assertThat(section("points", swept.page()))
        .contains("2,048 of 3,000 points, evenly spaced; --csv and --json have all points");
    assertThat(swept.chart("curves-0").get("lines")).hasSize(32);
    assertThat(swept.chart("curves-0").get("ordered").booleanValue()).isTrue();
    assertThat(section("grid", swept.page())).contains("(down, 32 of 60)", "(across, 16 of 50)");
  }
}
