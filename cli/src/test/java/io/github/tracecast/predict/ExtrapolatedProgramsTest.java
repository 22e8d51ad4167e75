package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs that were recorded at each size, without their times: NAS CG, FT and EP, and stencils
 * that share out one grid. Ranks at the ends of stencil3-null send to MPI_PROC_NULL; it is
 * benchmarks/scaling-stencil.c.
 */
class ExtrapolatedProgramsTest {
  private static final Path RECORDINGS =
      Path.of("src/test/resources/io/github/tracecast/tools/extrapolate");

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "stencil1, 128",
    "stencil1, 256",
    "stencil2, 128",
    "stencil2, 256",
    "stencil3, 128",
    "stencil3-null, 128",
    "cg.A, 128",
    "ft.B, 128",
    "ep.S, 128"
  })
  void eachRankMakesTheCallsOfTheRealRun(String program, int ranks) {
    String told = folder.resolve("told.ctrace").toString();
    extrapolate(ranks, told, of(program, 16), of(program, 32), of(program, 64)).expectOut();
    assertThat(Cli.run("expand", "--all", told).expectOut())
        .isEqualTo(Cli.run("expand", "--all", of(program, ranks)).expectOut());
  }

  /** Strong scaling: the faces of a block shrink with the extents along them. */
  @ParameterizedTest
  @CsvSource({"stencil1.16, 128", "stencil1.64, 256", "stencil2.64, 256", "ep.S.16, 128"})
  void oneRecordingTellsARegularProgramOfStatedScaling(String recording, int ranks) {
    String told = folder.resolve("told.ctrace").toString();
    Cli.run(
            "extrapolate",
            RECORDINGS.resolve(recording + ".ctrace").toString(),
            "--scaling",
            "strong",
            "--ranks",
            Integer.toString(ranks),
            "-o",
            told)
        .expectOut();
    String program = recording.substring(0, recording.lastIndexOf('.'));
    assertThat(Cli.run("expand", "--all", told).expectOut())
        .isEqualTo(Cli.run("expand", "--all", of(program, ranks)).expectOut());
  }

  /** Each face of a block of 3 x 3 x 3 points has 9: no rule that gives fractions may get in the way. */
  @Test
  void aCubeIsSharedOutDownToThreePointsARank() {
    String told = folder.resolve("told.ctrace").toString();
    extrapolate(32768, told, of("stencil3", 16), of("stencil3", 32), of("stencil3", 64))
        .expectOut();
    assertThat(Cli.run("expand", "--rank", "1057", told).expectOut())
        .contains("dimensions=32,32,32", "count=9 ")
        .doesNotContain("count=3 ");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      cg.A.16 ep.S.32 ft.B.64     | 128  | behave differently
      stencil1.16 stencil2.64     | 256  | behave differently
      stencil2.16 stencil3.64     | 256  | cannot extrapolate
      cg.A.16 cg.A.32 cg.A.64     | 16384 | gives no whole number
      cg.A.16 cg.A.32 cg.A.64     | 192  | cannot extrapolate
      ft.B.16 ft.B.32 ft.B.64     | 16384 | gives no whole number
      """)
  void recordingsThatDoNotBelongTogetherOrCannotGrowAreRefused(
      String recordings, int ranks, String reason) {
    String told = folder.resolve("told.ctrace").toString();
    Cli.Result result = extrapolate(
        ranks,
        told,
        List.of(recordings.split(" ")).stream()
            .map(name -> RECORDINGS.resolve(name + ".ctrace").toString())
            .toArray(String[]::new));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: cannot extrapolate: ").contains(reason);
    assertThat(Path.of(told)).doesNotExist();
  }

  private static Cli.Result extrapolate(int ranks, String output, String... recordings) {
    List<String> words = new ArrayList<>(List.of("extrapolate"));
    words.addAll(List.of(recordings));
    words.addAll(List.of("--ranks", Integer.toString(ranks), "-o", output));
    return Cli.run(words.toArray(String[]::new));
  }

  private static String of(String program, int ranks) {
    return RECORDINGS.resolve(program + "." + ranks + ".ctrace").toString();
  }
}
