package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sweeps with SimGrid, each point in a process of its own. */
class SweepSimGridTest {
  private static final int KILLS = 3;
  private static final int MILLIS_APART = 900;

  @TempDir
  private Path folder;

  private String trace;

  @BeforeEach
  void aRing() {
    SimGridChild.assumeInstalled();
    trace = Cli.generate(folder.resolve("r.ctrace"), "ring --ranks 8 --steps 10 --bytes 1000");
  }

  private String[] command(String name) {
    return new String[] {
      "sweep",
      trace,
      "--platform",
      "graphene",
      "--engine",
      "simgrid",
      "--vary",
      "network.host_link_latency=10us:100us:log5",
      "--journal",
      folder.resolve(name + ".journal").toString(),
      "--csv",
      folder.resolve(name + ".csv").toString()
    };
  }

  @Test
  void eachPointIsItsOwnPrediction() throws IOException {
    assertThat(SimGridChild.run(command("whole")).expectOut()).startsWith("Swept 5 points: ");

    List<String> rows = Files.readAllLines(folder.resolve("whole.csv"));
    for (int row : new int[] {1, 5}) {
      String[] cells = rows.get(row).split(",");
      JsonNode own = JsonMapper.shared()
          .readTree(SimGridChild.run(
                  "predict",
                  trace,
                  "--platform",
                  "graphene",
                  "--set",
                  "network.host_link_latency=" + cells[1],
                  "--json",
                  "-")
              .expectOut());
      assertThat(cells[3]).isEqualTo(own.get("predicted_seconds").toString());
      assertThat(cells[4]).isEqualTo(own.get("mean_rank_seconds").toString());
    }
  }

  @Test
  void anEngineIsAnAxisAsWell() throws IOException {
    List<String> words = new ArrayList<>(List.of(command("engines")));
    words.set(words.indexOf("--vary") + 1, "engine=simgrid,loggp");
    words.subList(words.indexOf("--engine"), words.indexOf("--engine") + 2).clear();
    assertThat(SimGridChild.run(words.toArray(String[]::new)).expectOut())
        .contains("Engine: simgrid 4", ", loggp ");

    List<String> rows = Files.readAllLines(folder.resolve("engines.csv"));
    for (String row : rows.subList(1, 3)) {
      String[] cells = row.split(",");
      JsonNode own = JsonMapper.shared()
          .readTree(SimGridChild.run(
                  "predict", trace, "--platform", "graphene", "--engine", cells[1], "--json", "-")
              .expectOut());
      assertThat(cells[2]).as(row).isEqualTo(own.get("predicted_seconds").toString());
    }
    assertThat(rows.get(1).split(",")[2]).isNotEqualTo(rows.get(2).split(",")[2]);
  }

  @Test
  void killedAtAnyMomentItLeavesNoProcessBehindAndEndsWithTheSameBytes() throws Exception {
    SimGridChild.run(command("whole")).expectOut();
    Random random = new Random(KILLS);
    for (int kill = 1; kill <= KILLS; kill++) {
      Process sweep = new ProcessBuilder(StartUpCache.OF_ALL_CHILDREN.command(command("killed")))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      sweep.waitFor(kill * MILLIS_APART + random.nextInt(MILLIS_APART), TimeUnit.MILLISECONDS);
      List<ProcessHandle> workers = sweep.descendants().toList();
      sweep.destroyForcibly().waitFor();
      for (ProcessHandle worker : workers) {
        worker.onExit().get(5, TimeUnit.MINUTES);
      }
    }

    SimGridChild.run(command("killed")).expectOut();

    assertThat(folder.resolve("killed.csv")).hasSameBinaryContentAs(folder.resolve("whole.csv"));
  }

  @Test
  void whereTheEngineIsMissingTheSweepIsRefusedAtOnce() {
    List<String> words = List.of(command("missing"));
    Cli.Result refused = SimGridChild.runWith(
        SimGridChild.libraryPath(),
        SimGridChild.classPathWithoutBindings(),
        words.toArray(String[]::new));

    assertThat(refused.err()).startsWith("error: engine simgrid: ").contains("./tracecast setup");
    assertThat(refused.exitCode()).isEqualTo(2);
  }
}
