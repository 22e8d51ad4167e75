package io.github.tracecast.predict;

import static io.github.tracecast.predict.report.chart.PackedAmountsTest.unpacked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.predict.cli.options.reports.Checksums;
import io.github.tracecast.predict.documents.Documents;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.print.PredictionJson;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.prediction.PredictionReport;
import io.github.tracecast.predict.sweep.Variations;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlReportTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><img src=x>'\\\"&<!--";

  @TempDir
  private Path folder;

  private Path page() {
    return folder.resolve("report.html");
  }

  private String stencil() {
    return Cli.generate(
        folder.resolve("stencil.ctrace"),
        "stencil --ranks 27 --steps 10 --compute 1e-4 --bytes 8192");
  }

  private String report(String trace, String more) throws IOException {
    Cli.run(("predict " + trace + " --platform bluegene-l --engine loggp --quiet --html " + page()
                + " " + more)
            .strip()
            .split(" "))
        .expectOut();
    return Files.readString(page());
  }

  /** The page's block of figures. */
  static JsonNode data(String html) {
    return JsonMapper.shared()
        .readTree(found("<script type=\"application/json\" id=\"data\">(.*?)</script>", html)
            .getFirst());
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(text)
        .results()
        .map(m -> m.group(1))
        .toList();
  }

  /** The page of a made-up prediction. */
  static String made(Prediction prediction, Trace trace) throws IOException {
    StringWriter out = new StringWriter();
    PredictionReport.of(
            prediction,
            PreparedTrace.of("trace", trace),
            null,
            Optional.empty(),
            Variations.NONE,
            new Reproduction("tracecast", "0.1.0", "loggp 1", List.of()))
        .write(out, json -> PredictionJson.write(prediction, json, PredictionReport.MOST_ROWS));
    return out.toString();
  }

  @Test
  void thePageAsksForNothingFromOutside() throws IOException {
    String html = report(stencil(), "");
    String own = html.replaceAll("(?s)<script>.*?</script>", "");

    assertThat(own).doesNotContain("http:", "https:", "url(", "@import", "<link", "<img", " src=");
    assertThat(found("href=\"([^\"]*)\"", html)).isNotEmpty().allMatch(to -> to.startsWith("#"));
    assertThat(html)
        .contains("content=\"default-src &#39;none&#39;; script-src &#39;sha256-")
        .doesNotContain("sourceMappingURL", "<script src");
  }

  @Test
  void everyAnchorLeadsSomewhere() throws IOException {
    String html = report(stencil(), "").replaceAll("(?s)<script>.*?</script>", "");

    assertThat(found(" id=\"([^\"]*)\"", html))
        .doesNotHaveDuplicates()
        .containsAll(found("href=\"#([^\"]*)\"", html))
        .containsAll(found("aria-labelledby=\"([^\"]*)\"", html));
  }

  @Test
  void figuresAreThoseOfTheJson() throws IOException {
    Path json = folder.resolve("prediction.json");
    String html = report(stencil(), "--json " + json);
    JsonNode figures = JsonMapper.shared().readTree(Files.readString(json));

    assertThat(data(html).get("prediction")).isEqualTo(figures);
    assertThat(html)
        .contains(
            "<strong><data value=\"" + figures.get("predicted_seconds").doubleValue() + "\">");
    List<String> cells = found("<data value=\"([^\"]*)\"", html);
    for (JsonNode site : figures.get("by_call_site")) {
      assertThat(cells)
          .contains(
              site.get("calls").toString(),
              Double.toString(site.get("seconds").doubleValue()),
              Double.toString(site.get("max_seconds").doubleValue()),
              Double.toString(site.get("percent_of_mpi").doubleValue()));
    }
    JsonNode series = data(html).get("charts").get("ranks-chart").get("series");
    for (JsonNode rank : figures.get("by_rank")) {
      int number = rank.get("rank").intValue();
      assertThat(series.get(0).get("values").get(number)).isEqualTo(rank.get("compute_seconds"));
      assertThat(series.get(1).get("values").get(number)).isEqualTo(rank.get("waiting_seconds"));
    }
  }

  /** Rank 1 computes 10, 20, ... 80 us before its barriers. */
  private Path spread() throws IOException {
    StringBuilder listing = new StringBuilder("ranks 2\ngroup 0 (0 1 2)\n"
        + "communicator 0 group 0 MPI_COMM_WORLD\ncommunicator 1 self MPI_COMM_SELF\n");
    for (int rank = 0; rank < 2; rank++) {
      listing.append("rank " + rank + "\n0 MPI_Init site=i\n");
      for (int call = 1; call <= 40; call++) {
        listing.append(call + " MPI_Barrier compute=" + 10 * (1 + rank * (call % 8))
            + "us communicator=0 site=b\n");
      }
    }
    Path calls = Files.writeString(folder.resolve("calls.txt"), listing);
    Path trace = folder.resolve("spread.ctrace");
    Cli.run("compress", "" + calls, "--deltas-detail", "shared", "-o", "" + trace)
        .expectOut();
    return trace;
  }

  private double[] computation(String deltas) throws IOException {
    Path json = folder.resolve("prediction.json");
    String html = report(
        "" + spread(),
        "--deltas " + deltas + " --timeline " + folder.resolve("t.json") + ":ranks=1 --json "
            + json);
    JsonNode chart = data(html).get("charts").get("computation-chart");
    assertThat(chart.get("scattered").asBoolean()).isTrue();
    assertThat(html).contains("Computation of rank 1 between its successive calls");
    double[] values = chart
        .get("lines")
        .get(0)
        .get("values")
        .valueStream()
        .mapToDouble(JsonNode::doubleValue)
        .toArray();
    assertThat(chart.get("places").valueStream().map(JsonNode::doubleValue))
        .hasSize(values.length)
        .isSorted();
    assertThat(Arrays.stream(values).sum())
        .isCloseTo(
            JsonMapper.shared()
                .readTree(Files.readString(json))
                .get("by_rank")
                .get(1)
                .get("compute_seconds")
                .doubleValue(),
            within(1e-12));
    return values;
  }

  /** The first barrier follows another call than the other 39, so it has an average of its own. */
  @Test
  void computationBetweenCallsIsConstantWithAveragesAndScatteredWithHistograms()
      throws IOException {
    assertThat(Arrays.stream(computation("avg")).skip(1).distinct().count()).isEqualTo(1);
    assertThat(Arrays.stream(computation("histogram")).skip(1).distinct().count())
        .isGreaterThan(4);
  }

  @Test
  void theMatrixAddsUpToAllMessages() throws IOException {
    JsonNode data = data(report(stencil(), ""));
    JsonNode matrix = data.get("charts").get("traffic-chart");
    double messages = Arrays.stream(unpacked(matrix.get("messages"))).sum();
    double bytes = Arrays.stream(unpacked(matrix.get("bytes"))).sum();
    int cells = 0;
    for (int run = 1; run < matrix.get("runs").size(); run += 2) {
      cells += matrix.get("runs").get(run).intValue();
    }
    assertThat(unpacked(matrix.get("bytes"))).hasSize(cells);
    assertThat(messages)
        .isPositive()
        .isEqualTo(data.get("prediction").get("messages").doubleValue());
    assertThat(bytes)
        .isPositive()
        .isCloseTo(data.get("prediction").get("bytes").doubleValue(), withPercentage(0.01));
  }

  /** A colour's scale ends at the bytes that the caption states. */
  @Test
  void theScaleOfTheMatrixGoesFromTheLeastToTheMostBytes() throws IOException {
    String html = report(stencil(), "");
    JsonNode matrix = data(html).get("charts").get("traffic-chart");
    double[] bytes = unpacked(matrix.get("bytes"));

    assertThat(matrix.get("least_bytes").doubleValue())
        .isPositive()
        .isCloseTo(Arrays.stream(bytes).min().getAsDouble(), withPercentage(0.1));
    assertThat(matrix.get("most_bytes").doubleValue())
        .isCloseTo(Arrays.stream(bytes).max().getAsDouble(), withPercentage(0.1));
    assertThat(html)
        .contains(
            "The largest has " + Numbers.count(matrix.get("most_bytes").longValue()) + " B from ");
  }

  @Test
  void everyLinkIsInTheHistogram() throws IOException {
    JsonNode data = data(report(stencil(), ""));

    double links = 0;
    for (JsonNode series : data.get("charts").get("links-chart").get("series")) {
      for (JsonNode count : series.get("values")) {
        links += count.doubleValue();
      }
    }
    assertThat(links)
        .isPositive()
        .isEqualTo(data.get("prediction").get("links_used").doubleValue());
  }

  @Test
  void everyWarningIsOnThePageAndNothingFromTheTraceRunsThere() throws IOException {
    Path trace = folder.resolve("hostile.ctrace");
    Cli.generate(trace, "pingpong --compute 1e-3 --text");
    Files.writeString(
        trace,
        Files.readString(trace)
            .replaceFirst("(origin .*\n)", "$1note \"" + quoted() + "\"\nnote \"second\"\n")
            .replaceFirst("\"pingpong/ping[^\"]*\"", "\"" + quoted() + "\""));

    String html = report(trace.toString(), "--set node.speed=5Gf");

    String escaped =
        "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x&gt;&#39;\\&quot;&amp;&lt;!--";
    assertThat(found("<li>([^<]*)</li>", html))
        .contains("second", escaped.replace("\\", ""))
        .anyMatch(warning -> warning.startsWith("node.speed was set but has no effect"));
    assertThat(found("(<script[^>]*>)", html))
        .containsExactly("<script type=\"application/json\" id=\"data\">", "<script>", "<script>");
    assertThat(html).doesNotContain("<img", "alert(1)</script>");
    assertThat(data(html).get("prediction").get("warnings").values().stream()
            .map(JsonNode::stringValue))
        .contains("second", "</script><script>alert(1)</script><img src=x>'\"&<!--");
  }

  private static String quoted() {
    return HOSTILE.replace("\\", "\\\\\\");
  }

  @Test
  void inputsAreToldByTheirChecksums() throws Exception {
    String trace = stencil();
    Path platform = folder.resolve("mine.yaml");
    Files.writeString(platform, "extends: bluegene-l\nnetwork.hop_latency: 100ns\n");

    Cli.run(
            "predict",
            trace,
            "--platform",
            platform.toString(),
            "--engine=loggp",
            "--set",
            "network.link_bandwidth=350 MBps",
            "--html",
            page().toString())
        .expectOut();

    String html = Files.readString(page());
    assertThat(html)
        .contains(sha256(Path.of(trace)), sha256(platform))
        .contains("<code>tracecast predict " + trace + " --platform " + platform
            + " --engine=loggp --set &#39;network.link_bandwidth=350 MBps&#39; --html " + page()
            + "</code>");
  }

  @Test
  void aFolderIsToldByTheChecksumsOfItsFiles() throws Exception {
    Path run = Files.createDirectories(folder.resolve("run"));
    for (String name : List.of("a", "b")) {
      Files.createDirectory(run.resolve(name));
      Files.writeString(run.resolve(name).resolve("file"), name);
    }

    String sha256 = Checksums.of(run, "cluster", "default").getFirst().sha256();

    // printf %s a | sha256sum and so on, as the page says
    String lines = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  ./a/file\n"
        + "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  ./b/file\n";
    Path listing = Files.writeString(folder.resolve("listing"), lines);
    assertThat(sha256).isEqualTo(sha256(listing));
  }

  @Test
  void aPageThatCannotBeWrittenIsRefusedBeforeTheReplay() {
    String target = folder.resolve("none/report.html").toString();

    Cli.Result result = Cli.run("predict", "no.ctrace", "--platform", "cluster", "--html", target);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: --html: found " + target
            + ", which cannot be written (its folder does not exist)");
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  @Test
  void theSamePredictionGivesTheSameBytes() throws IOException {
    Prediction prediction = BigPrediction.of(100);
    Trace trace = Importers.read(Path.of(stencil()));

    assertThat(made(prediction, trace)).isEqualTo(made(prediction, trace));
  }

  @Test
  void manyRanksSitesAndSkippedLoopsStaySmall() throws IOException {
    Prediction prediction = BigPrediction.of(65_536);
    Trace trace = Importers.read(Path.of(stencil()));

    String html = made(prediction, trace);

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isBetween(500_000, 1_050_000);
    JsonNode chart = data(html).get("charts").get("ranks-chart");
    assertThat(chart.get("labels").values().stream().map(JsonNode::stringValue))
        .hasSize(128)
        .startsWith("0–511")
        .endsWith("65024–65535");
    List<String> series = chart.get("series").values().stream()
        .map(s -> s.get("name").stringValue())
        .toList();
    assertThat(series)
        .containsExactly("computation", "waiting", "work in calls", "earliest end", "latest end");
    double latest = chart.get("series").get(4).get("values").values().stream()
        .mapToDouble(JsonNode::doubleValue)
        .max()
        .orElseThrow();
    assertThat(latest).isEqualTo(prediction.predictedSeconds());
    assertThat(prediction.warnings())
        .allMatch(warning -> html.contains("<li>" + warning + "</li>"));
  }

  @Test
  void aColumnHasItsUnitInItsHeadAndNumbersAloneInItsCells() throws IOException {
    String html = report(stencil(), "--sensitivity").replaceAll("(?s)<script.*?</script>", "");

    assertThat(found("<data value=\"[^\"]*\">([^<]*)</data></t[dh]>", html))
        .hasSizeGreaterThan(100)
        .allMatch(text -> text.matches("[-+<]?[0-9.,]+(e[-+]?[0-9]+)?|any"));
    assertThat(found("<th scope=\"col\"[^>]*>((?:end|average|max|computation)[^<]*)</th>", html))
        .isNotEmpty()
        .allMatch(head -> head.matches(".*, (ms|us|%)"));
  }

  @Test
  void aTimeTooShortForItsColumnKeepsTheColumnsUnit() {
    TimeUnit milliseconds = TimeUnit.of(0.0153);

    Table table = Table.plain("Times", "time, ms", "change, ms");
    table.row(Table.Cell.time(milliseconds, 0.0153), Table.Cell.change(milliseconds, 1e-3));
    table.row(Table.Cell.time(milliseconds, 4.604e-6), Table.Cell.change(milliseconds, -5e-3));
    table.row(Table.Cell.time(milliseconds, 1e-8), Table.Cell.change(milliseconds, 6.4e-5));
    table.row(Table.Cell.time(milliseconds, 0), Table.Cell.change(milliseconds, -1e-18));
    Html html = new Html();
    table.write(html);

    assertThat(found(">([^<>]*)</data>", html.toString()))
        .containsExactly(
            "15.3000", "+1.000", "0.0046", "-5.000", "&lt;0.0001", "+0.064", "0.0000", "0.000");
  }

  @Test
  void barsThatAreAlikeBecomeOneSentence() throws IOException {
    String trace = Cli.generate(folder.resolve("alike.ctrace"), "barrier --ranks 16");

    String html = report(trace, "");

    assertThat(html)
        .contains("There is no chart, because all ranks are equal within 2% of the run. 16 ranks.");
    assertThat(data(html).get("charts").has("ranks-chart")).isFalse();
    assertThat(data(report(stencil(), "")).get("charts").has("ranks-chart")).isTrue();
  }

  @Test
  void histogramsHaveTheBinsThatTheirDataNeed() throws IOException {
    Path trace = folder.resolve("heat.ctrace"); // the repository's path may have blanks
    Files.copy(Documents.repository().resolve("examples/heat.ctrace"), trace);
    String html = report(trace.toString(), "");
    List<JsonNode> charts = data(html).get("charts").properties().stream()
        .filter(chart -> chart.getKey().startsWith("deltas-site-"))
        .map(chart -> chart.getValue())
        .toList();

    assertThat(charts).hasSizeGreaterThan(3);
    JsonNode many = charts.getFirst(); // 25,600 values over more than three orders of magnitude
    assertThat(many.get("labels")).hasSize(16);
    assertThat(many.get("x").stringValue())
        .isEqualTo("time before the call, us, logarithmic scale");
    JsonNode few = charts.stream() // 1,280 values
        .min(Comparator.comparingInt(chart -> chart.get("labels").size()))
        .orElseThrow();
    assertThat(few.get("labels")).hasSize(12);
    assertThat(few.get("x").stringValue()).isEqualTo("time before the call, us");
    assertThat(html).containsPattern("<summary>\\d call sites? with less than 1% of the time each");
    String constant = found(
            "<caption>Times whose standard deviation is below 5% of their average, or of which only averages are known</caption>(.*?)</table>",
            html)
        .getFirst();
    assertThat(found("<th scope=\"row\"><data value=\"(\\d+)\"", constant))
        .containsExactly("1", "9", "2");
    assertThat(charts.size() + 3).isEqualTo(8);
  }

  @Test
  void scalesOfColoursAreSaid() throws IOException {
    assertThat(report(stencil(), ""))
        .contains("A stronger colour means more bytes, on a logarithmic scale.")
        .contains("on a linear scale from 0 to 600%");
  }

  @Test
  void theHistogramOfLinksEndsWhereTheBusiestLinkIs() throws IOException {
    JsonNode data = data(report(stencil(), ""));
    JsonNode labels = data.get("charts").get("links-chart").get("labels");
    String last = labels.get(labels.size() - 1).stringValue();

    assertThat(
            100 * data.get("prediction").get("links").get(0).get("utilization").doubleValue())
        .isBetween(550.0, 600.0);
    assertThat(last).isEqualTo("550–600");
  }

  @Test
  void linksThatAreAllAlikeAreOneSentence() throws IOException {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "pingpong --ranks 2 --bytes 8192");

    Cli.run(("predict " + trace + " --platform cluster --set node.ranks_per_node=1 --engine loggp"
                + " --quiet --html " + page())
            .split(" "))
        .expectOut();

    assertThat(Files.readString(page()))
        .contains("There is no chart, because each link uses from ")
        .doesNotContain("links-chart");
  }

  @Test
  void aReportMayGoToStandardOutputButNotBesideJson() throws IOException {
    String command = "predict " + stencil() + " --platform bluegene-l --engine loggp --html - ";

    assertThat(Cli.run(command.strip().split(" ")).expectOut())
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n");
    assertThat(Cli.run((command + "--json -").split(" ")).err())
        .isEqualTo(
            "error: --json, --html: found - for both; expected standard output for only one output\n");
  }

  @Test
  void aTraceWithoutMessagesOrComputationHasAReport() throws IOException {
    String html = report(Cli.generate(folder.resolve("b.ctrace"), "barrier --ranks 4"), "");

    assertThat(html).contains("No messages between ranks.", "The trace recorded no computation.");
  }

  @Test
  void textAndStructureMatch() throws IOException {
    String html = report(stencil(), "").replaceAll("(?s)<script.*?</script>", "");

    for (String tag : List.of("section", "table", "figure", "main", "details", "tr", "td", "dl")) {
      assertThat(found("(<" + tag + "[ >])", html)).hasSameSizeAs(found("(</" + tag + ">)", html));
    }
    assertThat(Pattern.compile("<table").matcher(html).results().map(MatchResult::start))
        .hasSameSizeAs(found("(<caption>)", html));
  }

  @Test
  void theTopologyIsDrawnWithTheRankOfEachPosition() throws IOException {
    String picture = topology(report(stencil(), ""));

    assertThat(picture)
        .contains("The 3 x 3 x 3 grid, 26 neighbours, contains 100.0% of the messages");
    assertThat(found("<text [^>]*>([0-9]+)</text>", picture))
        .hasSize(27)
        .startsWith("0", "1")
        .doesNotHaveDuplicates();
    assertThat(picture)
        .doesNotContain("class=\"left-over\"")
        .contains("No message is outside the topology.");
  }

  @Test
  void messagesBesideTheTopologyAreDrawnAsArcs() throws IOException {
    StringBuilder actions = new StringBuilder();
    int ranks = 40;
    for (int rank = 0; rank < ranks; rank++) {
      int next = (rank + 1) % ranks;
      int before = (rank + ranks - 1) % ranks;
      actions.append(rank).append(" init\n");
      for (int step = 0; step < 9; step++) {
        actions.append(rank).append(" isend ").append(next).append(" 0 100 6\n");
        actions.append(rank).append(" recv ").append(before).append(" 0 100 6\n");
        actions
            .append(rank)
            .append(" wait ")
            .append(rank)
            .append(' ')
            .append(next)
            .append(" 0\n");
      }
      actions.append(rank == 0 ? "0 recv 17 1 8 6\n" : "");
      actions.append(rank == 17 ? "17 send 0 1 8 6\n" : "");
      actions.append(rank).append(" finalize\n");
    }
    Path trace = folder.resolve("ring.tit");
    Files.writeString(trace, actions);

    String picture = topology(report(trace.toString(), ""));

    assertThat(picture)
        .contains("ring of 40, 2 neighbours")
        .contains("class=\"left-over\"")
        .contains("Red arcs are messages outside the topology: between 1 pair.")
        .contains("<data value=\"17\">17</data>");
  }

  @Test
  void messagesFromARankToItselfAreStatedBesideTheTopology() throws IOException {
    StringBuilder actions = new StringBuilder();
    int ranks = 8;
    for (int rank = 0; rank < ranks; rank++) {
      int next = (rank + 1) % ranks;
      int before = (rank + ranks - 1) % ranks;
      actions.append(rank).append(" init\n");
      for (int to : new int[] {next, rank}) {
        int from = to == rank ? rank : before;
        actions.append(rank + " isend " + to + " 0 100 6\n");
        actions.append(rank + " recv " + from + " 0 100 6\n");
        actions.append(rank + " wait " + rank + " " + to + " 0\n");
      }
      actions.append(rank).append(" finalize\n");
    }
    Path trace = folder.resolve("self.tit");
    Files.writeString(trace, actions);

    assertThat(topology(report(trace.toString(), "")))
        .contains("The ring of 8, 2 neighbours, contains ")
        .contains("No message between two ranks is outside the topology."
            + " 8 messages are from a rank to itself.");
  }

  @Test
  void neighboursInADimensionOfTwoAreExplained() throws IOException {
    String trace =
        Cli.generate(folder.resolve("flat.ctrace"), "stencil --shape 8x2 --neighbours faces");

    assertThat(topology(report(trace, "")))
        .contains(
            "In a dimension of 2, a rank has one neighbour, also if the dimension is closed.");
  }

  @Test
  void aPictureOfManyRanksStaysSmall() throws IOException {
    String trace = Cli.generate(
        folder.resolve("big.ctrace"),
        "stencil --shape 3d --neighbours faces --ranks 4096 --steps 2");

    String picture = topology(report(trace, "--rows 0"));

    assertThat(picture)
        .contains("16 x 16 x 16 grid", "Lines between panels are not drawn")
        .hasSizeLessThan(400_000);
  }

  private static String topology(String html) {
    return found("<section id=\"topology\"(.*?)</section>", html).getFirst();
  }
}
