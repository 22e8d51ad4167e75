package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep names the points that no other point beats in time and in cost or energy. */
class SweepFrontTest {
  @TempDir
  private Path folder;

  private String trace;
  private String machine;

  @BeforeEach
  void write() throws IOException {
    trace = Files.writeString(folder.resolve("run.tit"), """
        0 init
        0 compute 36e9
        0 finalize
        """).toString();
    machine =
        Files.writeString(folder.resolve("paper.yaml"), "extends: ideal\n").toString();
  }

  private Cli.Result sweep(String... more) {
    List<String> words = new ArrayList<>(List.of(
        "sweep",
        trace,
        "--platform",
        machine,
        "--engine",
        "flows",
        "--zip",
        "--journal",
        folder.resolve("journal").toString(),
        "--csv",
        folder.resolve("points.csv").toString(),
        "--html",
        folder.resolve("page.html").toString(),
        "--vary",
        "node.speed=1Gf,2Gf,3Gf,4Gf"));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private List<String> onFront() throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("points.csv"));
    int column = List.of(lines.getFirst().split(",")).indexOf("on_front");
    return lines.stream().skip(1).map(line -> line.split(",", -1)[column]).toList();
  }

  /** 36, 18, 12 and 9 s cost 36, 54, just below 36, and 45: the third point beats the first two. */
  @Test
  void timeAgainstCost() throws IOException {
    String out = sweep("--vary", "node.price_per_hour=3600,10800,10799,18000").expectOut();
    assertThat(onFront()).containsExactly("no", "no", "yes", "yes");
    assertThat(out.replaceAll("\\s+", " "))
        .contains("front node.speed=4 Gf, node.price_per_hour=18000: 9.000 s, cost 45.00")
        .contains("node.price_per_hour=10799: 12.00 s, cost 36.00");
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("Time against cost", "2 of 4 points are beaten in time and cost by no other.");
  }

  /** 36, 18, 12 and 9 s draw 36, 36, 48 and 27 kJ: only the last point is on the front. */
  @Test
  void timeAgainstEnergyWithoutPrices() throws IOException {
    String out = sweep("--vary", "node.power.busy=1kW,2kW,4kW,3kW").expectOut();
    assertThat(onFront()).containsExactly("no", "no", "no", "yes");
    assertThat(out).doesNotContain("front  ");
  }

  @Test
  void withoutPriceAndPowerThereIsNoFront() throws IOException {
    assertThat(sweep("--vary", "seed=1,2,3,4").expectOut()).doesNotContain("front");
    assertThat(Files.readString(folder.resolve("points.csv"))).doesNotContain("front");
    assertThat(Files.readString(folder.resolve("page.html"))).doesNotContain("Time against");
  }
}
