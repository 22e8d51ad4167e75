package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code predict --links}: bytes and busy time of each link, also in slices of time. */
class LinkUseTest {
  @TempDir
  private Path folder;

  private Path file;

  private String predict(String trace, String options) throws IOException {
    return predict(trace, "links.csv", "", options);
  }

  private String predict(String trace, String name, String parts, String options)
      throws IOException {
    Path file = folder.resolve(name);
    Cli.run(("predict " + trace + " --links " + file + parts + " " + options.strip()).split(" +"))
        .expectOut();
    return Files.readString(file);
  }

  /** Rows of a CSV file without commas in names: from, link without its place, figures. */
  private static List<List<String>> rows(String csv) {
    return csv.lines()
        .skip(1)
        .map(line -> line.replaceFirst("\"([^\"]*)\"", "LINK"))
        .map(line -> List.of(line.split(",")))
        .toList();
  }

  private static double number(List<String> row, int column) {
    return Double.parseDouble(row.get(column));
  }

  private String threeFlows() {
    return FlowEngineTest.threeFlows(folder);
  }

  @Test
  void bytesAndBusyTimeAreThoseOfThreeFlowsByHand() throws IOException {
    String csv = predict(threeFlows(), "--engine flows " + FlowEngineTest.LINE);

    // A and B cross the first link, A and C the second, at 150 B/us.
    assertThat(csv)
        .startsWith("from_seconds,to_seconds,link,level,bytes_per_second,messages,bytes,"
            + "busy_seconds,utilization\n")
        .contains("\"x+ (0,0,0)\",dimension x,1.5E8,2,200000,")
        .contains("\"x+ (1,0,0)\",dimension x,1.5E8,2,250000,");
    assertThat(rows(csv)).hasSize(2);
    assertThat(number(rows(csv).get(0), 7)).isCloseTo(200_000 / 150e6, within(1e-11));
    assertThat(number(rows(csv).get(1), 7)).isCloseTo(250_000 / 150e6, within(1e-11));
  }

  @Test
  void slicesHoldWhatFlowsMoveWhileTheyShareALink() throws IOException {
    String csv =
        predict(threeFlows(), "links.csv", ":every=500us", "--engine flows " + FlowEngineTest.LINE);
    List<List<String>> first =
        rows(csv).stream().filter(row -> number(row, 0) == 0).toList();

    // The first byte comes after 1 us. Then both links are full.
    assertThat(first).hasSize(2);
    for (List<String> row : first) {
      assertThat(number(row, 6)).as("bytes").isCloseTo(499 * 150, within(2.0));
      assertThat(number(row, 7)).as("busy").isCloseTo(499e-6, within(1e-11));
    }
    long bytes = rows(csv).stream().mapToLong(row -> Long.parseLong(row.get(6))).sum();
    assertThat(bytes).isEqualTo(450_000);
  }

  @Test
  void skippedIterationsCountAndSlicesAddUpToTheTotals() throws IOException {
    String trace = Cli.generate(
        folder.resolve("s.ctrace"), "stencil --ranks 27 --steps 200 --bytes 20000 --compute 1e-5");
    String options = "--engine flows --platform bluegene-l --mapping random:2";
    String skipping = predict(trace, options);
    String whole = predict(trace, options + " --fast-forward off");
    JsonNode sliced =
        JsonMapper.shared().readTree(predict(trace, "links.json", ":every=1ms", options));

    assertThat(skipping).isEqualTo(whole);
    Map<String, Long> totals = new TreeMap<>();
    sliced
        .get("links")
        .forEach(
            link -> totals.put(link.get("link").stringValue(), link.get("bytes").longValue()));
    Map<String, Long> sums = new TreeMap<>();
    List<Double> uses = new ArrayList<>();
    sliced.get("slices").forEach(cell -> {
      sums.merge(cell.get("link").stringValue(), cell.get("bytes").longValue(), Long::sum);
      uses.add(cell.get("utilization").doubleValue());
    });
    assertThat(sums).isEqualTo(totals);
    assertThat(uses).allMatch(use -> use <= 1.000001).anyMatch(use -> use > 0.5);
    assertThat(totals.values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(
            rows(whole).stream().mapToLong(row -> Long.parseLong(row.get(6))).sum());
  }

  @Test
  void withoutAnEngineItIsThatOfFlows() throws IOException {
    String line = " " + FlowEngineTest.LINE;

    assertThat(predict(threeFlows(), line))
        .isEqualTo(predict(threeFlows(), "--engine flows" + line));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "--links l.csv --engine loggp | --links: found engine loggp, which does not model when links are busy;"
            + " expected --engine flows",
        "--links l.csv --engine simgrid | --links: found engine simgrid, which does not model when links are busy;"
            + " expected --engine flows",
        "--links l.txt --engine flows | --links: found l.txt; expected a file that ends in .json or .csv",
        "--links l.csv:every=0s --engine flows | --links every: found 0s; expected a time of at least 1ps, such as 1ms",
      })
  void wrongOptionsAreRefused(String words) {
    String[] sides = words.split(" \\| ");
    Cli.Result result = Cli.run(("predict none.ctrace --platform cluster " + sides[0]).split(" "));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(sides[1]);
  }
}
