package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a prediction says about the cores that its computation was recorded on, and the speed of flops. */
class ComputationAssumptionTest {
  private static final String UNKNOWN =
      "  computation times of an unknown processor, not scaled (--compute-scale)";
  private static final String EPYC =
      "  computation times of AMD EPYC 7763, not scaled (--compute-scale)";

  @TempDir
  Path folder;

  private String generated() {
    return Cli.generate(folder.resolve("a.ctrace"), "stencil --ranks 4 --compute 1ms");
  }

  private String recordedOn(String host, String cpu) throws Exception {
    Path file = folder.resolve("recorded.ctrace");
    Trace trace = TraceFiles.read(Path.of(generated()));
    Provenance.Node node = new Provenance.Node(
        host,
        cpu,
        64,
        64,
        64,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        RankList.range(0, 4));
    Provenance provenance =
        new Provenance(Instant.EPOCH, "", "", Provenance.Counter.CPU_TIME, "", List.of(node));
    TraceFiles.write(
        trace.with(trace.events(), trace.header().withProvenance(provenance)), file, Encoding.TEXT);
    return file.toString();
  }

  private String flops() throws Exception {
    return Files.writeString(folder.resolve("flops.tit"), """
        0 init
        0 compute 2e9
        0 finalize
        """).toString();
  }

  private static Cli.Result predict(String trace, String platform, String... more) {
    List<String> words =
        new ArrayList<>(List.of("predict", trace, "--platform", platform, "--engine", "loggp"));
    words.addAll(Arrays.asList(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private static String secondLine(String out) {
    return out.lines().skip(1).findFirst().orElse("");
  }

  private static double seconds(Cli.Result result) {
    Matcher found = Pattern.compile("\"predicted_seconds\" : ([^,]+)").matcher(result.expectOut());
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @Test
  void theSecondLineOfAPredictionNamesTheProcessorOfTheRecording() throws Exception {
    assertThat(secondLine(predict(generated(), "bluegene-l").expectOut())).isEqualTo(UNKNOWN);
    assertThat(
            secondLine(predict(recordedOn("n1", "AMD EPYC 7763"), "bluegene-l").expectOut()))
        .isEqualTo(EPYC);
  }

  @Test
  void scaledTimesAndTheMachineOfTheRecordingNeedNoSuchLine() throws Exception {
    assertThat(predict(generated(), "bluegene-l", "--compute-scale", "3").expectOut())
        .doesNotContain(": not scaled (");
    assertThat(predict(generated(), "cluster", "--compute-scale", "10Gf").expectOut())
        .doesNotContain(": not scaled (");
    assertThat(predict(recordedOn("n1", "EPYC 7763"), "perlmutter").expectOut())
        .doesNotContain(": not scaled (");
    Path own = folder.resolve("own.yaml");
    try (InputStream cluster = PlatformCatalogue.class.getResourceAsStream("cluster.yaml")) {
      Files.writeString(
          own,
          new String(cluster.readAllBytes(), StandardCharsets.UTF_8)
              .replaceFirst("(?m)^description: .*$", "description: \"n1, measured today\""));
    }
    assertThat(predict(recordedOn("n1", "some CPU"), own.toString()).expectOut())
        .doesNotContain(": not scaled (");
  }

  @Test
  void aSweepOverMachinesNamesNoFastestOneWithoutIt() throws Exception {
    String page = folder.resolve("sweep.html").toString();
    String out = Cli.run(
            "sweep",
            recordedOn("n1", "AMD EPYC 7763"),
            "--engine",
            "loggp",
            "--vary",
            "platform=bluegene-l,cluster",
            "--html",
            page)
        .expectOut();

    String differ = EPYC.strip() + ", although the machines' node.speed differs";
    String words = out.replaceAll("\\s+", " ");
    assertThat(words.indexOf("fastest")).isGreaterThan(words.indexOf(differ)).isPositive();
    assertThat(words).contains(differ);
    assertThat(Files.readString(Path.of(page)).replace("&#39;", "'"))
        .contains("<p>C" + differ.substring(1));
    assertThat(Cli.run(
                "sweep",
                recordedOn("n1", "AMD EPYC 7763"),
                "--engine",
                "loggp",
                "--vary",
                "platform=cluster,fat-tree")
            .expectOut())
        .contains(EPYC)
        .doesNotContain("although");
  }

  /** A machine whose cores are faster or slower than the recorded core by a known factor. */
  @Test
  void theFactorOfAMachinesCoresIsAScaling() throws Exception {
    String own = Files.writeString(
            folder.resolve("own.yaml"), "extends: cluster\nnode.slowdown: 0.8\n")
        .toString();
    String out = predict(generated(), own).expectOut();
    assertThat(secondLine(out))
        .isEqualTo("  computation times of an unknown processor, times 0.8 (node.slowdown)");
    assertThat(out).doesNotContain("not scaled");

    String some = sweep("platform=cluster," + own);
    assertThat(some)
        .contains("computation times of an unknown processor, scaled by node.slowdown on 1 of 2"
            + " machines, otherwise not scaled (--compute-scale)");
    assertThat(sweep("platform=" + own))
        .contains("computation times of an unknown processor, times 0.8 (node.slowdown)");
    assertThat(sweep("node.slowdown=0.8,1"))
        .contains("as recorded, node.slowdown varied")
        .doesNotContain("not scaled");
  }

  private String sweep(String varied) {
    List<String> words =
        new ArrayList<>(List.of("sweep", generated(), "--engine", "loggp", "--vary", varied));
    if (!varied.startsWith("platform")) {
      words.addAll(List.of("--platform", "cluster"));
    }
    return Cli.run(words.toArray(String[]::new)).expectOut().replaceAll("\\s+", " ");
  }

  @Test
  void aComparisonAndThePagesHaveIt() throws Exception {
    String trace = recordedOn("n1", "AMD EPYC 7763");
    String page = folder.resolve("page.html").toString();

    String out = Cli.run(
            "compare",
            trace,
            "--platform",
            "bluegene-l",
            "--engine",
            "loggp",
            "--with",
            "cluster",
            "--html",
            page)
        .expectOut();
    assertThat(secondLine(out)).isEqualTo(EPYC);
    assertThat(Files.readString(Path.of(page))).contains("<p>C" + EPYC.strip().substring(1));

    predict(trace, "bluegene-l", "--html", page).expectOut();
    assertThat(Files.readString(Path.of(page))).contains("<p>C" + EPYC.strip().substring(1));
  }

  /** The ranks of the recording shared cores, so most of their time in MPI was a wait for a core. */
  @Test
  void recordedCommunicationStandsBesideWhyItDoesNotApply() throws Exception {
    Path page = folder.resolve("page.html");

    String out = predict("../examples/comd.16.ctrace", "cluster", "--html", page.toString())
        .expectOut();

    String spent = "in MPI. This time is not comparable with the prediction.";
    assertThat(out.replaceAll("\\s+", " "))
        .contains("Recorded with 16 ranks on 2 cores, where ranks spent ")
        .contains(spent);
    assertThat(Files.readString(page))
        .containsPattern("</data>\\*</td></tr>\\s*<tr><th [^>]*>\u2003of which waiting")
        .containsPattern(
            "</table>\\s*</div>\\s*<p>\\* Recorded with 16 ranks on 2 cores, .*" + spent);
    Cli.run("info", "../examples/comd.16.ctrace", "--html", page.toString()).expectOut();
    assertThat(Files.readString(page))
        .containsPattern("<p class=\"headline\">16 ranks with [0-9,]+ MPI calls in total;"
            + " an average rank computed for [0-9.]+ m?s\\. Its [0-9.]+ m?s in MPI calls do not apply"
            + " to other machines, because 16 ranks shared 2 cores\\.");
  }

  @Test
  void flopsTakeTheSpeedOfACoreAsInSimGrid() throws Exception {
    String trace = flops();

    Cli.Result slow = predict(trace, "cluster", "--set", "node.speed=1Gf", "--json", "-");
    assertThat(seconds(slow)).isEqualTo(2);
    assertThat(slow.err()).doesNotContain("no effect");
    assertThat(seconds(predict(trace, "cluster", "--json", "-"))).isEqualTo(0.2);
    assertThat(predict(trace, "cluster").expectOut())
        .contains("flops as recorded, at cluster's node.speed")
        .doesNotContain(": not scaled (");
    Path both = folder.resolve("flops.ctrace");
    for (List<String> form : List.of(List.of("--text"), List.<String>of())) {
      List<String> words = new ArrayList<>(List.of("import", trace, "-o", both.toString()));
      words.addAll(form);
      Cli.run(words.toArray(String[]::new)).expectOut();
      assertThat(seconds(predict(both.toString(), "cluster", "--json", "-"))).isEqualTo(0.2);
    }
  }

  @Test
  void whatAWarningProposesWorks() throws Exception {
    String counted = flops();
    assertThat(
            predict(counted, "cluster", "--set", "node.instruction_rate=1Gips").err())
        .contains("the trace counts flops; --set node.speed sets their rate");
    assertThat(predict(counted, "cluster", "--compute-scale", "20Gf").err())
        .contains("--compute-scale with a speed has no effect");

    String timed = generated();
    String set = "node.speed=5Gf";
    Cli.Result idle = predict(timed, "cluster", "--set", set, "--json", "-");
    assertThat(idle.err()).contains("--compute-scale with the speed", "such as 10Gf");
    assertThat(seconds(
            predict(timed, "cluster", "--set", set, "--compute-scale", "10Gf", "--json", "-")))
        .isGreaterThan(1.5 * seconds(idle));
  }
}
