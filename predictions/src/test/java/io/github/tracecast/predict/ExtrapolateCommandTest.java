package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtrapolateCommandTest {
  @TempDir
  private Path folder;

  /** Calls, sizes, partners, order and computation equal those of the pattern at that size, rank by rank. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "stencil --dimensions 1 --steps 10",
        "stencil --dimensions 2 --steps 10 --compute 0.001",
        "stencil --dimensions 3 --steps 4 --neighbours faces",
        "stencil --dimensions 2 --steps 7 --periodic --neighbours faces",
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
    List<String> arguments = new ArrayList<>(List.of("extrapolate", "--find-sources=never"));
    arguments.addAll(recordings);
    arguments.addAll(List.of("--ranks", "128", "-o", told));
    Cli.run(arguments.toArray(String[]::new)).expectOut();
    String real = lu(128);
    for (int rank : new int[] {0, 1, 7, 15, 16, 40, 63, 112, 127}) {
      assertThat(calls(told, rank)).as("rank %d", rank).isEqualTo(calls(real, rank));
    }
  }

  private static String lu(int ranks) {
    return SharedTracesTest.shared("scalatrace/lu/A." + ranks + "/I.scalatrace").toString();
  }

  private static List<String> calls(String trace, int rank) {
    return Cli.run("expand", "--find-sources=never", trace, "--rank", Integer.toString(rank))
        .expectOut()
        .lines()
        .map(line -> line.replaceAll(" (compute|inside)=\\S+| site=.*", ""))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      ring --ranks 16 ; ring --ranks 16 --steps 2                                   | 64  | both have 16 ranks; expected recordings of different numbers of ranks
      ring --ranks 16 ; wavefront --ranks 64                                        | 256 | do different things: rank 0 of
      alltoall --ranks 16 --algorithm pairwise ; alltoall --ranks 64 --algorithm pairwise | 256 | do different things: rank 0 of
      bcast --ranks 16 --algorithm binomial ; bcast --ranks 64 --algorithm binomial | 256 | do different things: rank
      ring --ranks 16 --bytes 10 ; ring --ranks 32 --bytes 11 ; ring --ranks 64 --bytes 20 | 256 | count of MPI_Sendrecv at ring/exchange at the place "middle": no rule gives 10 at rank 0 of 16, 11 at rank 0 of 32, 20 at rank 0 of 64
      ring --ranks 16 --steps 10 ; ring --ranks 32 --steps 11 ; ring --ranks 64 --steps 20 | 256 | no rule gives the iterations of a loop
      ring --ranks 16 --datatype int ; ring --ranks 64 --datatype double            | 256 | datatype MPI_INT of
      wavefront --ranks 16 ; wavefront --ranks 64                                   | 127 | has the place
      ring --ranks 16 --bytes 4000 ; ring --ranks 64 --bytes 1000                   | 192 | gives no whole number
      message --ranks 16 --partner 5 ; message --ranks 64 --partner 11 ; message --ranks 32 --partner 3 | 128 | cannot extrapolate
      ring --ranks 16 --steps 1 ; ring --ranks 64 --steps 5                         | 256 | do different things
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

  private static Cli.Result extrapolate(List<String> recordings, int ranks, String output) {
    List<String> arguments = new ArrayList<>(List.of("extrapolate"));
    arguments.addAll(recordings);
    arguments.addAll(List.of("--ranks", Integer.toString(ranks), "-o", output));
    return Cli.run(arguments.toArray(String[]::new));
  }

  private static String expanded(String trace) {
    return Cli.run("expand", trace, "--all").expectOut();
  }
}
