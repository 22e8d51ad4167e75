package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
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
    return Cli.run(("predict " + trace + " --engine loggp --json - " + options).split(" "));
  }

  private JsonNode read(String name) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve(name)));
  }

  /** Sums of a rank's states by kind, seconds. */
  private static Map<Integer, Map<String, Double>> chromeSums(JsonNode timeline) {
    Map<Integer, Map<String, Double>> sums = new TreeMap<>();
    for (JsonNode event : timeline.get("traceEvents")) {
      if (event.get("ph").stringValue().equals("X")) {
        sums.computeIfAbsent(event.get("tid").intValue(), rank -> new HashMap<>())
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

    for (String contention : new String[] {"none", "links"}) {
      String options =
          "--platform cluster --contention " + contention + " --set node.ranks_per_node=2";
      JsonNode prediction = JsonMapper.shared()
          .readTree(predict(trace, options + " --timeline " + chrome).expectOut());
      predict(trace, options + " --timeline " + paje).expectOut();

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

  /** Times of each container's states by kind, calls with what is inside them; checks order and nesting on the way. */
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
            "--platform bluegene-l --timeline-ranks 0-2,5 --timeline-from 0.001"
                + " --timeline-to 0.00175 --timeline " + folder.resolve("t.json"))
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
      predict(trace, "--platform cluster --timeline-from 10 --timeline " + folder.resolve(name))
          .expectOut();
    }

    assertThat(count(read("t.json"), "X", "mpi")).isZero();
    assertThat(pajeSums(folder.resolve("t.trace"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--timeline @t.svg|--timeline: found @t.svg; expected a file that ends in .json (Perfetto, Chrome), .paje or .trace (Paje)",
        "--timeline-ranks 1|--timeline-ranks: found without --timeline; expected it with --timeline",
        "--timeline @t.json --timeline-ranks 1,x|--timeline-ranks: found x; expected ranks as in 0-15,32",
        "--timeline @t.json --timeline-ranks 1-2|--timeline-ranks: found 1-2; expected ranks from 0 to 1, the lower one first",
        "--timeline @t.json --timeline-from -1|--timeline-from: found -1.0; expected simulated seconds from 0 on",
        "--timeline @t.json --timeline-from 2 --timeline-to 1|--timeline-from: found 2.0, which is after --timeline-to 1.0; expected a window that begins before it ends"
      })
  void optionsThatCannotBeUsedAreRefused(String test) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "pingpong --steps 3 --compute 1e-5");
    String[] parts = test.replace("@", folder + "/").split("\\|");

    Cli.Result result = predict(trace, "--platform cluster " + parts[0]);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).isEqualTo("error: " + parts[1] + "\n");
  }
}
