package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages of the commands beside {@code predict}, as Chromium shows them. */
class ResultPagesInBrowserTest {
  /** A page, one of its tables, and a column of it with the member of the JSON that it shows. */
  enum Shown {
    COMPARISON(
        "compare TRACE --platform bluegene-l --with network.link_bandwidth=20MBps",
        "comparison",
        "call-sites",
        "by_call_site",
        5,
        "change_communication_seconds",
        2), // all ranks end later by the same time, which is a sentence
    MAPPING(
        "map TRACE --platform bluegene-l",
        "mapping",
        "mappings",
        "mappings",
        1,
        "predicted_seconds",
        3),
    SWEEP(
        "sweep TRACE --platform bluegene-l --sensitivity --vary network.hop_latency=10ns:10us:log4"
            + " --vary mapping=xyzt,random:1,random:2 --journal TRACE.journal",
        "sweep",
        "points",
        "points",
        3,
        "predicted_seconds",
        3);

    private final String command;
    private final String result;
    private final String section;
    private final String rows;
    private final int column;
    private final String member;
    private final int charts;

    Shown(
        String command,
        String result,
        String section,
        String rows,
        int column,
        String member,
        int charts) {
      this.command = command;
      this.result = result;
      this.section = section;
      this.rows = rows;
      this.column = column;
      this.member = member;
      this.charts = charts;
    }

    private String cells() {
      return "[...document.querySelectorAll('#" + section + " tbody tr')].map(row => row.cells["
          + column + "].querySelector('data').value)";
    }
  }

  @TempDir
  private static Path folder;

  private static Browser browser;
  private static final Map<Shown, JsonNode> RESULTS = new EnumMap<>(Shown.class);

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.startOrSkip(folder);
    String trace = Cli.generate(
        folder.resolve("stencil.ctrace"),
        "stencil --ranks 27 --steps 10 --compute 1e-4 --bytes 8192");
    for (Shown shown : Shown.values()) {
      String command =
          shown.command.replace("TRACE", trace) + " --engine loggp --json - --html " + page(shown);
      RESULTS.put(
          shown, JsonMapper.shared().readTree(Cli.run(command.split(" ")).expectOut()));
    }
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Path page(Shown shown) {
    return folder.resolve(shown.section + ".html");
  }

  private static List<Double> numbers(Shown shown) throws Exception {
    return browser.list(shown.cells()).stream().map(Double::valueOf).toList();
  }

  @ParameterizedTest
  @EnumSource
  void itRendersWithoutAComplaintOrARequest(Shown shown) throws Exception {
    browser.open(page(shown));

    assertThat(browser.complaints).isEmpty();
    assertThat(browser.requests).containsExactly(page(shown).toUri().toString());
    assertThat(browser.coloursOfCanvases()).hasSize(shown.charts).allMatch(colours -> colours > 4);
  }

  @ParameterizedTest
  @EnumSource
  void itsFiguresAreThoseOfTheJson(Shown shown) throws Exception {
    browser.open(page(shown));
    JsonNode result = RESULTS.get(shown);
    List<Double> expected = new ArrayList<>();
    result.get(shown.rows).forEach(row -> {
      double value = row.get(shown.member).doubleValue();
      if (value != 0) { // a call site that did not move has no row
        expected.add(value);
      }
    });

    assertThat(HtmlReportTest.data(Files.readString(page(shown))).get(shown.result))
        .isEqualTo(result);
    assertThat(expected).hasSizeGreaterThan(0);
    assertThat(numbers(shown)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void aClickSorts(Shown shown) throws Exception {
    browser.open(page(shown));
    String heading =
        "document.querySelectorAll('#" + shown.section + " thead th')[" + shown.column + "]";

    browser.evaluate(heading + ".querySelector('button').click()");

    assertThat(browser.text(heading + ".getAttribute('aria-sort')")).isEqualTo("descending");
    assertThat(numbers(shown)).isSortedAccordingTo(Comparator.reverseOrder());
  }

  @ParameterizedTest
  @EnumSource
  void noTableIsCutOnAWideScreen(Shown shown) throws Exception {
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 1400, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    browser.open(page(shown));

    assertThat(
            browser.list(
                "[...document.querySelectorAll('.scroll')].filter(frame => frame.scrollWidth > frame.clientWidth && !frame.closest('#sensitivity')).map(frame => frame.ariaLabel)"))
        .isEmpty();
    browser.call("Emulation.clearDeviceMetricsOverride", Map.of());
  }

  @ParameterizedTest
  @EnumSource
  void aColourOfAPartOfTheRunHasNoOtherMeaning(Shown shown) throws Exception {
    browser.open(page(shown));
    browser.coloursOfCanvases();

    for (String pair : browser.list(
        "[...document.querySelectorAll('canvas')].map(canvas => Chart.getChart(canvas)).filter(chart => chart)"
            + ".flatMap(chart => chart.data.datasets).filter(one => one.label).map(one => one.borderColor + ' ' + one.label)")) {
      String[] words = pair.split(" ", 2);
      assertThat(words[1].equals("computation")).as(pair).isEqualTo(words[0].equals("#16427c"));
      assertThat(words[1].equals("waiting")).as(pair).isEqualTo(words[0].equals("#8a949f"));
      assertThat(words[1].equals("work in calls")).as(pair).isEqualTo(words[0].equals("#722e06"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1400, 500})
  void noCurveCrossesTheNameOfAMark(int width) throws Exception {
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    browser.open(page(Shown.SWEEP));
    browser.evaluate("{ const write = CanvasRenderingContext2D.prototype.fillText;"
        + " window.written = [];"
        + " CanvasRenderingContext2D.prototype.fillText = function(text, x, y) {"
        + " if (/^\\+\\d+%$/.test(text)) written.push({ text, x, y, width: this.measureText(text).width });"
        + " return write.call(this, text, x, y); } }");
    browser.scrollTo("curves-0");

    browser.evaluate("written.length = 0;"
        + " Chart.getChart(document.querySelector('[data-chart=curves-0]')).draw()");

    assertThat(browser.text("written.length")).isNotEqualTo("0");
    assertThat(browser.list("(chart => written.filter(name => chart.data.datasets"
            + ".filter(one => one.edge && one.borderWidth > 0)"
            + ".some(one => one.data.some(({ x, y }) => {"
            + " const px = chart.scales.x.getPixelForValue(x) - name.x; const py = chart.scales.y.getPixelForValue(y) - name.y;"
            + " return px > 0 && px < name.width && py > -8 && py < 0; })))"
            + ".map(name => name.text + ' at ' + name.x + ' ' + name.y))"
            + "(Chart.getChart(document.querySelector('[data-chart=curves-0]')))"))
        .isEmpty();
    browser.call("Emulation.clearDeviceMetricsOverride", Map.of());
  }

  @Test
  void curvesShowThePointsOfTheJson() throws Exception {
    browser.open(page(Shown.SWEEP));
    browser.scrollTo("curves-0");
    String line =
        "Chart.getChart(document.querySelector('[data-chart=curves-0]')).data.datasets.filter(d => !d.edge)";

    assertThat(browser.list(line + ".map(d => d.label)"))
        .containsExactly("mapping=xyzt", "mapping=random:1", "mapping=random:2");
    double perUnit = HtmlReportTest.data(Files.readString(page(Shown.SWEEP)))
        .get("charts")
        .get("curves-0")
        .get("per_unit")
        .doubleValue();
    for (JsonNode point : RESULTS.get(Shown.SWEEP).get("points")) {
      int number = point.get("point").intValue();
      JsonNode shown = browser.evaluate(line + "[" + number % 3 + "].data[" + number / 3 + "]");
      assertThat(shown.get("x").doubleValue())
          .isEqualTo(point.get("network.hop_latency_seconds").doubleValue());
      assertThat(shown.get("y").doubleValue())
          .isEqualTo(point.get("predicted_seconds").doubleValue() * perUnit);
    }
  }

  @Test
  void aGridsShadesGoFromTheFastestToTheSlowest() throws Exception {
    browser.open(page(Shown.SWEEP));
    String shades =
        "[...document.querySelectorAll('#grid td data')].sort((a, b) => a.value - b.value).map(data => getComputedStyle(data.parentElement).backgroundColor)";

    List<String> colours = browser.list(shades);
    assertThat(colours).hasSize(12);
    assertThat(colours.getFirst()).isEqualTo("rgba(0, 0, 0, 0)");
    assertThat(colours.getLast()).isNotEqualTo(colours.getFirst());
    assertThat(browser.text("document.querySelector('#grid td.best').textContent"))
        .contains(", the fastest");
  }
}
