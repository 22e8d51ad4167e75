package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SweepRanksTest {
  @TempDir
  private Path folder;

  private final List<String> recordings = new ArrayList<>();

  /** A wavefront over one grid, dealt out: computation of a rank falls with the ranks, bytes of a message with their root. */
  @BeforeEach
  void aWavefrontOnThreeNumbersOfRanks() {
    for (int ranks : new int[] {16, 64, 256}) {
      recordings.add(Cli.generate(
          folder.resolve(ranks + ".ctrace"),
          "wavefront --steps 20 --ranks " + ranks + " --bytes " + 65536 / (int) Math.sqrt(ranks)
              + " --compute " + 0.016 / ranks));
    }
  }

  private Cli.Result sweep(List<String> traces, String options) {
    List<String> words = new ArrayList<>(List.of("sweep"));
    words.addAll(traces);
    words.addAll(
        List.of("--platform", "bluegene-l", "--engine", "loggp", "--journal", folder + "/journal"));
    words.addAll(Arrays.asList(options.split(" ")));
    return Cli.run(words.toArray(String[]::new));
  }

  @Test
  void ranksForWhichTheMachineHasNoRoomAreRefusedBeforeTheirTraceIsExtrapolated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    Cli.Result refused = sweep(recordings, "--vary ranks=16777216,4");

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(500_000_000);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .startsWith("error: bluegene-l: network.max_shape: found 65536 nodes with 1 rank each")
        .endsWith("(at point ranks=16777216)\n");
  }

  @Test
  void eachPointIsThePredictionOfItsExtrapolation() {
    JsonNode result = JsonMapper.shared()
        .readTree(sweep(recordings, "--vary ranks=64,256,1024 --json -").expectOut());
    assertThat(result.get("ranks").isNull()).isTrue();
    String large = folder.resolve("1024.ctrace").toString();
    List<String> words = new ArrayList<>(List.of("extrapolate"));
    words.addAll(recordings);
    words.addAll(List.of("--ranks", "1024", "-o", large));
    Cli.run(words.toArray(String[]::new)).expectOut();
    List<String> traces = List.of(recordings.get(1), recordings.get(2), large);
    for (int point = 0; point < traces.size(); point++) {
      JsonNode alone = JsonMapper.shared()
          .readTree(Cli.run(
                  "predict",
                  traces.get(point),
                  "--platform",
                  "bluegene-l",
                  "--engine",
                  "loggp",
                  "--json",
                  "-")
              .expectOut());
      assertThat(result.get("points").get(point).get("predicted_seconds"))
          .isEqualTo(alone.get("predicted_seconds"));
    }
  }

  @Test
  void speedUpAndEfficiencyFollowFromTheTimes() {
    JsonNode scaling = JsonMapper.shared()
        .readTree(sweep(recordings, "--vary ranks=16,64,256,1024,4096 --json -").expectOut())
        .get("scaling")
        .get(0);
    assertThat(scaling.get("kind").stringValue()).isEqualTo("strong");
    JsonNode first = scaling.get("steps").get(0);
    for (JsonNode step : scaling.get("steps")) {
      double speedUp = first.get("predicted_seconds").doubleValue()
          / step.get("predicted_seconds").doubleValue();
      assertThat(step.get("speed_up").doubleValue()).isEqualTo(speedUp);
      assertThat(step.get("efficiency").doubleValue())
          .isEqualTo(speedUp / (step.get("ranks").doubleValue() / 16));
    }
    assertThat(scaling.get("bend_ranks").intValue()).isBetween(64, 1024);
  }

  /** Recordings of 4, 8 and 16 ranks with these computation times, in milliseconds. */
  private List<String> computing(double... milliseconds) {
    List<String> traces = new ArrayList<>();
    for (int i = 0; i < milliseconds.length; i++) {
      traces.add(Cli.generate(
          folder.resolve("computing" + i + ".ctrace"),
          "stencil --shape 2d --steps 10 --ranks " + (4 << i) + " --bytes 1000 --compute "
              + milliseconds[i] / 1e4));
    }
    return traces;
  }

  /** CloverLeaf's computation on one problem falls a little slower than the ranks grow. */
  @ParameterizedTest
  @CsvSource({
    "37.0, 20.9, 12.3, strong",
    "37.0, 18.5, 9.25, strong",
    "37.0, 17.0, 7.8, strong",
    "37.0, 37.0, 37.0, weak",
    "37.0, 40.0, 46.0, weak",
    "37.0, 26.0, 18.5, neither",
    "37.0, 74.0, 148.0, neither",
    "37.0, 9.25, 2.3, neither"
  })
  void theComputationOfARankDecidesWhatScales(double a, double b, double c, String kind) {
    JsonNode scaling = scaling(computing(a, b, c), "");
    assertThat(scaling.get("kind").stringValue()).isEqualTo(kind);
    for (JsonNode step : scaling.get("steps")) {
      assertThat(step.get("efficiency").isNull()).isEqualTo(kind.equals("neither"));
    }
  }

  @Test
  void theUserMayStateWhatScales() {
    JsonNode scaling = scaling(computing(37, 26, 18.5), " --scaling weak");
    assertThat(scaling.get("kind").stringValue()).isEqualTo("weak");
    assertThat(
            sweep(computing(37, 26, 18.5), "--vary ranks=4,8,16 --scaling all").err())
        .isEqualTo("error: --scaling: found all; expected weak or strong\n");
    assertThat(sweep(List.of(recordings.getFirst()), "--vary seed=1,2 --scaling weak")
            .err())
        .isEqualTo(
            "error: --scaling: found without --vary ranks; expected both options or neither\n");
  }

  /** The mean of 24.5, 26 and 23.5 ms is 24.67 ms; 4 x 96, 8 x 52 and 16 x 25 ms are 400 ms on average, and 6.25 ms for each of 64 ranks. */
  @ParameterizedTest
  @CsvSource({"weak, 24.5, 26, 23.5, 24.6667", "strong, 96, 52, 25, 6.25"})
  void aStatedScalingGivesTheComputationOfExtrapolateAndSweep(
      String scaling, double a, double b, double c, double milliseconds) {
    List<String> traces = computing(a, b, c);
    String large = folder.resolve("64.ctrace").toString();
    List<String> words = new ArrayList<>(List.of("extrapolate"));
    words.addAll(traces);
    words.addAll(List.of("--ranks", "64", "--scaling", scaling, "-o", large));
    String report = Cli.run(words.toArray(String[]::new)).expectOut();
    JsonNode alone = JsonMapper.shared()
        .readTree(Cli.run(
                "predict", large, "--platform", "bluegene-l", "--engine", "loggp", "--json", "-")
            .expectOut());
    JsonNode swept = JsonMapper.shared()
        .readTree(sweep(traces, "--vary ranks=4,8,16,64 --json - --scaling " + scaling)
            .expectOut());
    JsonNode point = swept.get("points").get(3);

    assertThat(report.replaceAll("\\s+", " "))
        .contains("as stated: " + scaling + " scaling; the computation of ")
        .contains("(95% interval of a further recording)");
    assertThat(swept.get("stated_scaling").stringValue()).isEqualTo(scaling);
    for (String name : List.of("predicted_seconds", "fits_share", "fits_high_seconds")) {
      assertThat(point.get(name)).isNotNull().isEqualTo(alone.get(name));
    }
    assertThat(point.get("compute_seconds").doubleValue())
        .isCloseTo(milliseconds / 1e3, within(1e-6));
    assertThat(sweep(traces, "--vary ranks=4,8,16,64 --scaling " + scaling)
            .expectOut()
            .replaceAll("\\s+", " "))
        .contains("and, as stated, " + scaling + " scaling of the computation.");
  }

  /** Points of one scaling must not be taken for points of another. */
  @Test
  void aJournalKeepsTheStatedScaling() {
    List<String> traces = computing(37, 26, 18.5);
    sweep(traces, "--vary ranks=4,64 --scaling weak").expectOut();
    assertThat(sweep(traces, "--vary ranks=4,64 --scaling strong").err())
        .contains("which belongs to another sweep (different options)");
  }

  @Test
  void oneRecordingNeedsAStatedScaling() {
    List<String> one = List.of(recordings.getFirst());
    assertThat(sweep(one, "--vary ranks=16,64").err())
        .isEqualTo(
            "error: --scaling: found no value and only one recording; expected weak or strong, or recordings on"
                + " two or more numbers of ranks (at point ranks=64)\n");
  }

  @Test
  void anEfficiencyAbove110PercentHasAReason() {
    List<String> traces = computing(37, 17, 7.8);
    JsonNode steps = scaling(traces, "").get("steps");
    assertThat(steps.get(0).has("efficiency_reason")).isFalse();
    assertThat(steps.get(2).get("efficiency").doubleValue()).isGreaterThan(1.1);
    assertThat(steps.get(2).get("efficiency_reason").stringValue())
        .isEqualTo("all ranks together compute 16% less than on 4 ranks");
    assertThat(sweep(traces, "--vary ranks=4,8,16").expectOut().replaceAll("\\s+", " "))
        .contains("Efficiency is above 110% on 16 ranks, because all ranks together compute 16%"
            + " less than on 4 ranks.");
  }

  /** Sixteen ranks do four times the work of four ranks, in more time: neither is the better choice. */
  @Test
  void withWeakScalingTheEfficiencyIsStatedInsteadOfAFastestPoint() throws IOException {
    List<String> traces = computing(37, 37, 37);
    Path page = folder.resolve("page.html");
    String options = "--vary ranks=4,8,16 --set node.price_per_hour=1 --html " + page;
    double efficiency =
        scaling(traces, "").get("steps").get(2).get("efficiency").doubleValue();
    Files.delete(folder.resolve("journal"));
    String text = sweep(traces, options).expectOut().replaceAll("\\s+", " ");
    String expected =
        String.format(Locale.ROOT, "%.1f%% on 16 ranks, relative to 4 ranks", 100 * efficiency);

    assertThat(text)
        .contains(" efficiency " + expected)
        .doesNotContain("fastest", "within 1%", "front", "cheapest");
    assertThat(Files.readString(page))
        .contains("Efficiency: " + expected + ".")
        .doesNotContain("Fastest: ", "of the fastest, %", "Time against cost");
    Files.delete(folder.resolve("journal"));
    assertThat(sweep(computing(37, 18.5, 9.25), "--vary ranks=4,8,16").expectOut())
        .contains("fastest ")
        .doesNotContain("% on 16 ranks");
  }

  private JsonNode scaling(List<String> traces, String options) {
    return JsonMapper.shared()
        .readTree(sweep(traces, "--vary ranks=4,8,16 --json -" + options).expectOut())
        .get("scaling")
        .get(0);
  }

  @Test
  void thePageAndTheTextShowWhereTheCurveBends() throws IOException {
    Path page = folder.resolve("page.html");
    String text =
        sweep(recordings, "--vary ranks=16,64,256,1024 --html " + page).expectOut();
    assertThat(text).contains("Scaling (strong: ", "speed-up", "The curve bends at ");
    assertThat(Files.readString(page)).contains("Speed-up and efficiency", "The curve bends at ");
    String recorded =
        "Recorded on 16, 64, 256 ranks, with a time for each iteration; the other points are extrapolated, with average"
            + " times of iterations.";
    assertThat(text.replaceAll("\\s+", " ")).contains(recorded);
    assertThat(Files.readString(page)).contains(recorded);
    Files.delete(folder.resolve("journal"));
    assertThat(sweep(recordings, "--vary ranks=16,64").expectOut())
        .doesNotContain("Recorded", "extrapolated");
  }

  /** The computation of one recording is 10% more than the law of the others, so the fits have an interval. */
  @Test
  void theIntervalOfTheFitsIsThatOfThePrediction() throws IOException {
    recordings.set(
        1,
        Cli.generate(
            folder.resolve("more.ctrace"),
            "wavefront --steps 20 --ranks 64 --bytes 8192 --compute " + 1.1 * 0.016 / 64));
    Path page = folder.resolve("page.html");
    String json = folder.resolve("sweep.json").toString();
    String text = sweep(recordings, "--vary ranks=64,1024 --html " + page + " --json " + json)
        .expectOut();
    String large = folder.resolve("1024.ctrace").toString();
    List<String> words = new ArrayList<>(List.of("extrapolate"));
    words.addAll(recordings);
    words.addAll(List.of("--ranks", "1024", "-o", large));
    Cli.run(words.toArray(String[]::new)).expectOut();
    JsonNode alone = JsonMapper.shared()
        .readTree(Cli.run(
                "predict", large, "--platform", "bluegene-l", "--engine", "loggp", "--json", "-")
            .expectOut());
    JsonNode swept = JsonMapper.shared().readTree(Files.readString(Path.of(json)));
    JsonNode step = swept.get("scaling").get(0).get("steps").get(1);
    for (String name : List.of("fits_share", "fits_low_seconds", "fits_high_seconds")) {
      assertThat(swept.get("points").get(1).get(name)).isNotNull().isEqualTo(alone.get(name));
      assertThat(step.get(name)).isEqualTo(alone.get(name));
      assertThat(swept.get("points").get(0).has(name)).as("recorded").isFalse();
    }
    assertThat(text).containsPattern("1,024 +5\\.384 +4\\.061 +7\\.355 +2\\.888 ");
    assertThat(Files.readString(page)).contains("95% interval of extrapolated computation");
  }

  /** The numbers of ranks are extrapolated from the same recordings, and the growth is stated. */
  @Test
  void allExtrapolatedPointsShareOneNoteThatNamesNoFits() throws IOException {
    Path page = folder.resolve("page.html");
    Cli.Result result =
        sweep(computing(37, 26, 18.5), "--vary ranks=8,32,64,128 --scaling weak --html " + page);
    String text = result.expectOut();

    assertThat(result.err().lines().filter(line -> line.startsWith("warning: extrapolated to ")))
        .hasSize(1);
    assertThat(result.err().replaceAll("\\s+", " "))
        .contains("warning: extrapolated to 32, 64 and 128 ranks from recordings on 4, 8, 16, weak"
            + " scaling (3 of 4 points)");
    assertThat(result.err().split("95% interval of extrapolated computation: ", -1))
        .hasSize(2);
    assertThat(text).contains("95% low, ", "95% high, ");
    assertThat(text + Files.readString(page) + result.err())
        .doesNotContain("of the fits", "of fits", "the fits of");
  }

  @Test
  void ranksThatCannotBeExtrapolatedAreRefusedBeforeAnyPrediction() {
    Cli.Result result = sweep(recordings, "--vary ranks=64,127");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: cannot extrapolate: ")
        .contains("(at point ranks=127)");
    assertThat(sweep(recordings, "--vary ranks=64,1e9").err())
        .contains("--vary ranks: found 1e9; expected whole numbers from 2 to ");
  }

  @Test
  void severalTracesNeedRanksToVary() {
    Cli.Result result = sweep(recordings, "--vary compute-scale=1,2");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("found 3 traces; expected one trace, or --vary ranks=N,M");
  }
}
