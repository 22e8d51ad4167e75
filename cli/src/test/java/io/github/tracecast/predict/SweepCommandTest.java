package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.platform.PlatformCatalogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SweepCommandTest {
  private static final String GRID =
      "--vary network.hop_latency=10ns:10us:log4 --vary network.link_bandwidth=50MBps,175MBps,1GBps";
  private static final int CUTS = 25;

  /** The columns of a machine with a published power. */
  private static final String ENERGY = "nodes,used_nodes,energy_joules,compute_joules,"
      + "communication_joules,waiting_joules,idle_joules,network_joules";

  @TempDir
  private Path folder;

  private String trace;

  @BeforeEach
  void aStencil() {
    trace = Cli.generate(
        folder.resolve("s.ctrace"),
        "stencil --shape 3d --neighbours faces --ranks 27 --steps 20 --bytes 8192 --compute 0.0001");
  }

  private Cli.Result sweep(String journal, String options) {
    List<String> words = new ArrayList<>(List.of("sweep", trace, "--journal", path(journal)));
    if (!options.contains("engine=")) {
      words.addAll(List.of("--engine", "loggp"));
    }
    if (!options.contains("platform=")) {
      words.addAll(List.of("--platform", "bluegene-l"));
    }
    words.addAll(Arrays.asList(options.replace("@", folder + "/").split(" ")));
    return Cli.run(words.toArray(String[]::new));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
  }

  /** At such points, no parameter of the network has an effect. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--platform=cluster --vary network.link_latency=1us,2us | all ranks SHARE; --set node.ranks_per_node=1 spreads the ranks",
        "--platform=cluster --vary node.ranks_per_node=27,30 | all ranks SHARE",
        "--vary platform=cluster,bluegene-l | at platform=cluster, all ranks SHARE",
        "--platform=cluster --vary node.ranks_per_node=1,27,30,32,31 | at 4 of 5 points, all ranks SHARE"
      })
  void pointsWhoseRanksShareANodeAreNamedInTheFirstLines(String varied, String expected)
      throws IOException {
    String said = expected.replace("SHARE", "fit on one node, so no message uses the network");

    String text = sweep("j", varied + " --json @r.json").expectOut();

    assertThat(text.lines()
            .skip(1)
            .map(String::strip)
            .reduce((a, b) -> a + " " + b)
            .orElseThrow())
        .containsPattern(Pattern.quote(said) + " (fastest|All points are equal,) ");
    assertThat(JsonMapper.shared().readTree(read("r.json")).get("hints").valueStream())
        .extracting(JsonNode::stringValue)
        .containsExactly(said);
  }

  /** The mapping and the computation times that the machine and the trace decide about are named. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--vary network.hop_latency=1us,2us | xyzt",
        "--vary platform=bluegene-l,cluster | xyzt; blocked",
        "--vary platform=cluster,bluegene-l --mapping random:3 | random:3"
      })
  void theSettingsOfAllPointsHaveTheWordsOfAPrediction(String options, String mapping) {
    assertThat(sweep("j", options).expectOut())
        .containsPattern("\n  mapping +" + mapping + "\n  deltas +averages of the trace\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        GRID + " |",
        "--vary mapping=xyzt,txyz,random:3 --vary node.mode=coprocessor,virtual-node |",
        "--vary compute-scale=0.5:4:lin8 |",
        "--vary mpi.eager_limit=0B,1KB,100KB --vary collectives.barrier=dissemination |",
        "--vary deltas=avg,min,max,histogram --vary seed=1:3:lin3 |",
        "--zip --vary network.shape=4x4x4,2x4x4,32x1x1 --vary mpi.gap=0us,20us,100us | --fast-forward off",
        "--vary engine=flows,loggp --vary network.link_bandwidth=50MBps,1GBps |",
        "--vary platform=bluegene-l,cluster,@own.yaml --vary compute-scale=1,2 |",
        "--vary compute-scale-at.stencil/isend=1,2 | --set node.speed=1Gf"
      })
  void eachPointIsItsOwnPrediction(String varied, String others) throws IOException {
    Files.writeString(
        folder.resolve("own.yaml"), "extends: bluegene-l\nnetwork.hop_latency: 1us\n");
    String more = others == null ? "" : " " + others;
    JsonNode result =
        JsonMapper.shared().readTree(sweep("j", varied + more + " --json -").expectOut());

    assertThat(result.get("points").size()).isPositive();
    for (JsonNode point : result.get("points")) {
      List<String> words = new ArrayList<>(List.of("predict", trace, "--json", "-"));
      if (!varied.contains("engine=")) {
        words.addAll(List.of("--engine", "loggp"));
      }
      if (!varied.contains("platform=")) {
        words.addAll(List.of("--platform", "bluegene-l"));
      }
      if (!more.isEmpty()) {
        words.addAll(List.of(more.strip().split(" ")));
      }
      for (JsonNode axis : result.get("axes")) {
        String key = axis.get("key").stringValue();
        String value = point.get(key).stringValue();
        if (key.startsWith("compute-scale-at.")) {
          words.addAll(List.of(
              "--compute-scale-at", key.substring("compute-scale-at.".length()) + "=" + value));
        } else if (key.contains(".")) {
          words.addAll(List.of("--set", key + "=" + value));
        } else {
          words.addAll(List.of("--" + key, value));
        }
      }
      JsonNode own =
          JsonMapper.shared().readTree(Cli.run(words.toArray(String[]::new)).expectOut());
      for (String figure : List.of(
          "predicted_seconds",
          "mean_rank_seconds",
          "compute_seconds",
          "max_compute_seconds",
          "communication_seconds",
          "min_communication_seconds",
          "waiting_seconds",
          "deviation_seconds",
          "interval_half_width_seconds",
          "mpi_calls",
          "messages",
          "bytes",
          "nodes",
          "used_nodes")) {
        assertThat(point.get(figure)).as(figure + " of " + words).isEqualTo(own.get(figure));
      }
    }
  }

  @Test
  void aGridHasARowForEachCombinationAndNumbersBesideQuantities() {
    String csv = sweep("j", GRID + " --csv -").expectOut();

    List<String> rows = csv.lines().toList();
    assertThat(rows).hasSize(13);
    assertThat(rows.getFirst())
        .startsWith(
            "point,network.hop_latency,network.hop_latency_seconds,network.link_bandwidth,network.link_bandwidth_bytes_per_second,predicted_seconds,mean_rank_seconds,")
        .endsWith("," + ENERGY + ",on_front,failure");
    assertThat(rows.get(1)).startsWith("0,10ns,1.0E-8,50MBps,5.0E7,");
    assertThat(rows.get(2)).startsWith("1,10ns,1.0E-8,175MBps,1.75E8,");
    assertThat(rows.get(4)).startsWith("3,100ns,1.0E-7,50MBps,5.0E7,");
    assertThat(rows.get(12)).startsWith("11,10000ns,1.0E-5,1GBps,1.0E9,").endsWith(",");
  }

  @Test
  void whereverItWasKilledASweepGoesOnAndEndsWithTheSameBytes() throws IOException {
    sweep("whole", GRID + " --csv @whole.csv --json @whole.json").expectOut();
    byte[] journal = Files.readAllBytes(folder.resolve("whole"));
    for (int seed = 1; seed <= CUTS; seed++) {
      int length = seed == 1 ? 0 : new Random(seed).nextInt(journal.length);
      Files.write(folder.resolve("cut"), Arrays.copyOf(journal, length));

      sweep("cut", GRID + " --csv @cut.csv --json @cut.json").expectOut();

      assertThat(read("cut.csv")).as("cut at %d", length).isEqualTo(read("whole.csv"));
      assertThat(read("cut.json")).as("cut at %d", length).isEqualTo(read("whole.json"));
      sweep("cut", GRID + " --csv @again.csv").expectOut();
      assertThat(read("again.csv")).isEqualTo(read("whole.csv"));
    }
  }

  @Test
  void withSensitivityEachPointHasItsOwnDerivativesAndTolerances() throws IOException {
    String options = "--sensitivity --vary network.hop_latency=100ns,10us --vary compute-scale=0,1";
    JsonNode result = JsonMapper.shared()
        .readTree(sweep("j", options + " --csv @s.csv --json -").expectOut());

    List<List<String>> rows = Files.readAllLines(folder.resolve("s.csv")).stream()
        .map(row -> List.of(row.split(",", -1)))
        .toList();
    int last = 0;
    for (JsonNode point : result.get("points")) {
      JsonNode own = JsonMapper.shared()
          .readTree(Cli.run(
                  "sensitivity",
                  trace,
                  "--engine",
                  "loggp",
                  "--platform",
                  "bluegene-l",
                  "--set",
                  "network.hop_latency=" + point.get("network.hop_latency").stringValue(),
                  "--compute-scale",
                  point.get("compute-scale").stringValue(),
                  "--json",
                  "-")
              .expectOut());
      List<String> row = rows.get(++last);
      for (var derivative : own.get("derivatives_seconds").properties()) {
        String name = "derivative_" + derivative.getKey() + "_seconds";
        assertThat(point.get(name)).as(name).isEqualTo(derivative.getValue());
        assertThat(Double.parseDouble(row.get(rows.getFirst().indexOf(name))))
            .isEqualTo(derivative.getValue().doubleValue());
      }
      for (JsonNode tolerance : own.get("tolerances")) {
        String name = "tolerance_" + tolerance.get("share").stringValue() + "_"
            + Math.round(100 * tolerance.get("slower").doubleValue()) + "_percent";
        assertThat(point.get(name)).as(name).isEqualTo(tolerance.get("factor"));
        assertThat(row.get(rows.getFirst().indexOf(name)))
            .isEqualTo(
                tolerance.get("factor").isNull()
                    ? ""
                    : Double.toString(tolerance.get("factor").doubleValue()));
      }
    }
    assertThat(last).isEqualTo(4);
    assertThat(rows.get(1)).hasSameSizeAs(rows.getFirst());
    sweep("j", options + " --csv @again.csv").expectOut(); // from the journal
    assertThat(read("again.csv")).isEqualTo(read("s.csv"));
  }

  @Test
  void whatIsVariedIsNullAmongWhatHoldsForAllPoints() {
    JsonNode result = JsonMapper.shared()
        .readTree(
            sweep("j", "--vary platform=bluegene-l,cluster --vary engine=flows,loggp --json -")
                .expectOut());

    assertThat(result.get("platform").isNull()).isTrue();
    assertThat(result.get("contention").isNull()).isTrue();
    assertThat(result.get("engine").isNull()).isTrue();
    assertThat(result.get("mapping").stringValue()).isEqualTo("default");
    assertThat(result.get("points").get(3).get("platform").stringValue()).isEqualTo("cluster");
    assertThat(result.get("points").get(3).get("engine").stringValue()).isEqualTo("loggp");
  }

  @Test
  void withoutAnyPlatformASweepIsRefused() {
    Cli.Result refused = Cli.run("sweep", trace, "--engine", "loggp", "--vary", "seed=1,2");

    assertThat(refused.err())
        .isEqualTo("error: found neither --platform nor --vary platform=P,Q; "
            + PlatformCatalogue.expected() + " (see tracecast sweep --help)\n");
    assertThat(refused.exitCode()).isEqualTo(2);
  }

  @Test
  void aFinishedPointIsTakenFromTheJournalAndADamagedOneIsNot() throws IOException {
    sweep("j", "--vary network.hop_latency=1us,2us --csv @first.csv").expectOut();
    String journal = read("j");
    Files.writeString(
        folder.resolve("j"), journal.replaceFirst("\"messages\":\\d+", "\"messages\":7"));

    sweep("j", "--vary network.hop_latency=1us,2us --csv @second.csv").expectOut();

    assertThat(read("second.csv")).isEqualTo(read("first.csv"));
    assertThat(read("j").lines()).hasSize(4);
    sweep("j", "--vary network.hop_latency=1us,2us").expectOut();
    assertThat(read("j").lines()).hasSize(4);
  }

  @Test
  void longTextsOfAJournalAreShortened() throws IOException {
    String options = "--vary network.hop_latency=1us,2us --set node.speed=5Gf";
    sweep("j", options).expectOut();
    StringBuilder damaged = new StringBuilder();
    for (String line : read("j").lines().toList()) {
      String rest = line.substring(9).replace("node.speed was", "x".repeat(50_000));
      CRC32C checksum = new CRC32C();
      checksum.update(rest.getBytes(StandardCharsets.UTF_8));
      damaged.append(String.format("%08x %s%n", checksum.getValue(), rest));
    }
    Files.writeString(folder.resolve("j"), damaged);

    Cli.Result shown = sweep("j", options);

    assertThat(shown.expectOut() + shown.err())
        .contains("x ... (", " bytes left out) ... ")
        .doesNotContain("x".repeat(1000));
  }

  @Test
  void sharesFillOneJournalFromWhichARunWithoutThemCollects() throws IOException {
    sweep("whole", GRID + " --csv @whole.csv").expectOut();

    for (int share = 3; share >= 1; share--) {
      assertThat(sweep("j", GRID + " --shard " + share + "/3").expectOut())
          .isEqualTo("Share " + share + "/3: 4 points of 12 in " + path("j") + "\n");
    }
    long lines = read("j").lines().count();
    sweep("j", GRID + " --csv @collected.csv").expectOut();

    assertThat(lines).isEqualTo(13);
    assertThat(read("j").lines()).hasSize(13);
    assertThat(read("collected.csv")).isEqualTo(read("whole.csv"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--vary network.hop_latency=1us,3us | ranges",
        "--vary network.hop_latency=1us,2us --mapping txyz | mapping",
        "--vary network.hop_latency=1us,2us --deltas max --set network.link_bandwidth=1GBps | options, platform",
        "--vary network.hop_latency=1us,2us --engine=flows | engine"
      })
  void theJournalOfAnotherSweepIsRefusedAndLeftAlone(String options, String differs)
      throws IOException {
    sweep("j", "--vary network.hop_latency=1us,2us").expectOut();
    String before = read("j");

    Cli.Result refused = sweep("j", options);

    assertThat(refused.err())
        .isEqualTo("error: --journal: found " + path("j")
            + ", which belongs to another sweep (different "
            + differs
            + "); expected the journal of this sweep, or a new file\n");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(read("j")).isEqualTo(before);
  }

  @Test
  void aFileThatIsNoJournalIsRefusedAndLeftAlone() throws IOException {
    Files.writeString(folder.resolve("notes"), "dear diary");

    Cli.Result refused = sweep("notes", "--vary network.hop_latency=1us,2us");

    assertThat(refused.err())
        .isEqualTo(
            "error: --journal: found " + path("notes")
                + ", which is not a journal of a sweep; expected the journal of this sweep, or a new file\n");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(read("notes")).isEqualTo("dear diary");
  }

  @Test
  void whatHasNoEffectIsSaid() {
    assertThat(
            sweep("a", "--set network.link_bandwidth=1GBps --vary tree.hop_latency=1us,2us,2000ns")
                .err())
        .isEqualTo("""
            warning: tree.hop_latency has no effect on any prediction: all its values give the same result
            warning: tree.hop_latency: 2us and 2000ns describe the same machine (2 of 3 points)
            warning: tree.hop_latency was set but has no effect: the trace has no collective call
            """);
    assertThat(sweep(
                "b", "--set network.link_bandwidth=1GBps --vary seed=1,2 --vary compute-scale=1,2")
            .err())
        .isEqualTo(
            "warning: seed has no effect on any prediction: all its values give the same result\n");
    assertThat(sweep(
                "c",
                "--set network.link_bandwidth=1GBps --zip --vary seed=1,2 --vary compute-scale=1,2")
            .err())
        .isEmpty();
  }

  /** The bytes cross the torus, so its bandwidth has an effect. */
  @Test
  void ofSettingsWithoutEffectNoneIsTheFastest() {
    String text = sweep("a", "--vary tree.hop_latency=1us,2us --vary seed=1,2")
        .expectOut()
        .replaceAll("\\s+", " ");
    assertThat(text)
        .contains("All points are equal, because tree.hop_latency and seed have no effect on this"
            + " trace; the time depends on ")
        .contains("Next: tracecast sensitivity ")
        .doesNotContain("fastest", "alike", "tracecast predict");
    String first = text.replaceFirst(".*; the time depends on ([a-z_.-]+).*", "$1");
    assertThat(
            sweep("b", "--vary " + first + "=" + (first.startsWith("net") ? "1GBps,2GBps" : "1,2"))
                .expectOut())
        .contains("fastest")
        .doesNotContain("All points are equal");
  }

  @Test
  void aRunCostsTheNodesThatItUsesTimesItsHoursTimesThePrice() throws IOException {
    String options =
        "--zip --vary platform=bluegene-l,cluster --vary node.price_per_hour=3600,none";
    String text =
        sweep("c", options + " --json @c.json --csv @c.csv --html @c.html").expectOut();

    JsonNode points = JsonMapper.shared().readTree(read("c.json")).get("points");
    JsonNode priced = points.get(0);
    double cost =
        priced.get("used_nodes").intValue() * priced.get("predicted_seconds").doubleValue();
    assertThat(priced.get("cost").doubleValue()).isEqualTo(cost, within(1e-12));
    assertThat(points.get(1).get("cost").isNull()).isTrue();
    List<String> rows = read("c.csv").lines().toList();
    assertThat(rows.getFirst()).endsWith("," + ENERGY + ",node_hours,cost,on_front,failure");
    assertThat(rows.get(1)).endsWith("," + priced.get("cost").doubleValue() + ",yes,");
    assertThat(rows.get(2)).endsWith(",,");
    String shown = String.format(Locale.ROOT, "%.4g", cost);
    assertThat(text).contains("cheapest  platform=bluegene-l").contains(": " + shown + " a run");
    assertThat(read("c.html")).contains(">cost</th>", "Cheapest: " + shown + " a run");
    assertThat(sweep("d", "--vary seed=1,2").expectOut()).doesNotContain("cost", "cheapest");
    assertThat(sweep("e", "--vary seed=1 --set node.price_per_hour=2EUR")
            .err()
            .replaceAll("\\s+", " "))
        .contains("found 2EUR; expected none or a number such as 2.5, without a currency");
  }

  @Test
  void whatIsSetWithoutEffectIsSaidOnce() {
    assertThat(sweep(
                "j",
                "--set node.speed=1Gf --set network.link_bandwidth=1GBps --vary network.hop_latency=1us,2us")
            .err())
        .isEqualTo(
            "warning: node.speed was set but has no effect: computation takes its recorded time;"
                + " --compute-scale with the speed of the recording's processor, such as 10Gf, scales this time"
                + " to node.speed\n");
  }

  @Test
  void twoAxesThatAreTooLongForAListAreShownDownAndAcross() {
    String out = sweep(
            "j",
            "--set mpi.eager_limit=1MB --vary compute-scale=0:2:lin3 --vary network.link_bandwidth=1GBps:9GBps:lin9 --rows 2")
        .expectOut();
    List<String> lines = out.lines().toList();
    int title = lines.indexOf("(8 of 9)");

    assertThat(lines.get(0)).matches("Swept 27 points: \\S+ us to \\S+ ms");
    assertThat(lines.get(1))
        .isEqualTo("  fastest    compute-scale=0, network.link_bandwidth=2 GB/s");
    assertThat(lines)
        .anySatisfy(
            line -> assertThat(line).startsWith("Engine: loggp ").endsWith(", no contention"));
    assertThat(lines.get(title - 1))
        .isEqualTo(
            "Predicted, us: compute-scale down (2 of 3), network.link_bandwidth, GB/s across");
    assertThat(lines.get(title + 1).strip().split("  +"))
        .containsExactly("1", "2", "3", "4", "5", "6", "7", "9");
    assertThat(lines.subList(title + 2, title + 4))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("  0  "),
            last -> assertThat(last).startsWith("  2  "));
    JsonNode points = JsonMapper.shared()
        .readTree(sweep(
                "j",
                "--set mpi.eager_limit=1MB --vary compute-scale=0:2:lin3 --vary network.link_bandwidth=1GBps:9GBps:lin9 --json -")
            .expectOut())
        .get("points");
    String[] cells = lines.get(title + 3).strip().split(" +");
    assertThat(Double.parseDouble(cells[8].replace(",", "")) * 1e-6)
        .isEqualTo(points.get(26).get("predicted_seconds").doubleValue(), within(5.1e-7));
    assertThat(Double.parseDouble(cells[1].replace(",", "")) * 1e-6)
        .isEqualTo(points.get(18).get("predicted_seconds").doubleValue(), within(5.1e-7));
  }

  @Test
  void aPointThatCannotBeReplayedIsReportedAndTheOthersArePredicted() {
    trace = new Script(2)
        .send(0, 1, 1000)
        .send(1, 0, 1000)
        .receive(0, 1, 1000)
        .receive(1, 0, 1000)
        .write(folder.resolve("deadlock.ctrace"));

    Cli.Result result = sweep("j", "--vary mpi.eager_limit=100B,100KB --csv -");

    assertThat(result.exitCode()).isEqualTo(3);
    List<String> rows = result.out().lines().toList();
    assertThat(rows.get(1))
        .startsWith("0,100B,100.0,,,")
        .contains("the replay is deadlocked: 2 of 2 ranks wait forever; ");
    assertThat(rows.get(2)).startsWith("1,100KB,100000.0,").endsWith(",");
    assertThat(sweep("j", "--vary mpi.eager_limit=100B,100KB --quiet").out())
        .startsWith("Swept 2 points, 1 FAILED: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--vary network.hop_latency | --vary: found network.hop_latency; expected KEY=RANGE, such as network.link_bandwidth=50MBps:1GBps:log16",
        "--vary speed=1,2 | --vary: found key speed; expected platform, mapping, nodes, engine, deltas, seed,"
            + " compute-scale, fast-forward, ranks, compute-scale-at.SITE, job1.start or a key of the machine, such as"
            + " network.link_bandwidth",
        "--vary network.hop_latency=1us,2 | --vary network.hop_latency: found 2; expected a time with its unit (s, ms, us, ns, ps), such as 90ns (at point network.hop_latency=2)",
        "--vary network.hop_latenci=1us,2us | --vary network.hop_latenci: unknown key; did you mean network.hop_latency? (at point network.hop_latenci=1us)",
        "--vary network.shape=2x2x2,3x3x3 | bluegene-l: network.shape: found 8 nodes with 1 rank each, which hold 8 ranks; expected room for 27. Use fewer ranks, more nodes (--vary network.shape=...) or more ranks per node (--set node.mode=...) (at point network.shape=2x2x2)",
        "--vary deltas=avg,mean | --vary deltas: found mean; expected auto, avg, min, max or histogram (at point deltas=mean)",
        "--vary contention=none,links | --vary: found contention, which is no longer an option; expected --engine flows (messages share links) or --engine loggp (no contention)",
        "--vary platform=bluegene-l,bluegene-z | platform: found unknown machine bluegene-z; did you mean bluegene-l? tracecast platforms lists all machines (at point platform=bluegene-z)",
        "--vary platform=bluegene-l --platform bluegene-l | --vary: found platform, which --platform also sets; expected only one of the two",
        "--vary seed=1,1.5 | --vary seed: found 1.5; expected a whole number (at point seed=1.5)",
        "--vary compute-scale=1,-1 | --vary compute-scale: found -1; expected a factor such as 0.5, a ratio RECORDED/TARGET such as 3.5/2.8, or the recording processor's speed such as 10Gf (at point compute-scale=-1)",
        "--vary seed=1,2 --vary seed=3 | --vary: found seed twice; expected each key once",
        "--vary mapping=xyzt,txyz --mapping txyz | --vary: found mapping, which --mapping also sets; expected only one of the two",
        "--vary network.hop_latency=1us,2us --set network.hop_latency=3us | --vary: found network.hop_latency, which is also given with --set; expected only one of the two",
        "--zip --vary seed=1,2 --vary mapping=xyzt,txyz,zyxt | --zip: found 2 values of seed and 3 of mapping; expected the same number of values for each",
        "--vary seed=1:1000:lin1000 --vary compute-scale=1:1000:lin1000 | --vary: found more than 100000 points; expected fewer or shorter ranges",
        "--vary seed=1,2 --shard 3/2 | --shard: found 3/2; expected I/N with I from 1 to N, such as 1/4",
        "--vary seed=1,2 --shard 1/2 --csv x | --shard: found together with --csv; expected only one of the two. A shard only fills the journal; a later run without --shard writes the results",
        "--vary seed=1,2 --csv - --json - | --csv, --json: found - for both; expected standard output for only"
            + " one output",
        "--vary seed=1,2 --csv @none/x | --csv: found @none/x, which cannot be written (its folder does not exist); expected a file in a writable folder",
        "--vary seed=1,2 --batch slurm\t3 | --batch: found 3 shares of 2 points; expected 1 to 2 shares",
        "--vary seed=1,2 --batch slurm\t2 --shard 1/2 | --batch: found together with --shard; expected only one of the two",
        "--vary seed=1,2 --batch lsf | --batch: found lsf; expected one of slurm, flux, pbs, then the number of jobs and any options, such as 'slurm 8 --exclusive'",
        "--vary seed=1,2 --jobs 0 | --jobs: found 0; expected 1 to 1024",
        "--vary seed=1,2 --rows -1 | --rows: found -1; expected 0 or more rows"
      })
  void whatCannotBeSweptEndsInOneLineAndExitCode2(String options, String expected) {
    Cli.Result result = sweep("j", options);

    assertThat(result.err()).isEqualTo("error: " + expected.replace("@", folder + "/") + "\n");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(folder.resolve("j")).doesNotExist();
  }

  @Test
  void anErrorAtAPointQuotesNoMoreThanAHundredCharactersOfIt() {
    String longKey = "mpi." + "x".repeat(5000);

    Cli.Result result = sweep("j", "--vary " + longKey + "=1us,2us");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains(" (at point mpi.xxx")
        .contains("xxx=1us)")
        .hasSizeLessThan(500);
  }
}
