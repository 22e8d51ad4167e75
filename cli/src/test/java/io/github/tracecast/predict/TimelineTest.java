package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TimelineTest {
  private static final double NANO = 1e-9;

  @TempDir
  private Path folder;

  private Cli.Result predict(String trace, String options) {
    return predict(trace, "loggp", options);
  }

  private Cli.Result predict(String trace, String engine, String options) {
    return Cli.run(
        ("predict " + trace + " --engine " + engine + " --json - " + options).split(" "));
  }

  private JsonNode read(String name) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve(name)));
  }

  /** Sums of a rank's states by kind, seconds. */
  private static Map<Integer, Map<String, Double>> chromeSums(JsonNode timeline) {
    Map<Integer, Map<String, Double>> sums = new TreeMap<>();
    for (JsonNode event : timeline.get("traceEvents")) {
      if (event.get("ph").stringValue().equals("X")) {
        sums.computeIfAbsent(event.get("tid").intValue() - 1, rank -> new HashMap<>())
            .merge(
                event.get("cat").stringValue(), event.get("dur").doubleValue() / 1e6, Double::sum);
      }
    }
    return sums;
  }

  private static long count(JsonNode timeline, String phase, String category) {
    long count = 0;
    for (JsonNode event : timeline.get("traceEvents")) {
      if (event.get("ph").stringValue().equals(phase)
          && (event.get("cat") == null || event.get("cat").stringValue().equals(category))) {
        count++;
      }
    }
    return count;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stencil --ranks 27 --steps 4 --compute 1e-4 --bytes 8192",
        "stencil --ranks 8 --steps 3 --compute 1e-5 --bytes 100000",
        "alltoall --ranks 6 --steps 3 --bytes 3000 --compute 1e-6",
        "allreduce --ranks 7 --steps 3 --bytes 70000 --compute 1e-6",
        "wavefront --ranks 9 --steps 3 --bytes 300 --compute 1e-5"
      })
  void statesSumToThePredictionsTimesOfEachRank(String pattern) throws IOException {
    String trace = Cli.generate(folder.resolve("t.ctrace"), pattern);
    String chrome = folder.resolve("t.json").toString();
    String paje = folder.resolve("t.paje").toString();

    for (String engine : new String[] {"loggp", "flows"}) {
      String options = "--platform cluster --set node.ranks_per_node=2";
      JsonNode prediction = JsonMapper.shared()
          .readTree(predict(trace, engine, options + " --timeline " + chrome).expectOut());
      predict(trace, engine, options + " --timeline " + paje).expectOut();

      JsonNode timeline = read("t.json");
      Map<Integer, Map<String, Double>> sums = chromeSums(timeline);
      Map<String, Map<String, BigDecimal>> exact = pajeSums(folder.resolve("t.paje"));
      double room = 2 * NANO * prediction.get("mpi_calls").intValue();
      for (JsonNode rank : prediction.get("by_rank")) {
        Map<String, Double> mine = sums.get(rank.get("rank").intValue());
        Map<String, BigDecimal> picos = exact.get("R" + rank.get("rank").intValue());
        String[] kinds = {"computation", "mpi", "waiting"};
        String[] members = {"compute_seconds", "communication_seconds", "waiting_seconds"};
        for (int i = 0; i < kinds.length; i++) {
          double predicted = rank.get(members[i]).doubleValue();
          assertThat(mine.getOrDefault(kinds[i], 0.0)).isCloseTo(predicted, within(room));
          assertThat(picos.getOrDefault(kinds[i], BigDecimal.ZERO).doubleValue())
              .as(kinds[i])
              .isEqualTo(predicted);
        }
      }
      assertThat(count(timeline, "X", "mpi"))
          .isEqualTo(prediction.get("mpi_calls").longValue());
      assertThat(count(timeline, "s", "message"))
          .isEqualTo(count(timeline, "f", "message"))
          .isEqualTo(prediction.get("messages").longValue());
    }
  }

  /** The times of each container's states by kind; calls include the states inside them. Also checks order and nesting. */
  private static Map<String, Map<String, BigDecimal>> pajeSums(Path file) throws IOException {
    Map<String, Map<String, BigDecimal>> sums = new TreeMap<>();
    Map<String, Deque<String[]>> stacks = new HashMap<>();
    Map<String, String> links = new HashMap<>();
    BigDecimal last = BigDecimal.ZERO;
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      if (line.startsWith("%") || Integer.parseInt(words[0]) < 5) {
        continue;
      }
      BigDecimal time = new BigDecimal(words[1]);
      assertThat(time).isGreaterThanOrEqualTo(last);
      last = time;
      switch (words[0]) {
        case "6" -> stacks.computeIfAbsent(words[3], r -> new ArrayDeque<>()).push(words);
        case "7" -> {
          String[] begun = stacks.get(words[3]).pop();
          String kind = begun[4].startsWith("MPI_") ? "mpi" : begun[4];
          sums.computeIfAbsent(words[3], r -> new HashMap<>())
              .merge(kind, time.subtract(new BigDecimal(begun[1])), BigDecimal::add);
        }
        case "8" -> assertThat(links.put(words[6], words[4])).isNull();
        case "9" -> assertThat(links.remove(words[6])).isNotNull();
        default -> assertThat(line).startsWith("5 ");
      }
    }
    assertThat(links).isEmpty();
    assertThat(stacks.values()).allSatisfy(stack -> assertThat(stack).isEmpty());
    return sums;
  }

  @Test
  void aTimelineChangesNoPredictionAndIsTheSameEachTime() throws IOException {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 300 --compute 1e-4 --bytes 8192");
    String options = "--platform bluegene-l --timeline " + folder.resolve("t.json");

    JsonNode without =
        JsonMapper.shared().readTree(predict(trace, "--platform bluegene-l").expectOut());
    JsonNode with = JsonMapper.shared().readTree(predict(trace, options).expectOut());
    String first = Files.readString(folder.resolve("t.json"));
    predict(trace, options).expectOut();

    assertThat(with.get("by_rank")).isEqualTo(without.get("by_rank"));
    assertThat(with.get("fast_forward").stringValue()).isEqualTo("off");
    assertThat(Files.readString(folder.resolve("t.json"))).isEqualTo(first);
  }

  @Test
  void chosenRanksAndAWindowAreAllThereIs() throws IOException {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 30 --compute 1e-4 --bytes 8192");
    predict(
            trace,
            "--platform bluegene-l --timeline " + folder.resolve("t.json")
                + ":ranks=0-2,5:from=0.001:to=0.00175")
        .expectOut();

    Map<Integer, Map<String, Double>> sums = chromeSums(read("t.json"));
    assertThat(sums).containsOnlyKeys(0, 1, 2, 5);
    assertThat(sums.values())
        .allSatisfy(mine ->
            assertThat(mine.get("computation") + mine.get("mpi")).isCloseTo(0.00075, within(NANO)));
    for (JsonNode event : read("t.json").get("traceEvents")) {
      if (event.has("ts")) {
        assertThat(event.get("ts").doubleValue()).isBetween(1000.0, 1750.0);
      }
    }
  }

  /** The requirements of Perfetto on the format, in addition to JSON. */
  @Test
  void eventsNestOnNumberedThreadsAndMessagesGoFromSliceToSlice() throws IOException {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "wavefront --ranks 9 --steps 3 --bytes 9000 --compute 1e-5");
    predict(trace, "--platform cluster --timeline " + folder.resolve("t.json")).expectOut();

    Map<Integer, List<double[]>> slices = new TreeMap<>();
    Map<Integer, JsonNode> begun = new HashMap<>();
    Map<Integer, JsonNode> ended = new HashMap<>();
    for (JsonNode event : read("t.json").get("traceEvents")) {
      assertThat(event.get("pid").intValue()).isEqualTo(1);
      assertThat(event.get("tid").intValue()).isBetween(1, 9);
      switch (event.get("ph").stringValue()) {
        case "M" -> assertThat(event.get("args").get("name").stringValue()).isNotEmpty();
        case "X" -> {
          double begin = event.get("ts").doubleValue();
          double end = begin + event.get("dur").doubleValue();
          slices
              .computeIfAbsent(event.get("tid").intValue(), tid -> new ArrayList<>())
              .add(new double[] {begin, end});
        }
        case "s" -> begun.put(event.get("id").intValue(), event);
        case "f" -> ended.put(event.get("id").intValue(), event);
        default -> throw new AssertionError(event.toString());
      }
    }
    slices.values().forEach(TimelineTest::requireNested);
    assertThat(begun).isNotEmpty().containsOnlyKeys(ended.keySet());
    begun.forEach((id, event) -> assertThat(event.get("ts").doubleValue())
        .isLessThanOrEqualTo(ended.get(id).get("ts").doubleValue()));
    for (Map<Integer, JsonNode> ends : List.of(begun, ended)) {
      assertThat(ends.values()).allSatisfy(event -> {
        double time = event.get("ts").doubleValue();
        assertThat(slices.get(event.get("tid").intValue()))
            .anyMatch(slice -> slice[0] <= time + 1e-3 && time <= slice[1] + 1e-3);
      });
    }
  }

  /** Slices of a thread in the order of the file: each begins after those before it, and ends within those still open. */
  private static void requireNested(List<double[]> slices) {
    Deque<double[]> open = new ArrayDeque<>();
    double last = 0;
    for (double[] slice : slices) {
      assertThat(slice[0]).isGreaterThanOrEqualTo(last - 1e-6);
      last = slice[0];
      while (!open.isEmpty() && open.peek()[1] <= slice[0] + 1e-6) {
        open.pop();
      }
      assertThat(open).allMatch(outer -> slice[1] <= outer[1] + 1e-6);
      open.push(slice);
    }
  }

  @Test
  void aReportDrawsTheTimeline() throws IOException {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "wavefront --ranks 9 --steps 3 --bytes 9000 --compute 1e-5");
    JsonNode prediction = JsonMapper.shared()
        .readTree(predict(
                trace,
                "--platform cluster --timeline " + folder.resolve("t.json") + " --html "
                    + folder.resolve("t.html"))
            .expectOut());

    JsonNode chart = HtmlReportTest.data(Files.readString(folder.resolve("t.html")))
        .get("charts")
        .get("timeline-chart");
    double slot = (chart.get("to").doubleValue() - chart.get("from").doubleValue())
        / chart.get("slots").intValue();
    assertThat(chart.get("to").doubleValue())
        .isCloseTo(prediction.get("predicted_seconds").doubleValue(), within(1e-12));
    assertThat(chart.get("ranks")).hasSize(9);
    assertThat(chart.get("messages")).hasSize(4 * prediction.get("messages").intValue());
    for (int row = 0; row < 9; row++) {
      JsonNode runs = chart.get("rows").get(row);
      double computation = 0;
      int slots = 0;
      for (int i = 0; i < runs.size(); i += 2) {
        slots += runs.get(i + 1).intValue();
        computation += runs.get(i).intValue() == 0 ? runs.get(i + 1).intValue() * slot : 0;
      }
      assertThat(slots).isEqualTo(chart.get("slots").intValue());
      assertThat(computation)
          .isCloseTo(
              prediction.get("by_rank").get(row).get("compute_seconds").doubleValue(),
              within(runs.size() * slot));
    }
  }

  @Test
  void aReportsTimelineOpensOnThreeIterations() throws IOException {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 100 --compute 1e-4 --bytes 512");
    predict(
            trace,
            "--platform cluster --timeline " + folder.resolve("t.json") + " --html "
                + folder.resolve("t.html"))
        .expectOut();

    JsonNode chart = HtmlReportTest.data(Files.readString(folder.resolve("t.html")))
        .get("charts")
        .get("timeline-chart");
    JsonNode iterations = chart.get("iterations");
    double whole = chart.get("to").doubleValue() - chart.get("from").doubleValue();
    double shown = iterations.get("to").doubleValue() - iterations.get("from").doubleValue();
    assertThat(shown).isCloseTo(3 * whole / 100, within(0.1 * 3 * whole / 100));
    assertThat(iterations.get("from").doubleValue()).isBetween(0.4 * whole, 0.6 * whole);
    JsonNode runs = iterations.get("rows").get(0);
    int slots = 0;
    int computations = 0;
    for (int i = 0; i < runs.size(); i += 2) {
      slots += runs.get(i + 1).intValue();
      computations += runs.get(i).intValue() == 0 ? 1 : 0;
    }
    assertThat(slots).isEqualTo(chart.get("slots").intValue());
    assertThat(computations).isBetween(3, 4);
  }

  @Test
  void simGridDrawsTimelinesToo() throws IOException {
    SimGridChild.assumeInstalled();
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 30 --compute 1e-4 --bytes 8192");
    String timeline = folder.resolve("t.json").toString();

    Replayed prediction = Replayed.bySimGrid(trace, "--platform bluegene-l --timeline " + timeline);

    Map<Integer, Map<String, Double>> sums = chromeSums(read("t.json"));
    for (JsonNode rank : prediction.json().get("by_rank")) {
      Map<String, Double> mine = sums.get(rank.get("rank").intValue());
      assertThat(mine.get("computation"))
          .isCloseTo(rank.get("compute_seconds").doubleValue(), within(1e-6));
      assertThat(mine.get("mpi"))
          .isCloseTo(rank.get("communication_seconds").doubleValue(), within(1e-6));
    }
  }

  @Test
  void anEmptyWindowIsAValidFile() throws IOException {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "pingpong --steps 3 --compute 1e-5");
    for (String name : new String[] {"t.json", "t.trace"}) {
      predict(trace, "--platform cluster --timeline " + folder.resolve(name) + ":from=10")
          .expectOut();
    }

    assertThat(count(read("t.json"), "X", "mpi")).isZero();
    assertThat(pajeSums(folder.resolve("t.trace"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--timeline @t.svg|--timeline: found @t.svg; expected a file that ends in .json (Perfetto, Chrome), .paje or .trace (Paje), .otf2 (Vampir), .prv (Paraver)",
        "--timeline @t.json:ranks=1,x|--timeline ranks: found x; expected ranks such as 0-15,32",
        "--timeline @t.json:ranks=1-2|--timeline ranks: found 1-2; expected ranks from 0 to 1, with the lower rank"
            + " first",
        "--timeline @t.json:from=-1|--timeline from: found -1; expected a time of at least 0, such as 1ms or 0.5 (seconds)",
        "--timeline @t.json:from=2:to=1|--timeline from: found 2, which is later than to=1; expected a window that"
            + " begins before it ends"
      })
  void optionsThatCannotBeUsedAreRefused(String test) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "pingpong --steps 3 --compute 1e-5");
    String[] parts = test.replace("@", folder + "/").split("\\|");

    Cli.Result result = predict(trace, "--platform cluster " + parts[0]);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).isEqualTo("error: " + parts[1] + "\n");
  }
}
