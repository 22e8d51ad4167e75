package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A recorded run stands for one with more time steps: 2 s before its ten steps of 1 s on two nodes. */
class WholeRunTest {
  private static final double SHORT = 1e-9;

  @TempDir
  private Path folder;

  private String trace;
  private String machine;

  @BeforeEach
  void write() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int rank = 0; rank < 4; rank++) {
      lines.addAll(List.of(rank + " init", rank + " compute 2e9", rank + " bcast 8 0 6"));
      for (int step = 0; step < 10; step++) {
        lines.addAll(List.of(rank + " compute 1e9", rank + " barrier"));
      }
      lines.add(rank + " finalize");
    }
    trace = Files.write(folder.resolve("run.tit"), lines).toString();
    machine = Files.writeString(folder.resolve("paper.yaml"), """
        extends: ideal
        node: {cores: 2, ranks_per_node: 2, speed: 1Gf, price_per_hour: 36, power: {busy: 300W}}
        """).toString();
  }

  private JsonNode json(String... more) throws IOException {
    Path file = folder.resolve("out.json");
    List<String> words = new ArrayList<>(List.of(
        "predict", trace, "--platform", machine, "--engine", "flows", "--json", file.toString()));
    words.addAll(List.of(more));
    Cli.run(words.toArray(String[]::new)).expectOut();
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  private static void assertNumber(JsonNode of, String name, double expected) {
    assertThat(of.get(name).doubleValue()).as(name).isCloseTo(expected, within(SHORT * expected));
  }

  @Test
  void aPredictionHasItsNodeHoursAndItsCost() throws IOException {
    JsonNode run = json();
    assertNumber(run, "node_hours", 2 * 12.0 / 3600);
    assertNumber(run, "cost", 2 * 12.0 / 100);
    assertThat(run.has("whole_run")).isFalse();
    assertThat(Cli.run("predict", trace, "--platform", machine, "--engine", "flows")
            .expectOut()
            .lines())
        .contains("Cost: 0.2400 for 0.006667 node hours.");
  }

  @Test
  void aThousandStepsTakeTheTimeBeforeThemOnce() throws IOException {
    JsonNode whole = json("--steps", "1000").get("whole_run");
    assertNumber(whole, "steps", 1000);
    assertThat(whole.get("recorded_steps").intValue()).isEqualTo(10);
    assertThat(whole.get("step_site").stringValue()).containsIgnoringCase("barrier");
    assertNumber(whole, "seconds", 1002);
    assertThat(whole.get("interval_half_width_seconds").doubleValue()).isZero();
    assertNumber(whole, "node_hours", 2 * 1002.0 / 3600);
    assertNumber(whole, "cost", 2 * 1002.0 / 100);
    assertNumber(whole, "energy_joules", 2 * 1002.0 * 300);
  }

  @Test
  void aTimeIsThatOfTheWholeRun() throws IOException {
    JsonNode whole = json("--steps", "2h").get("whole_run");
    assertNumber(whole, "seconds", 7200);
    assertNumber(whole, "steps", 7198);
    assertThat(predicted("2h"))
        .containsPattern(
            "Whole run of 7,198 iterations of the loop at site [0-9]+ \\(10 in the trace\\): ")
        .contains("): 2 h 0 min, 4.000 node hours, 4.32 MJ, cost 144.0.");
  }

  /** 5 recorded time steps are 10 iterations of 1 s, so 500 steps take 1,000 s after the first 2 s. */
  @Test
  void theUserMaySayHowManyTimeStepsWereRecorded() throws IOException {
    JsonNode whole = json("--steps", "500 recorded=5").get("whole_run");
    assertNumber(whole, "steps", 500);
    assertNumber(whole, "recorded_steps", 5);
    assertNumber(whole, "recorded_iterations", 10);
    assertNumber(whole, "seconds", 1002);
    assertNumber(json("--steps", "2h recorded=5").get("whole_run"), "steps", 3599);
    assertThat(predicted("500 recorded=5"))
        .containsPattern("Whole run of 500 steps \\(5 steps = 10 iterations of the loop at"
            + " site [0-9]+ in the trace\\): 16 min 42 s");
    assertThat(predicted("500 recorded=10"))
        .contains("Whole run of 500 iterations of the loop at site ", " (10 in the trace): ");
  }

  /** The start-up takes 12 s, and the ten steps take 10 s. */
  @Test
  void stepsNeedALoopThatTakesMostOfTheRun() throws IOException {
    Path file = Path.of(trace);
    Files.writeString(file, Files.readString(file).replace("compute 2e9", "compute 12e9"));

    Cli.Result refused =
        Cli.run("predict", trace, "--platform", machine, "--engine", "flows", "--steps", "1000");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err().replaceAll("\\s+", " "))
        .contains("--steps: found a run that spends 45.5% of its time in its longest loop (10")
        .contains("expected at least 50.0%");
  }

  /** 11 steps are no multiple of 10 iterations, so one step of 1 s is outside the loop. */
  @Test
  void aStepMayStandBesideTheLoop() throws IOException {
    JsonNode whole = json("--steps", "500 recorded=11").get("whole_run");
    assertNumber(whole, "recorded_steps", 11);
    assertNumber(whole, "seconds", 12 + 489);
    assertThat(predicted("500 recorded=11"))
        .containsPattern("Whole run of 500 steps \\(10 of 11 steps = 10 iterations of the loop at"
            + " site [0-9]+ in the trace\\): 8 min 21 s");
  }

  private String predicted(String steps) {
    return Cli.run("predict", trace, "--platform", machine, "--engine", "flows", "--steps", steps)
        .expectOut()
        .replaceAll("\\s+", " ");
  }

  /** The second machine takes 0.5 s for a step and 1 s before. */
  @Test
  void aTimeOfASweepIsThatOfItsFirstPoint() throws IOException {
    String csv = folder.resolve("points.csv").toString();
    String out = Cli.run(
            "sweep",
            trace,
            "--platform",
            machine,
            "--engine",
            "flows",
            "--vary",
            "node.speed=1Gf,2Gf",
            "--steps",
            "2h",
            "--journal",
            folder.resolve("journal").toString(),
            "--csv",
            csv)
        .expectOut();
    assertThat(out).contains("whole run", "2 h 0 min", "1 h 0 min", "4.000");
    assertThat(out.replaceAll("\\s+", " "))
        .containsPattern("length 7,198 iterations of the loop at site [0-9]+ \\(10 in the trace\\),"
            + " 2 h 0 min at node.speed=1 Gf ");
    List<String> lines = Files.readAllLines(Path.of(csv));
    List<String> header = List.of(lines.getFirst().split(","));
    double[] seconds = {7200, 3600};
    for (int point = 0; point < 2; point++) {
      String[] row = lines.get(1 + point).split(",");
      assertThat(Double.parseDouble(row[header.indexOf("run_steps")]))
          .isCloseTo(7198, within(1e-6));
      assertThat(Double.parseDouble(row[header.indexOf("run_seconds")]))
          .isCloseTo(seconds[point], within(1e-6));
      assertThat(Double.parseDouble(row[header.indexOf("run_cost")]))
          .isCloseTo(2 * seconds[point] / 100, within(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-3",
        "many",
        "12 h",
        "1.5",
        "12x",
        "10000000000000",
        "0h",
        "1s",
        "5 recorded=0",
        "5 recorded=x",
        "recorded=5"
      })
  void aLengthThatIsNoneIsRefused(String length) {
    Cli.Result refused =
        Cli.run("predict", trace, "--platform", machine, "--engine", "flows", "--steps=" + length);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).containsPattern("^error: --steps( recorded)?: found ");
  }

  @Test
  void aRunWithoutStepsIsRefused() throws IOException {
    Path once = Files.writeString(folder.resolve("once.tit"), """
        0 init
        0 compute 1e9
        0 finalize
        """);
    assertThat(Cli.run(
                "predict",
                once.toString(),
                "--platform",
                machine,
                "--engine",
                "flows",
                "--steps",
                "100")
            .err())
        .contains("error: --steps: found a trace without a loop of time steps; expected");
  }
}
