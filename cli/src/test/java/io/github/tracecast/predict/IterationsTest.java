package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose ranks are slow in turns, from single times. */
class IterationsTest {
  private static final int RANKS = 6;

  @TempDir
  private Path folder;

  /** All ranks synchronise after each step, which takes some of them 1 million instructions and others 20. */
  private Path run(int steps) throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < RANKS; rank++) {
      text.append(rank).append(" init\n");
    }
    for (int step = 0; step < steps; step++) {
      for (int rank = 0; rank < RANKS; rank++) {
        for (int call = 0; call < 6; call++) {
          text.append(rank)
              .append(" compute ")
              .append(random.nextInt(4) == 0 ? 20_000_000 : 1_000_000 + random.nextInt(1000))
              .append('\n');
          text.append(rank).append(" allreduce ").append(8 * (call + 1)).append(" 0\n");
        }
      }
    }
    for (int rank = 0; rank < RANKS; rank++) {
      text.append(rank).append(" finalize\n");
    }
    return Files.writeString(folder.resolve("run.tit"), text);
  }

  private Path compressed(Path run, String... options) {
    Path trace = folder.resolve(String.join("", options) + ".ctrace");
    String[] words = new String[4 + options.length];
    words[0] = "compress";
    words[1] = run.toString();
    words[2] = "-o";
    words[3] = trace.toString();
    System.arraycopy(options, 0, words, 4, options.length);
    Cli.run(words).expectOut();
    return trace;
  }

  private static double seconds(Path trace, String... options) throws IOException {
    Path json = Files.createTempFile(trace.getParent(), "prediction", ".json");
    String[] words = new String[9 + options.length];
    System.arraycopy(
        new String[] {
          "predict",
          trace.toString(),
          "--platform",
          "cluster",
          "--engine",
          "flows",
          "--quiet",
          "--json",
          json.toString()
        },
        0,
        words,
        0,
        9);
    System.arraycopy(options, 0, words, 9, options.length);
    Cli.run(words).expectOut();
    String text = Files.readString(json);
    String key = "\"predicted_seconds\"";
    String rest = text.substring(text.indexOf(key) + key.length());
    return Double.parseDouble(
        rest.substring(rest.indexOf(':') + 1, rest.indexOf(',')).strip());
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 300})
  void aTraceOfTheDefaultPredictsLikeAllTimes(int steps) throws IOException {
    Path run = run(steps);
    double all = seconds(compressed(run, "--deltas-detail", "all"));

    assertThat(seconds(compressed(run, "--deltas-detail", "groups"))).isLessThan(0.7 * all);
    assertThat(seconds(compressed(run))).isCloseTo(all, within(0.02 * all));
  }

  @Test
  void averagesAreStillThereToAskFor() throws IOException {
    Path run = run(300);
    double groups = seconds(compressed(run, "--deltas-detail", "groups"));

    assertThat(seconds(compressed(run), "--deltas", "avg"))
        .isCloseTo(groups, within(0.05 * groups));
  }

  @Test
  void theReportStatesWhatAveragesPredict() throws IOException {
    Path trace = compressed(run(300));
    String report = Cli.run(
            "predict", trace.toString(), "--platform", "cluster", "--engine", "flows")
        .expectOut();

    assertThat(report.lines().skip(1).findFirst())
        .hasValueSatisfying(
            line -> assertThat(line).contains(" if each iteration took the average time"));
    assertThat(report).contains("iterations of the trace, one after another");
  }

  /** A trace as if it was recorded on so many processors, for which ranks waited this share of the run. */
  private Path recording(int processors, double waited) throws IOException {
    Path file = compressed(run(300));
    Trace trace = TraceFiles.read(file);
    Provenance.Node node = new Provenance.Node(
        "n1",
        "CPU",
        processors,
        processors,
        processors,
        OptionalDouble.empty(),
        OptionalDouble.of(waited),
        RankList.range(0, RANKS));
    Header header = trace
        .header()
        .withProvenance(
            new Provenance(Instant.EPOCH, "", "", Provenance.Counter.CPU_TIME, "", List.of(node)));
    TraceFiles.write(trace.with(trace.events(), header), file, Encoding.BINARY);
    return file;
  }

  private String reportOfRecording(int processors) throws IOException {
    String file = recording(processors, 0).toString();
    return Cli.run("predict", file, "--platform", "cluster", "--engine", "flows")
        .expectOut()
        .lines()
        .skip(1)
        .limit(7)
        .collect(Collectors.joining(" "));
  }

  @Test
  void theReportNamesProcessorsThatRanksSharedInTheRecordingAndRetime() throws IOException {
    assertThat(reportOfRecording(RANKS - 1))
        .containsPattern("^[0-9.]+ m?s if each iteration took the average time\\. ")
        .containsPattern(
            "parallel efficiency .* load balance and serialisation are too low, because ranks"
                + " shared cores in the\\s+recorded run; tracecast retime measures one rank at a time");
  }

  @Test
  void infoSaysThatTimesDoNotIncludeTheWaitsOfTheRecordingAfterRetime() throws IOException {
    Path file = recording(1, 0.98);
    String recorded = Cli.run("info", file.toString()).expectOut().replaceAll("\\s+", " ");
    Trace trace = TraceFiles.read(file);
    TraceFiles.write(
        trace.with(trace.events(), trace.header().withTimesOf("0 1", "cpu-time")),
        file,
        Encoding.BINARY);
    String retimed = Cli.run("info", file.toString()).expectOut().replaceAll("\\s+", " ");

    assertThat(recorded)
        .contains("98% of the run waiting for a processor")
        .doesNotContain("before retime");
    assertThat(retimed)
        .contains("98% of the run waiting for a processor before retime measured the times");
  }

  @Test
  void theReportStatesAveragesAloneWhereEachRankHadAProcessor() throws IOException {
    assertThat(reportOfRecording(RANKS))
        .containsPattern("^[0-9.]+ m?s if each iteration took the average time\\.")
        .contains("parallel efficiency ")
        .doesNotContain("shared", "retime");
  }

  @Test
  void infoStatesTheFormAndItsBound() throws IOException {
    assertThat(Cli.run("info", compressed(run(300)).toString()).expectOut())
        .containsPattern("times +64 representative iterations of 1800, run time within [0-9.]+%");
  }

  @Test
  void anExportHasTheSameTimes() throws IOException {
    Path trace = compressed(run(30));
    Path exported = folder.resolve("exported");
    Cli.run("export", trace.toString(), "--to", "tit", "-o", exported.toString())
        .expectOut();
    double there = seconds(trace);

    assertThat(seconds(compressed(exported, "--deltas-detail", "all")))
        .isCloseTo(there, within(0.01 * there));
  }
}
