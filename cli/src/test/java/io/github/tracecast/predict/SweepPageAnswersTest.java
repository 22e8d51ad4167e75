package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        "stencil --ranks 64 --steps 10 --compute 1e-4 --bytes 65536");
    predict("around.html", trace, "--platform bluegene-l --engine flows");

    assertThat(browser.text("document.querySelectorAll('main > section')[1].id"))
        .isEqualTo("what-if");
    assertThat(controls()).isEqualTo(3);
    assertThat(answer()).isCloseTo(predicted(), within(1e-12));
    assertThat(browser.text("document.querySelector('.answers dl').textContent"))
        .endsWith("of this prediction1");
    keepsItsPromise();
  }

  @Test
  void aPageHasNoControlsIfTheyTakeTooLongOrAreRefused() throws Exception {
    String trace = Cli.generate(
        folder.resolve("long.ctrace"), "stencil --ranks 512 --steps 20 --compute 1e-4");
    predict("long.html", trace, "--platform cluster --engine flows");
    assertThat(controls()).isZero();
    predict("long.html", trace, "--platform cluster --engine loggp");
    assertThat(controls()).isEqualTo(3);
    predict("long.html", trace, "--platform cluster --engine loggp --no-sensitivity");
    assertThat(controls()).isZero();
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
