package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.imports.Importers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The report as Chromium shows it. */
class HtmlReportInBrowserTest {
  @TempDir
  private static Path folder;

  private static Browser browser;
  private static Path small;
  private static Path big;
  private static Path drawn;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.startOrSkip(folder);
    String trace = Cli.generate(
        folder.resolve("stencil.ctrace"),
        "stencil --ranks 27 --steps 10 --compute 1e-4 --bytes 8192");
    small = folder.resolve("small.html");
    Cli.run(("predict " + trace + " --platform bluegene-l --engine loggp --html " + small)
            .split(" "))
        .expectOut();
    drawn = folder.resolve("drawn.html");
    Cli.run(("predict " + trace + " --platform bluegene-l --engine loggp --timeline "
                + folder.resolve("t.json") + " --html " + drawn)
            .split(" "))
        .expectOut();
    big = folder.resolve("big.html");
    Files.writeString(
        big, HtmlReportTest.made(BigPrediction.of(65_536), Importers.read(Path.of(trace))));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void open() throws Exception {
    browser.call("Emulation.setEmulatedMedia", Map.of("media", "", "features", List.of()));
    browser.open(small);
  }

  /** Numbers of a column of the table of call sites, from top to bottom. */
  private static List<Double> column(int column) throws Exception {
    return browser
        .list("[...document.querySelectorAll('#call-sites tbody tr')].map(row => row.cells["
            + column + "].querySelector('data').value)")
        .stream()
        .map(Double::valueOf)
        .toList();
  }

  @Test
  void itRendersWithoutAComplaintOrARequest() throws Exception {
    assertThat(browser.complaints).isEmpty();
    assertThat(browser.requests).containsExactly(small.toUri().toString());
    assertThat(browser.coloursOfCanvases())
        .hasSizeGreaterThanOrEqualTo(5)
        .allMatch(colours -> colours > 4);
  }

  @Test
  void chartsShowTheFiguresOfTheJson() throws Exception {
    browser.scrollTo("ranks-chart");
    JsonNode data = HtmlReportTest.data(Files.readString(small));
    JsonNode shown = browser.evaluate("Chart.getChart(document.querySelector("
        + "'[data-chart=ranks-chart]')).data.datasets[0].data");

    double perUnit = data.get("charts").get("ranks-chart").get("per_unit").doubleValue();
    for (JsonNode rank : data.get("prediction").get("by_rank")) {
      assertThat(shown.get(rank.get("rank").intValue()).doubleValue())
          .isEqualTo(rank.get("compute_seconds").doubleValue() * perUnit);
    }
  }

  @Test
  void aClickSortsAndAnotherTurnsTheOrder() throws Exception {
    List<Double> before = column(3);
    String heading = "document.querySelectorAll('#call-sites thead th')[3]";

    browser.evaluate(heading + ".querySelector('button').click()");
    assertThat(browser.text(heading + ".getAttribute('aria-sort')")).isEqualTo("descending");
    assertThat(column(3))
        .isSortedAccordingTo(Comparator.reverseOrder())
        .containsExactlyInAnyOrderElementsOf(before)
        .isNotEqualTo(before);

    browser.evaluate(heading + ".querySelector('button').click()");
    assertThat(browser.text(heading + ".getAttribute('aria-sort')")).isEqualTo("ascending");
    assertThat(column(3)).isSorted();
    assertThat(browser.text("document.getElementById('status').textContent"))
        .isEqualTo(
            "Call sites, sum over all ranks, in the order of computation before plus time: sorted by count, ascending");
  }

  @Test
  void theKeyboardSortsWordsFromA() throws Exception {
    browser.evaluate(
        "document.querySelectorAll('#call-sites thead th')[1].querySelector('button').focus()");
    browser.press("Enter", "\r");

    List<String> calls = browser.list(
        "[...document.querySelectorAll('#call-sites tbody tr')].map(row => row.cells[1].textContent)");
    assertThat(calls).isSorted().hasSizeGreaterThan(2);
    assertThat(
            browser.list(
                "[...document.querySelectorAll('#call-sites thead th')].map(th => th.getAttribute('aria-sort'))"))
        .startsWith("none", "ascending", "none");
  }

  @Test
  void theTableHoldsTheFiguresOfTheJson() throws Exception {
    List<Double> expected = new ArrayList<>();
    HtmlReportTest.data(Files.readString(small))
        .get("prediction")
        .get("by_call_site")
        .forEach(site -> expected.add(site.get("seconds").doubleValue()));

    // the page sorts by the computation before a call as well
    assertThat(column(4)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aScreenReaderMeetsLandmarksNamesAndCaptions() throws Exception {
    List<String> roles = new ArrayList<>();
    List<String> unnamed = new ArrayList<>();
    for (JsonNode node : browser.call("Accessibility.getFullAXTree", Map.of()).get("nodes")) {
      String role = node.path("role").path("value").asString("");
      roles.add(role);
      if (List.of("image", "img", "region", "table", "button", "navigation", "link")
              .contains(role)
          && node.path("name").path("value").asString("").isBlank()) {
        unnamed.add(role);
      }
    }
    assertThat(unnamed).isEmpty();
    assertThat(roles)
        .contains("main", "navigation", "banner", "region", "table", "button", "status", "heading")
        .containsAnyOf("image", "img");
  }

  @Test
  void darkAndLightHaveColoursOfTheirOwn() throws Exception {
    String paper = "getComputedStyle(document.body).backgroundColor";
    String bars =
        "Chart.getChart(document.querySelector('[data-chart=ranks-chart]')).data.datasets[0].backgroundColor";
    browser.scrollTo("ranks-chart");
    String lightPaper = browser.text(paper);
    String lightBars = browser.text(bars);

    browser.call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));

    browser.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    assertThat(browser.text(paper)).isEqualTo("rgb(20, 23, 27)").isNotEqualTo(lightPaper);
    assertThat(browser.text(bars)).isEqualTo("#aed2fb").isNotEqualTo(lightBars);
  }

  @Test
  void aPrintFromTheDarkIsOnWhitePaper() throws Exception {
    browser.call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    browser.evaluate(
        "addEventListener('beforeprint', () => window.seen = ["
            + "getComputedStyle(document.body).backgroundColor, "
            + "Chart.getChart(document.querySelector('[data-chart=ranks-chart]')).data.datasets[0].backgroundColor])");
    assertThat(browser.coloursNow().getLast()).as("out of sight").isEqualTo(1);

    byte[] pdf = Base64.getDecoder()
        .decode(browser
            .call("Page.printToPDF", Map.of("printBackground", true))
            .get("data")
            .stringValue());

    assertThat(pdf)
        .startsWith("%PDF".getBytes(StandardCharsets.US_ASCII))
        .hasSizeGreaterThan(20_000);
    assertThat(browser.list("window.seen")).containsExactly("rgb(255, 255, 255)", "#16427c");
    assertThat(browser.text("document.documentElement.hasAttribute('data-print')"))
        .isEqualTo("false");
    assertThat(browser.coloursNow()).allMatch(colours -> colours > 4);
  }

  /** The number of visible rows in a section's first table, and the number of all its rows. */
  private static String rows(String section) throws Exception {
    return browser.text("(rows => rows.filter(row => !row.hidden).length + ' of ' + rows.length)("
        + "[...document.querySelector('#" + section + " table').tBodies[0].rows])");
  }

  @Test
  void aClickOnARankShowsItAloneUntilAllAreShownAgain() throws Exception {
    browser.evaluate("document.querySelectorAll('#ranks tbody th button')[5].click()");

    assertThat(rows("ranks")).isEqualTo("1 of 27");
    assertThat(browser.text("document.querySelector('.chosen').firstChild.textContent"))
        .isEqualTo("Only rank 5 ");
    assertThat(
            browser.list(
                "[...document.querySelectorAll('#traffic tbody tr:not([hidden])')].map(row => row.cells[0].textContent.trim() + ' ' + row.cells[1].textContent.trim())"))
        .isNotEmpty()
        .allMatch(pair -> pair.matches("5 \\d+|\\d+ 5"));

    browser.evaluate("document.querySelector('.chosen button').click()");
    assertThat(rows("ranks")).isEqualTo("27 of 27");
    assertThat(browser.text("document.querySelector('.chosen').hidden")).isEqualTo("true");
  }

  @Test
  void aClickOnACallSiteShowsItsRecordedTimesAlone() throws Exception {
    String tiles = "[...document.querySelectorAll('#deltas figure')].filter(f => !f.hidden).length";
    assertThat(browser.text(tiles)).isEqualTo("1");

    String site = "[...document.querySelectorAll('#call-sites tbody tr')].find(row => "
        + "row.cells[1].textContent === 'stencil/finalize')";
    browser.evaluate(site + ".querySelector('button').click()");

    assertThat(rows("call-sites")).isEqualTo("1 of 5");
    assertThat(browser.text(tiles)).isEqualTo("0");
  }

  @Test
  void aNameOfACallSiteTakesOneLine() throws Exception {
    assertThat(
            browser.list(
                "[...document.querySelectorAll('#call-sites tbody tr')].filter(row => row.cells[1].clientHeight > 1.5 * row.cells[2].clientHeight"
                    + " || getComputedStyle(row.cells[1]).whiteSpace !== 'nowrap').map(row => row.textContent)"))
        .isEmpty();
  }

  @Test
  void aTimelineIsZoomedByADragAndByItsButtons() throws Exception {
    browser.open(drawn);
    browser.scrollTo("timeline-chart");
    String canvas = "document.querySelector('[data-chart=timeline-chart]')";
    String picture = canvas + ".toDataURL()";
    String opened = browser.text(picture);
    browser.evaluate(
        "[...document.querySelectorAll('#timeline .tools button')].find(b => b.textContent === 'Whole window').click()");
    assertThat(browser.text(picture)).as("it first shows three iterations").isNotEqualTo(opened);
    String whole = browser.text(picture);

    JsonNode box =
        browser.evaluate("(({left, top, width, height}) => ({left, top, width, height}))(" + canvas
            + ".getBoundingClientRect())");
    double y = box.get("top").doubleValue() + box.get("height").doubleValue() / 2;
    double left = box.get("left").doubleValue();
    double width = box.get("width").doubleValue();
    for (String[] step :
        new String[][] {{"mousePressed", "0.4"}, {"mouseMoved", "0.5"}, {"mouseReleased", "0.6"}}) {
      browser.call(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              step[0],
              "x",
              left + width * Double.parseDouble(step[1]),
              "y",
              y,
              "button",
              "left",
              "buttons",
              1,
              "clickCount",
              1));
    }
    String dragged = browser.text(picture);
    assertThat(dragged).isNotEqualTo(whole);

    String buttons = "[...document.querySelectorAll('#timeline .tools button')]";
    browser.evaluate(buttons + ".find(b => b.textContent === 'Later').click()");
    assertThat(browser.text(picture)).isNotIn(whole, dragged);
    browser.evaluate(buttons + ".find(b => b.textContent === 'Whole window').click()");
    assertThat(browser.text(picture)).isEqualTo(whole);
  }

  @Test
  void nothingMovesWhenAChartIsDrawn() throws Exception {
    browser.open(big);
    String height = "document.documentElement.scrollHeight";
    String before = browser.text(height);

    assertThat(browser.coloursOfCanvases()).hasSizeGreaterThan(3);
    assertThat(browser.text(height)).isEqualTo(before);
  }

  @Test
  void manyRanksRenderWithoutAComplaint() throws Exception {
    browser.open(big);

    assertThat(browser.complaints).isEmpty();
    assertThat(browser.text("document.querySelectorAll('#ranks tbody tr').length"))
        .isEqualTo("128");
    assertThat(browser.coloursOfCanvases()).allMatch(colours -> colours > 4);
  }
}
