package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExtrapolateCommandTest {
  @TempDir
  private Path folder;

  /** Calls, sizes, partners, order and computation equal those of the pattern at that size, rank by rank. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "stencil --shape 1d --steps 10",
        "stencil --shape 2d --steps 10 --compute 0.001",
        "stencil --shape 3d --steps 4 --neighbours faces",
        "stencil:periodic --shape 2d --steps 7 --neighbours faces",
        "wavefront --steps 5 --compute 0.002",
        "ring --steps 3",
        "chain --steps 8",
        "allreduce --steps 4",
        "bcast --bytes 100000"
      })
  void aRegularPatternIsToldExactly(String pattern) {
    for (int ranks : new int[] {128, 256}) {
      String told = folder.resolve("told.ctrace").toString();
      extrapolate(generated(pattern, 16, 32, 64), ranks, told).expectOut();
      String real = Cli.generate(folder.resolve("real.ctrace"), pattern + " --ranks " + ranks);
      assertThat(expanded(told)).isEqualTo(expanded(real));
    }
  }

  /** Its messages are a ring, in which the first and the last rank do something else. */
  @Test
  void aPipelineWhoseLastRankAnswersTheFirstIsToldExactly() throws IOException {
    String told = folder.resolve("told.ctrace").toString();

    extrapolate(List.of(pipeline(4), pipeline(8), pipeline(16)), 64, told).expectOut();

    String real = folder.resolve("real.ctrace").toString();
    Cli.run("import", pipeline(64), "-o", real).expectOut();
    assertThat(expanded(told)).isEqualTo(expanded(real));
  }

  /** A root 3 of 4 ranks and 7 of 8 could be 11 - 32 / ranks as well. */
  @Test
  void twoRecordingsTellThatTheLastRankIsTheRoot() throws IOException {
    String told = folder.resolve("told.ctrace").toString();

    extrapolate(List.of(pipeline(4), pipeline(8)), 16, told).expectOut();

    String real = folder.resolve("real.ctrace").toString();
    Cli.run("import", pipeline(16), "-o", real).expectOut();
    assertThat(expanded(told)).isEqualTo(expanded(real));
  }

  /** In a grid of 3 x 3, one rank is in the middle: rank 0 is its root, and one step away along each dimension. */
  @Test
  void theRootOfAllRanksIsNoNeighbour() throws IOException {
    String told = folder.resolve("told.ctrace").toString();

    extrapolate(List.of(grid(2), grid(3)), 16, told).expectOut();

    String real = folder.resolve("real.ctrace").toString();
    Cli.run("import", grid(4), "-o", real).expectOut();
    assertThat(expanded(told)).isEqualTo(expanded(real));
  }

  /** Each rank sends to its neighbours, and all reduce to rank 0. */
  private String grid(int side) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < side * side; rank++) {
      text.append(rank).append(" init\n");
      for (boolean sends : new boolean[] {true, false}) {
        for (int[] step : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
          int x = rank % side + step[0];
          int y = rank / side + step[1];
          if (x >= 0 && x < side && y >= 0 && y < side) {
            text.append(rank)
                .append(sends ? " isend " : " recv ")
                .append(y * side + x)
                .append(" 1 8 6\n");
          }
        }
      }
      text.append(rank + " waitall 4\n" + rank + " reduce 8 100 0 6\n" + rank + " finalize\n");
    }
    return Files.writeString(folder.resolve("grid" + side + ".tit"), text).toString();
  }

  /** In a cube of 3 x 3 x 3, colour and key of the one rank in the middle could be constant. */
  @Test
  void coloursAndKeysFollowTheRanksInTheMiddleToo() throws IOException {
    String told = folder.resolve("told.ctrace").toString();

    extrapolate(List.of(planes(2), planes(3)), 64, told).expectOut();

    assertThat(colours(told)).isEqualTo(colours(planes(4)));
  }

  private static List<String> colours(String trace) {
    return expanded(trace)
        .lines()
        .filter(line -> line.contains("color="))
        .map(line -> line.replaceAll(".*( color=\\d+ key=\\d+).*", "$1"))
        .toList();
  }

  /** The listing of a cube whose ranks split into planes. */
  private String planes(int side) throws IOException {
    int ranks = side * side * side;
    StringBuilder text = new StringBuilder(
        "ranks " + ranks + "\ndatatype 1 MPI_BYTE\ngroup 0 (0 1 " + ranks + ")\n");
    StringBuilder communicators =
        new StringBuilder("communicator 0 group 0 world\ncommunicator 1 self alone\n");
    for (int y = 0; y < side; y++) {
      text.append("group " + (y + 1));
      for (int z = 0; z < side; z++) {
        text.append(" (" + (y * side + z * side * side) + " 1 " + side + ")");
      }
      text.append('\n');
      communicators.append("communicator " + (y + 2) + " group " + (y + 1) + " plane " + y + "\n");
    }
    text.append(communicators);
    for (int rank = 0; rank < ranks; rank++) {
      int plane = rank / side % side;
      text.append("rank " + rank + "\n0 MPI_Comm_split communicator=0 new_communicator="
          + (plane + 2) + " color=" + plane + " key=" + rank + " site=split\n");
      int call = 1;
      for (int step = 1; step < ranks; step *= side) {
        int at = rank / step % side;
        text.append(
            call++ + " MPI_Sendrecv communicator=0 destination="
                + (at + 1 < side ? rank + step : "none") + " source="
                + (at > 0 ? rank - step : "none")
                + " tag=1 receive_tag=1 count=1 datatype=MPI_BYTE receive_count=1 receive_datatype=MPI_BYTE site=x\n");
      }
    }
    return Files.writeString(folder.resolve("planes" + side), text).toString();
  }

  private String pipeline(int ranks) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      text.append(rank).append(" init\n");
      for (int step = 0; step < 5; step++) {
        text.append(rank == 0 ? "" : rank + " recv " + (rank - 1) + " 1 8 6\n")
            .append(rank == ranks - 1 ? "" : rank + " send " + (rank + 1) + " 1 8 6\n")
            .append(rank == 0 ? "0 recv " + (ranks - 1) + " 2 8 6\n" : "")
            .append(rank == ranks - 1 ? rank + " send 0 2 8 6\n" : "");
      }
      text.append(rank + " reduce 8 100 " + (ranks - 1) + " 6\n" + rank + " finalize\n");
    }
    return Files.writeString(folder.resolve(ranks + ".tit"), text).toString();
  }

  @Test
  void sizesAndStepsThatGrowFollowTheirRules() {
    List<String> recordings = new ArrayList<>();
    for (int ranks : new int[] {16, 64, 256}) {
      recordings.add(Cli.generate(
          folder.resolve(ranks + ".ctrace"),
          "wavefront --ranks " + ranks + " --bytes " + 32768 / (int) Math.sqrt(ranks) + " --steps "
              + 2 * ranks));
    }
    String told = folder.resolve("told.ctrace").toString();
    extrapolate(recordings, 1024, told).expectOut();
    String real = Cli.generate(
        folder.resolve("real.ctrace"), "wavefront --ranks 1024 --bytes 1024 --steps 2048");
    assertThat(Cli.run("expand", told, "--rank", "77").expectOut())
        .isEqualTo(Cli.run("expand", real, "--rank", "77").expectOut());
  }

  @Test
  void theReportSaysWhichRulesNothingTested() {
    List<String> recordings = new ArrayList<>();
    for (int ranks : new int[] {16, 64}) {
      recordings.add(Cli.generate(
          folder.resolve(ranks + ".ctrace"),
          "ring --ranks " + ranks + " --bytes " + (100 + 16384 / ranks)));
    }
    assertThat(extrapolate(recordings, 256, folder.resolve("told.ctrace").toString())
            .expectOut())
        .startsWith("Extrapolated to 256 ranks (256) from 16, 64\n")
        .contains("not tested by a further recording: 100 + 16384 x 1 / ranks");
  }

  /** NAS LU of class A, compiled anew for each size: the recording on 128 ranks tells whether the extrapolation is right. */
  @Test
  void luOn128RanksFollowsFrom16And32And64() {
    List<String> recordings = new ArrayList<>();
    for (int ranks : new int[] {16, 32, 64}) {
      recordings.add(lu(ranks));
    }
    String told = folder.resolve("told.ctrace").toString();
    List<String> arguments = new ArrayList<>(List.of("extrapolate"));
    arguments.addAll(recordings);
    arguments.addAll(List.of("--ranks", "128", "-o", told));
    Cli.run(arguments.toArray(String[]::new)).expectOut();
    String real = lu(128);
    for (int rank : new int[] {0, 1, 7, 15, 16, 40, 63, 112, 127}) {
      assertThat(calls(told, rank)).as("rank %d", rank).isEqualTo(calls(real, rank));
    }
  }

  private String lu(int ranks) {
    Path lost = SharedTracesTest.shared("scalatrace/lu/A." + ranks + "/I.scalatrace");
    String trace = folder.resolve("lu." + ranks + ".ctrace").toString();
    Cli.run("import", lost.toString(), "--find-sources=never", "-o", trace).expectOut();
    return trace;
  }

  private static List<String> calls(String trace, int rank) {
    return Cli.run("expand", trace, "--rank", Integer.toString(rank))
        .expectOut()
        .lines()
        .map(line -> line.replaceAll(" (compute|inside)=\\S+| site=.*", ""))
        .toList();
  }

  /** The deltas of an extrapolated trace are no recorded times of its ranks. */
  @Test
  void anExtrapolatedTraceHasNoRecordedTimesButNamesItsRecordings() {
    List<String> traces = generated("stencil --shape 2d --compute 1ms", 16, 64);
    String told = folder.resolve("told.ctrace").toString();

    String said = extrapolate(traces, 1024, told).expectOut();
    String[] predict = {"predict", told, "--platform", "cluster", "--engine", "loggp"};
    String text = Cli.run(predict).expectOut().replaceAll("\\s+", " ");

    String untested = "; without a third recording, its computation has no interval";
    assertThat(said.replaceAll("\\s+", " "))
        .contains(
            "computation: fitted as a power of the number of ranks; a third recording would test the power and give an interval");
    assertThat(text)
        .contains("Extrapolated to 1024 ranks (32 x 32) from recordings on 16, 64" + untested + ".")
        .doesNotContain("Recorded");
    assertThat(Cli.run("info", told, "--json", "-").expectOut())
        .contains("\"recorded_compute_seconds\" : null");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      ring --ranks 16 ; ring --ranks 16 --steps 2                                   | 64  | both have 16 ranks; expected recordings of different numbers of ranks
      ring --ranks 16 ; wavefront --ranks 64                                        | 256 | behave differently: rank 0 of
      alltoall --ranks 16 --algorithm pairwise ; alltoall --ranks 64 --algorithm pairwise | 256 | behave differently: rank 0 of
      bcast --ranks 16 --algorithm binomial ; bcast --ranks 64 --algorithm binomial | 256 | behave differently: rank
      ring --ranks 16 --bytes 10 ; ring --ranks 32 --bytes 11 ; ring --ranks 64 --bytes 20 | 256 | count of MPI_Sendrecv at ring/exchange at the place "middle": no rule gives 10 at rank 0 of 16, 11 at rank 0 of 32, 20 at rank 0 of 64
      ring --ranks 16 --steps 10 ; ring --ranks 32 --steps 11 ; ring --ranks 64 --steps 20 | 256 | no rule explains the number of iterations of a loop
      ring --ranks 16 --datatype int ; ring --ranks 64 --datatype double            | 256 | datatype MPI_INT of
      wavefront --ranks 16 ; wavefront --ranks 64                                   | 127 | (127 x 1); choose a number of ranks with more than one rank in each dimension
      stencil --shape 3d --ranks 8 ; stencil --shape 3d --ranks 16                  | 256 | (8 x 8 x 4); record runs with at least 3 ranks in each dimension (4 x 4, 8 x 8), or runs in which only one dimension grows (2 x 2, 4 x 2, 8 x 2)
      wavefront --ranks 2 ; wavefront --ranks 16                                    | 64  | (2 x 1) has the place of any rank of
      wavefront --ranks 2 ; wavefront --ranks 16                                    | 64  | (4 x 4); record both with more than one rank in each dimension, or leave one recording out
      ring --ranks 16 --bytes 4000 ; ring --ranks 64 --bytes 1000                   | 192 | gives no whole number
      message:5 --ranks 16 ; message:11 --ranks 64 ; message:3 --ranks 32 | 128 | cannot extrapolate
      ring --ranks 16 --steps 1 ; ring --ranks 64 --steps 5                         | 256 | behave differently
      """)
  void whatHasNoRuleIsRefusedWithItsReason(String patterns, int ranks, String reason) {
    List<String> recordings = new ArrayList<>();
    for (String pattern : patterns.split(" ; ")) {
      recordings.add(Cli.generate(folder.resolve(recordings.size() + ".ctrace"), pattern.strip()));
    }
    Path told = folder.resolve("told.ctrace");
    Cli.Result result = extrapolate(recordings, ranks, told.toString());
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: cannot extrapolate: ").contains(reason);
    assertThat(told).doesNotExist();
  }

  private List<String> generated(String pattern, int... sizes) {
    List<String> traces = new ArrayList<>();
    for (int ranks : sizes) {
      traces.add(Cli.generate(folder.resolve(ranks + ".ctrace"), pattern + " --ranks " + ranks));
    }
    return traces;
  }

  private static Cli.Result extrapolate(
      List<String> recordings, int ranks, String output, String... more) {
    List<String> arguments = new ArrayList<>(List.of("extrapolate"));
    arguments.addAll(recordings);
    arguments.addAll(List.of("--ranks", Integer.toString(ranks), "-o", output));
    arguments.addAll(List.of(more));
    return Cli.run(arguments.toArray(String[]::new));
  }

  private static String expanded(String trace) {
    return Cli.run("expand", trace, "--all").expectOut();
  }

  /** Three recordings whose computation follows a law with some noise. */
  private List<String> noisy() {
    List<String> recordings = new ArrayList<>();
    double[] noise = {1.002, 0.997, 1.001};
    for (int i = 0; i < noise.length; i++) {
      int ranks = 16 << 2 * i;
      recordings.add(Cli.generate(
          folder.resolve(ranks + ".ctrace"),
          "wavefront --steps 5 --ranks " + ranks + " --compute " + noise[i] * 0.1 / ranks));
    }
    return recordings;
  }

  @Test
  void thePredictionCarriesTheIntervalOfTheFits() throws IOException {
    String told = folder.resolve("told.ctrace").toString();
    assertThat(extrapolate(noisy(), 1024, told).expectOut()).contains("(95% interval of its fits)");

    String command = "predict " + told + " --platform bluegene-l --engine loggp ";
    JsonNode json =
        JsonMapper.shared().readTree(Cli.run((command + "--json -").split(" ")).expectOut());
    double share = json.get("fits_share").doubleValue();
    double low = json.get("fits_low_seconds").doubleValue();
    double high = json.get("fits_high_seconds").doubleValue();
    assertThat(share).isBetween(0.001, 0.5);
    assertThat(json.get("predicted_seconds").doubleValue()).isBetween(low, high);
    for (double end : new double[] {1 - share, 1 + share}) {
      assertThat(Replayed.byLogGp(told, "--platform bluegene-l --compute-scale " + end)
              .seconds())
          .isCloseTo(end < 1 ? low : high, within(1e-9));
    }
    String page = folder.resolve("page.html").toString();
    assertThat(Cli.run((command + "--quiet --html " + page).split(" ")).expectOut())
        .matches("(?s)Predicted: .* \\(95% interval .* to .*\\) on .*\n");
    assertThat(Files.readString(Path.of(page)))
        .containsPattern("95% interval [0-9.]+ m?s to [0-9.]+ m?s \\(computation ± ");
    assertThat(Cli.run((command + "--quiet --compute-scale 0").split(" ")).expectOut())
        .as("without computation, its interval does not matter")
        .doesNotContain("interval");
  }

  @Test
  void exactFitsHaveNoInterval() {
    String told = folder.resolve("told.ctrace").toString();
    extrapolate(generated("ring --compute 0.001", 16, 32, 64), 128, told).expectOut();
    assertThat(Cli.run("predict", told, "--platform", "bluegene-l", "--engine", "loggp", "--quiet")
            .expectOut())
        .doesNotContain("interval");
  }

  @ParameterizedTest
  @CsvSource({
    "stencil --shape 2d --neighbours faces --steps 5 --compute 0.001 --bytes 4096 --ranks 16, weak, "
        + "stencil --shape 2d --neighbours faces --steps 5 --compute 0.001 --bytes 4096 --ranks 256",
    "stencil --shape 2d --neighbours faces --steps 5 --compute 0.001 --bytes 4096 --ranks 16, strong, "
        + "stencil --shape 2d --neighbours faces --steps 5 --compute 0.0000625 --bytes 1024 --ranks 256",
    "stencil --neighbours faces --steps 5 --compute 0.002 --bytes 512 --shape 8x4, strong, "
        + "stencil --neighbours faces --steps 5 --compute 0.0005 --bytes 256 --shape 16x8",
    "ring --steps 3 --compute 0.001 --bytes 100 --ranks 16, weak, "
        + "ring --steps 3 --compute 0.001 --bytes 100 --ranks 48",
    "allreduce --steps 4 --bytes 100 --ranks 16, strong, allreduce --steps 4 --bytes 100 --ranks 100"
  })
  void oneRecordingIsEnoughForARegularProgram(String small, String scaling, String large) {
    String told = folder.resolve("told.ctrace").toString();
    String real = Cli.generate(folder.resolve("real.ctrace"), large);
    int ranks = Integer.parseInt(Cli.run("info", real)
        .expectOut()
        .replaceAll("(?s).*?([0-9,]+) ranks.*", "$1")
        .replace(",", ""));
    extrapolate(
            List.of(Cli.generate(folder.resolve("small.ctrace"), small)),
            ranks,
            told,
            "--scaling",
            scaling)
        .expectOut();
    assertThat(expanded(told)).isEqualTo(expanded(real));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      ring --ranks 16                                    |      | 64  | --scaling: found no value and only one recording; expected weak or strong, or recordings on two or more numbers of ranks
      ring --ranks 16                                    | slow | 64  | --scaling: found slow; expected weak or strong
      stencil --shape 2d --ranks 16                  | weak | 128 | does not show whether 128 ranks are 16 x 8 or 8 x 16
      alltoall --ranks 16                                | weak | 64  | count of MPI_Alltoall at alltoall/alltoall at the place "first": one recording does not show how this value grows
      allgather --ranks 16                               | strong | 64 | one recording does not show how this value grows
      bcast --ranks 16 --algorithm binomial              | weak | 64  | one recording suffices only if all messages go to neighbours in a grid
      stencil --shape 2d --neighbours faces --ranks 16 --bytes 10 | strong | 256 | gives no whole number
      message:5 --ranks 16                     | weak | 64  | cannot extrapolate
      """)
  void oneRecordingThatDoesNotTellIsRefused(
      String patterns, String scaling, int ranks, String reason) {
    List<String> recordings = new ArrayList<>();
    for (String pattern : patterns.split(" ; ")) {
      recordings.add(Cli.generate(folder.resolve(recordings.size() + ".ctrace"), pattern.strip()));
    }
    Path told = folder.resolve("told.ctrace");
    Cli.Result result = scaling == null
        ? extrapolate(recordings, ranks, told.toString())
        : extrapolate(recordings, ranks, told.toString(), "--scaling", scaling);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: ").contains(reason);
    assertThat(told).doesNotExist();
  }
}
