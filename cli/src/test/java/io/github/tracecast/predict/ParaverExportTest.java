package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs that are written for Paraver, as our own importer reads them, and in the form of Extrae. */
class ParaverExportTest {
  private static final List<Pattern> RECORDS = List.of(
      Pattern.compile(
          "#Paraver \\(\\d\\d/\\d\\d/\\d{4} at \\d\\d:\\d\\d\\):\\d+_ns:\\d+\\([\\d,]+\\):1:\\d+\\((?:\\d+:\\d+,?)+\\),\\d+"),
      Pattern.compile("c:1:\\d+:\\d+(?::\\d+)+"),
      Pattern.compile("1(?::\\d+){7}"),
      Pattern.compile("2(?::\\d+){5}(?::\\d+:\\d+)+"),
      Pattern.compile("3(?::\\d+){14}"));

  private static final List<Pattern> RANKS = List.of(
      Pattern.compile("LEVEL (?:CPU|NODE|THREAD) SIZE \\d+"),
      Pattern.compile("THREAD 1\\.\\d+\\.1"),
      Pattern.compile("(?:\\d+\\.)?\\w*"));

  /** Keywords, options, colours, and numbers with their names; those of types of events have eight digits. */
  private static final List<Pattern> NAMES = List.of(
      Pattern.compile("|[A-Z]+(?:_[A-Z]+)?"),
      Pattern.compile("[A-Z]+(?:_[A-Z]+)* +[A-Z]\\w*(?: \\w+)*|[A-Z]+(?:_[A-Z]+)* +\\d+"),
      Pattern.compile("\\d+    \\{\\d+,\\d+,\\d+\\}"),
      Pattern.compile("\\d {2,4}\\d{8} {1,4}\\S.*"),
      Pattern.compile("\\d{1,4} {1,6}\\S.*"));

  @TempDir
  private Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static JsonNode json(String command) {
    return JsonMapper.shared()
        .readTree(Cli.run((command + " --json -").split(" ")).expectOut());
  }

  @ParameterizedTest
  @CsvSource({
    "stencil --ranks 8 --steps 5 --shape 3d --neighbours faces --bytes 8192 --compute 1e-4",
    "ring --ranks 4 --steps 3 --bytes 100000 --compute 1e-5",
    "alltoall --ranks 6 --steps 3 --bytes 1000 --compute 1e-5"
  })
  void aPredictedRunIsImportedWithTheSameCallsAndTimes(String pattern) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), pattern);
    JsonNode predicted = json(
        "predict " + trace + " --platform cluster --engine flows --timeline " + path("run.prv"));
    JsonNode imported = json("info " + path("run.prv"));
    JsonNode replayed = json("predict " + path("run.prv") + " --platform cluster --engine flows");

    assertThat(imported.get("calls").get("MPI_Send"))
        .isEqualTo(json("info " + trace).get("calls").get("MPI_Send"));
    assertThat(imported.get("messages")).isEqualTo(json("info " + trace).get("messages"));
    assertThat(imported.get("bytes")).isEqualTo(json("info " + trace).get("bytes"));
    // times in a file are whole nanoseconds
    double rounding = 1e-9 * predicted.get("mpi_calls").doubleValue();
    assertThat(replayed.get("recorded_mean_rank_seconds").doubleValue())
        .isCloseTo(predicted.get("mean_rank_seconds").doubleValue(), within(rounding));
    assertThat(replayed.get("recorded_communication_seconds").doubleValue())
        .isCloseTo(predicted.get("communication_seconds").doubleValue(), within(rounding));
    assertThat(replayed.get("predicted_seconds").doubleValue())
        .isCloseTo(predicted.get("predicted_seconds").doubleValue(), within(rounding));
  }

  @Test
  void theRecordedRunIsImportedWithTheSameCallsAndTimes() {
    String heat = "../examples/heat.ctrace";
    Cli.run("export", heat, "--to", "paraver", "-o", path("heat.prv")).expectOut();
    JsonNode recorded = json("info " + heat);
    JsonNode imported = json("info " + path("heat.prv"));

    for (String call : List.of("MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Allreduce")) {
      assertThat(imported.get("calls").get(call))
          .as(call)
          .isEqualTo(recorded.get("calls").get(call));
    }
    assertThat(imported.get("message_sizes")).isEqualTo(recorded.get("message_sizes"));
    String predict = " --platform cluster --engine flows";
    JsonNode again = json("predict " + path("heat.prv") + predict);
    JsonNode first = json("predict " + heat + predict);
    for (String time : List.of("recorded_compute_seconds", "recorded_communication_seconds")) {
      assertThat(again.get(time).doubleValue())
          .as(time)
          .isCloseTo(first.get(time).doubleValue(), within(1e-9 * 4000));
    }
    assertThat(again.get("predicted_seconds").doubleValue())
        .isCloseTo(first.get("predicted_seconds").doubleValue(), within(2e-5));
  }

  @Test
  void everyLineHasTheFormOfExtraeAndTheRecordsAreInTheOrderOfTime() throws IOException {
    Cli.run("export", "../examples/heat.ctrace", "--to", "paraver", "-o", path("heat.prv"))
        .expectOut();
    long before = 0;
    for (String line : lines(folder.resolve("heat.prv"))) {
      if (line.matches("[123]:.*")) {
        long time = Long.parseLong(line.split(":")[5]);
        assertThat(time).as(line).isGreaterThanOrEqualTo(before);
        before = time;
      }
    }
    check(folder, "heat");
    assertThat(Files.readString(folder.resolve("heat.pcf")))
        .contains("\n9   50000001    MPI Point-to-point\nVALUES\n", "\n3   MPI_Isend\n")
        .contains("\n0    70000001    Caller at level 1\n", " exchange\n", " 67 (heat.c)\n");
  }

  /** What the others' files have is what our patterns demand. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void theFilesOfExtraeHaveThisForm(int ranks) throws IOException {
    String name = "epoch_" + ranks + "proc";
    check(SharedTracesTest.shared("paraver/" + name + ".pcf").toAbsolutePath().getParent(), name);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void aRunOfExtraeIsWrittenWithItsCallsAndTimes(int ranks) {
    String extrae =
        SharedTracesTest.shared("paraver/epoch_" + ranks + "proc.prv.gz").toString();
    Cli.run("compress", extrae, "--deltas-detail", "all", "-o", path("epoch.ctrace"))
        .expectOut();
    Cli.run("export", path("epoch.ctrace"), "--to", "paraver", "-o", path("epoch.prv"))
        .expectOut();

    assertThat(json("info " + path("epoch.prv")).get("calls"))
        .isEqualTo(json("info " + path("epoch.ctrace")).get("calls"));
    String predict = " --platform cluster --engine loggp";
    JsonNode again = json("predict " + path("epoch.prv") + predict);
    JsonNode first = json("predict " + path("epoch.ctrace") + predict);
    for (String time : List.of("recorded_compute_seconds", "recorded_communication_seconds")) {
      assertThat(again.get(time).doubleValue())
          .as(time)
          .isCloseTo(first.get(time).doubleValue(), within(1e-4));
    }
  }

  private static void check(Path folder, String name) throws IOException {
    Path plain = folder.resolve(name + ".prv");
    Path prv = Files.exists(plain) ? plain : folder.resolve(name + ".prv.gz");
    assertForm(lines(prv), RECORDS);
    assertForm(lines(folder.resolve(name + ".row")), RANKS);
    assertForm(lines(folder.resolve(name + ".pcf")), NAMES);
  }

  private static List<String> lines(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        BufferedReader in = new BufferedReader(new InputStreamReader(
            file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes,
            StandardCharsets.ISO_8859_1));
        Stream<String> lines = in.lines()) {
      return lines.toList();
    }
  }

  private static void assertForm(List<String> lines, List<Pattern> forms) {
    assertThat(lines).isNotEmpty();
    assertThat(lines.stream()
            .filter(line -> forms.stream().noneMatch(form -> form.matcher(line).matches())))
        .isEmpty();
  }

  @Test
  void anotherEndingIsRefused() {
    Cli.Result result =
        Cli.run("export", "../examples/heat.ctrace", "--to", "paraver", "-o", path("heat.txt"));

    assertThat(result.err())
        .isEqualTo("error: --output: found " + path("heat.txt")
            + "; expected a file that ends in .prv, beside which .pcf and .row are written\n");
    assertThat(result.exitCode()).isEqualTo(2);
  }
}
