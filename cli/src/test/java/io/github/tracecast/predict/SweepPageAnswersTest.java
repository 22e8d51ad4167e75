package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The controls of a page of a sweep or a prediction: the answer at the chosen values is the prediction with these values. */
class SweepPageAnswersTest {
  private static final Pattern SECONDS = Pattern.compile("\"predicted_seconds\" : ([0-9.E+-]+)");
  private static final long SEED = 57;
  private static final int SETTINGS = 20;

  @TempDir
  private static Path folder;

  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.startOrSkip(folder);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static String heat() {
    return "../examples/heat.ctrace";
  }

  private static void sweep(Path page, String trace, String options) throws Exception {
    List<String> words = new ArrayList<>(List.of("sweep", trace));
    words.addAll(List.of(options.split(" ")));
    words.addAll(List.of("--html", page.toString(), "--journal", page + ".journal"));
    Cli.run(words.toArray(String[]::new)).expectOut();
    browser.open(page);
  }

  /** Chooses a value of each number, at random within its limits, as typing it does. */
  private static void choose(Random random) throws Exception {
    int numbers = browser
        .evaluate("document.querySelectorAll('.control [type=number]').length")
        .asInt();
    assertThat(numbers).isPositive();
    for (int i = 0; i < numbers; i++) {
      String control = "document.querySelectorAll('.control [type=number]')[" + i + "]";
      double least = Double.parseDouble(browser.text(control + ".min"));
      double most = Double.parseDouble(browser.text(control + ".max"));
      double value = least * Math.pow(most / least, random.nextDouble());
      browser.evaluate(String.format(
          Locale.ROOT,
          "{ const control = %s; control.value = '%.3g'; control.dispatchEvent(new Event('input')); }",
          control,
          value));
    }
  }

  private static double answer() throws Exception {
    return Double.parseDouble(browser.text("document.querySelector('.answers data').value"));
  }

  /** Returns the words of the command below the answer, which write JSON. */
  private static List<String> command() throws Exception {
    String command = browser.text("document.querySelector('.answers code').textContent");
    assertThat(command).startsWith("tracecast predict ");
    List<String> words =
        new ArrayList<>(Arrays.asList(command.split(" ")).subList(1, command.split(" ").length));
    words.addAll(List.of("--json", "-"));
    return words;
  }

  /** Runs the command below the answer. */
  private static double predicted() throws Exception {
    Matcher found = SECONDS.matcher(Cli.run(command().toArray(String[]::new)).expectOut());
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }

  private static void keepsItsPromise() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < SETTINGS; i++) {
      choose(random);
      double answer = answer();
      double predicted = predicted();
      assertThat(answer).isCloseTo(predicted, within(predicted / 100));
    }
    assertThat(browser.complaints).isEmpty();
  }

  @Test
  void betweenThePointsOfHeatItIsThePredictionWithinAPerCent() throws Exception {
    sweep(
        folder.resolve("heat.html"),
        heat(),
        "--platform cluster --engine loggp --vary network.link_bandwidth=1GBps:16GBps:log9"
            + " --vary network.link_latency=100ns:3us:log5 --vary compute-scale=0.5,1,2");

    keepsItsPromise();
  }

  @Test
  void betweenThePointsOfARealProgramItIsThePredictionWithinAPerCent() throws Exception {
    sweep(
        folder.resolve("cloverleaf.html"),
        SharedTracesTest.shared("../repro/cloverleaf-8.ctrace").toString(),
        "--platform cluster --engine loggp --vary network.link_bandwidth=1GBps:16GBps:log9"
            + " --vary mpi.send_overhead=100ns:2us:log5");

    keepsItsPromise();
  }

  @Test
  void betweenPointsWithContentionItIsThePredictionWithinAPerCent() throws Exception {
    String trace = Cli.generate(
        folder.resolve("stencil.ctrace"),
        "stencil --ranks 64 --steps 10 --compute 1e-4 --bytes 65536");
    sweep(
        folder.resolve("contention.html"),
        trace,
        "--platform bluegene-l --engine flows --vary network.link_bandwidth=100MBps:1600MBps:log9"
            + " --vary compute-scale=0.5,1,2");

    keepsItsPromise();
  }

  @Test
  void aroundAPredictionOfHeatItIsThePredictionWithinAPerCent() throws Exception {
    predict("heat-prediction.html", heat(), "--platform cluster --engine loggp");

    keepsItsPromise();
  }

  @Test
  void aroundAPredictionOfARealProgramItIsThePredictionWithinAPerCent() throws Exception {
    String trace = SharedTracesTest.shared("../repro/cloverleaf-8.ctrace").toString();
    predict("cloverleaf-prediction.html", trace, "--platform cluster --engine loggp");

    keepsItsPromise();
  }

  /** The page begins with the prediction itself, and has its controls above the charts. */
  @Test
  void aroundAPredictionWithContentionItIsThePredictionWithinAPerCent() throws Exception {
    String trace = Cli.generate(
        folder.resolve("around.ctrace"),
        "stencil --ranks 64 --steps 3 --compute 1e-4 --bytes 65536");
    predict("around.html", trace, "--platform bluegene-l --engine flows");

    assertThat(browser.text("document.querySelectorAll('main > section')[1].id"))
        .isEqualTo("what-if");
    assertThat(controls()).isEqualTo(3);
    assertThat(answer()).isCloseTo(predicted(), within(1e-12));
    assertThat(browser.text("document.querySelector('.answers dl').textContent"))
        .endsWith("times this prediction1");
    keepsItsPromise();
  }

  @Test
  void aPageHasNoControlsIfTheyTakeTooLongOrAreRefused() throws Exception {
    String trace =
        Cli.generate(folder.resolve("long.ctrace"), "stencil --ranks 64 --steps 5 --compute 1e-4");
    predict("long.html", trace, "--platform cluster --engine flows");
    assertThat(controls()).isZero();
    assertThat(browser.text("document.querySelector('#what-if').textContent"))
        .contains("needs 27 predictions, which take longer than this prediction.")
        .contains("tracecast sweep " + trace + " --platform cluster ")
        .contains(" --engine flows ")
        .contains(
            " --vary network.link_latency=0.325us,0.65us,1.3us --vary network.link_bandwidth=")
        .contains(" --vary compute-scale=0.5,1,2 --html what-if.html")
        .doesNotContain(" --compute-scale ");
    theShownCommandMakesThem();
    predict("long.html", trace, "--platform cluster --engine loggp");
    assertThat(controls()).isEqualTo(3);
    predict("long.html", trace, "--platform cluster --engine loggp --no-sensitivity");
    assertThat(controls()).isZero();
    assertThat(browser.text("document.querySelector('#what-if') === null")).isEqualTo("true");
  }

  /** Runs the command as it is printed, but with another place of its page and its journal. */
  private static void theShownCommandMakesThem() throws Exception {
    String command = browser.text("document.querySelector('#what-if code').textContent");
    assertThat(command).startsWith("tracecast ").endsWith(" what-if.html");
    Path page = folder.resolve("what-if.html");
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.removeFirst();
    words.set(words.size() - 1, page.toString());
    words.addAll(List.of("--journal", page + ".journal"));
    Cli.run(words.toArray(String[]::new)).expectOut();
    browser.open(page);

    assertThat(controls()).isEqualTo(3);
    assertThat(browser.complaints).isEmpty();
  }

  private static int controls() throws Exception {
    return browser
        .evaluate("document.querySelectorAll('.control [type=range]').length")
        .asInt();
  }

  private static void predict(String page, String trace, String options) throws Exception {
    List<String> words = new ArrayList<>(List.of("predict", trace));
    words.addAll(List.of(options.split(" ")));
    words.addAll(List.of("--html", folder.resolve(page).toString()));
    Cli.run(words.toArray(String[]::new)).expectOut();
    browser.open(folder.resolve(page));
  }

  @Test
  void atAPointItIsThePointAndTheCurveMarksIt() throws Exception {
    Path page = folder.resolve("names.html");
    sweep(
        page,
        heat(),
        "--platform cluster --engine loggp --vary mapping=blocked,round-robin --vary network.link_latency=1us,2us,4us");
    browser.evaluate(
        "{ const list = document.querySelector('.control select'); list.value = 1; list.dispatchEvent(new Event('change')); }");
    browser.evaluate(
        "{ const number = document.querySelector('.control [type=number]'); number.value = 2; number.dispatchEvent(new Event('input')); }");

    assertThat(browser.text("document.querySelector('.answers code').textContent"))
        .endsWith("--mapping round-robin --set network.link_latency=2us");
    assertThat(answer()).isCloseTo(predicted(), within(1e-12));
    assertThat(browser.text("document.querySelector('.answers dd').textContent"))
        .endsWith(" ms");
  }

  /** A list's choice is the index of a value, but the curve over its values has an axis of numbers. */
  @Test
  void theMarkOnACurveOverSizesIsAtTheChosenSize() throws Exception {
    Path page = folder.resolve("sizes.html");
    sweep(
        page,
        heat(),
        "--platform cluster --engine loggp --vary node.ranks_per_node=1,2,4 --vary network.link_latency=1us,2us,4us");
    browser.scrollTo("curves-0");
    String chart = "Chart.getChart(document.querySelector('[data-chart=curves-0]'))";
    browser.evaluate("{ const arc = CanvasRenderingContext2D.prototype.arc; window.marks = [];"
        + " CanvasRenderingContext2D.prototype.arc = function(x, y, radius, ...more) {"
        + " if (radius === 5 && this.canvas.dataset.chart === 'curves-0') marks.push({ x, y });"
        + " return arc.call(this, x, y, radius, ...more); } }");
    browser.evaluate(
        "{ const list = document.querySelector('.control select'); list.value = 2; list.dispatchEvent(new Event('change')); }");

    assertThat(
            Double.parseDouble(browser.text(chart + ".scales.x.getValueForPixel(marks.at(-1).x)")))
        .isCloseTo(4, within(1e-9));
    assertThat(browser.text("document.querySelector('#curves').textContent"))
        .contains("The red line is the value that is chosen above.")
        .containsOnlyOnce("Marks show"); // a number of ranks has no value between 1 and 2
  }

  /** A length of the run makes its energy and cost those of the whole run. */
  @ParameterizedTest
  @ValueSource(strings = {"", "--steps 1000000"})
  void theEnergyAndTheCostFollow(String steps) throws Exception {
    sweep(
        folder.resolve("energy.html"),
        heat(),
        ("--platform cluster --engine loggp --vary network.link_latency=1us,2us,4us"
                + " --set node.power.busy=300W --set node.price_per_hour=2.5 " + steps)
            .strip());
    browser.evaluate(
        "{ const number = document.querySelector('.control [type=number]'); number.value = 2; number.dispatchEvent(new Event('input')); }");
    List<String> words = command();
    if (!steps.isEmpty()) {
      words.addAll(List.of(steps.split(" ")));
    }
    JsonNode found =
        JsonMapper.shared().readTree(Cli.run(words.toArray(String[]::new)).expectOut());
    JsonNode used = steps.isEmpty() ? found : found.get("whole_run");
    double joules =
        (steps.isEmpty() ? found.get("energy") : used).get("energy_joules").doubleValue();

    double cost = used.get("cost").doubleValue();

    assertThat(tile("energy")).isCloseTo(joules, within(1e-9 * joules));
    assertThat(tile("cost")).isCloseTo(cost, within(1e-9 * cost));
    assertThat(browser.text("document.querySelector('.answers dl').textContent"))
        .doesNotContain("cost0parallel"); // a cost below 0.001 has digits too
  }

  /** On fewer nodes, the run costs less and takes longer. So the chart has two points on its front, and the mark moves between chosen values. */
  @Test
  void theMarkOnTheChartOfTimeOverCostIsAtTheAnswer() throws Exception {
    Path page = folder.resolve("mark.html");
    sweep(
        page,
        heat(),
        "--platform cluster --engine loggp --vary node.ranks_per_node=1,4 --vary network.link_latency=1us,2us,4us"
            + " --set node.price_per_hour=2.5 --set node.memory_latency=50us");
    JsonNode chart = HtmlReportTest.data(Files.readString(page)).get("charts").get("front-chart");
    double perUnit = chart.get("per_unit").doubleValue();
    browser.scrollTo("front-chart");
    browser.evaluate("{ const arc = CanvasRenderingContext2D.prototype.arc; window.marks = [];"
        + " CanvasRenderingContext2D.prototype.arc = function(x, y, radius, ...more) {"
        + " if (radius === 5 && this.canvas.dataset.chart === 'front-chart') marks.push({ x, y });"
        + " return arc.call(this, x, y, radius, ...more); } }");
    double[] first = mark("1", "3", perUnit);
    double[] second = mark("1", "1.5", perUnit);
    double[] third = mark("0", "1.5", perUnit);

    assertThat(browser.list("Chart.getChart(document.querySelector('[data-chart=front-chart]'))"
            + ".scales.x.ticks.map(tick => tick.label)"))
        .hasSizeBetween(2, 12)
        .allMatch(label -> label.matches("[0-9.,]+"));
    String times = "Chart.getChart(document.querySelector('[data-chart=front-chart]')).scales.y.";
    double least = Double.parseDouble(browser.text(times + "min"));
    double most = Double.parseDouble(browser.text(times + "max"));
    assertThat(chart.get("lines").get(0).get("marks").values())
        .hasSize(6)
        .allSatisfy(
            point -> assertThat(perUnit * point.get("value").doubleValue()).isBetween(least, most))
        .extracting(point -> point.get("name").stringValue())
        .containsExactlyInAnyOrder(
            "1, 1 us", "1, 2 us", "1, 4 us", "4, 1 us", "4, 2 us", "4, 4 us");
    assertThat(second[0]).isLessThan(first[0]);
    assertThat(third[0]).isGreaterThan(second[0]);
    assertThat(third[1]).isLessThan(second[1]);
  }

  /**
   * Chooses the ranks per node and the latency, and returns the cost and the time at which the mark
   * then stands. They are those of the answer and, within 1%, those of the prediction.
   */
  private static double[] mark(String ranks, String microseconds, double perUnit) throws Exception {
    browser.evaluate("marks.length = 0");
    browser.evaluate("{ const list = document.querySelector('.control select'); list.value = "
        + ranks + "; list.dispatchEvent(new Event('change')); }");
    browser.evaluate(
        "{ const number = document.querySelector('.control [type=number]'); number.value = "
            + microseconds + "; number.dispatchEvent(new Event('input')); }");
    String scale = "Chart.getChart(document.querySelector('[data-chart=front-chart]')).scales.";
    double cost = Double.parseDouble(browser.text(scale + "x.getValueForPixel(marks.at(-1).x)"));
    double seconds =
        Double.parseDouble(browser.text(scale + "y.getValueForPixel(marks.at(-1).y)")) / perUnit;
    JsonNode found =
        JsonMapper.shared().readTree(Cli.run(command().toArray(String[]::new)).expectOut());
    double predictedCost = found.get("cost").doubleValue();

    assertThat(cost).isCloseTo(tile("cost"), within(1e-6 * cost));
    assertThat(seconds).isCloseTo(answer(), within(1e-6 * seconds));
    assertThat(cost).isCloseTo(predictedCost, within(predictedCost / 100));
    assertThat(seconds).isCloseTo(predicted(), within(seconds / 100));
    return new double[] {cost, seconds};
  }

  private static double tile(String name) throws Exception {
    return Double.parseDouble(browser.text(
        "[...document.querySelectorAll('.answers dl div')].find(tile => tile.firstChild.textContent === '"
            + name + "').querySelector('data').value"));
  }

  @Test
  void theKeyboardMovesAControl() throws Exception {
    Path page = folder.resolve("keyboard.html");
    sweep(
        page,
        heat(),
        "--platform cluster --engine loggp --vary network.link_latency=1us:100us:log9");
    browser.evaluate("document.querySelector('.control [type=range]').focus()");
    double before = answer();
    browser.press("End", "");

    assertThat(answer()).isGreaterThan(before).isCloseTo(predicted(), within(1e-12));
  }
}
