package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Generated patterns through the whole path give LogGP's closed forms to the picosecond. With D(m)
 * = L + 2o + (m-1)G and lg = ceil(log2): a message is D(m), a ping-pong 2 D(m), a binomial
 * broadcast or reduction lg p D(m), a dissemination barrier lg p D(m), a linear barrier 2L + 2p o,
 * a ring allreduce 2(p-1) D(n/p), recursive halving and doubling 2 lg p (L+2o) + G(2n(p-1)/p - 2 lg
 * p), a linear all-to-all of 1 B 2(p-1)o. L = 2500 ns, o = 1500 ns, G = 6 ns/B.
 */
class ClosedFormsTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "message --bytes 1024, 11638",
    "pingpong --bytes 1024, 23276",
    "pingpong --bytes 1024 --steps 1000, 23276000",
    "pingpong:5 --bytes 1 --ranks 9, 11000",
    "bcast --algorithm binomial --ranks 8 --bytes 1024, 34914",
    "bcast --algorithm binomial --ranks 16 --bytes 1, 22000",
    "bcast --algorithm binomial --ranks 16 --bytes 8192, 218584",
    "reduce --algorithm binomial --ranks 8 --bytes 1024, 34914",
    "reduce --algorithm binomial --ranks 16 --bytes 1, 22000",
    "barrier --algorithm dissemination --ranks 8 --bytes 1, 16500",
    "barrier --algorithm dissemination --ranks 16 --bytes 1024, 46552",
    "barrier --algorithm linear --ranks 8 --bytes 1, 29000",
    "barrier --algorithm linear --ranks 16 --bytes 1, 53000",
    "allreduce --algorithm ring --ranks 8 --bytes 1024, 87668",
    "allreduce --algorithm rabenseifner --ranks 8 --bytes 1024, 43716",
    "allreduce --algorithm rabenseifner --ranks 16 --bytes 8192, 136112",
    "alltoall --algorithm linear --ranks 8 --bytes 1, 21000",
    "alltoall --algorithm linear --ranks 16 --bytes 1, 45000",
  })
  void aPatternTakesWhatItsClosedFormSays(String pattern, long nanoseconds) {
    assertThat(predictedNanoseconds(pattern, ""))
        .isEqualByComparingTo(BigDecimal.valueOf(nanoseconds));
  }

  /** The times are those of LogGOPSim on the exported schedules, with -L 2500 -o 1500 -g 1000 -G 6. */
  @ParameterizedTest
  @CsvSource({
    "ring --ranks 64 --steps 10 --bytes 1024, 116380",
    "ring --ranks 1024 --steps 10 --bytes 1024, 116380",
    "bcast --ranks 64 --bytes 1024, 69828",
    "reduce --ranks 1024 --bytes 1024, 116380",
    "allreduce --ranks 1024 --bytes 8, 55420",
    "stencil --shape 2d --neighbours faces --ranks 64 --steps 5 --bytes 1024 --compute 10us, 310364",
    "stencil --shape 2d --neighbours faces --ranks 1024 --steps 5 --bytes 1024 --compute 10us, 311364",
    "stencil --shape 3d --ranks 64 --steps 7 --bytes 3000 --compute 5us, 5763344",
    "stencil --shape 2d --neighbours faces --ranks 60 --steps 20 --bytes 20000 --compute 17us, 15077792",
    "stencil --shape 2d --ranks 64 --steps 7 --bytes 65535 --compute 5us, 35250656",
    "wavefront --ranks 64 --steps 10 --bytes 1024 --compute 1us, 740920",
    "wavefront --ranks 1024 --steps 10 --bytes 1024 --compute 1us, 2277242",
    "alltoall --ranks 50 --bytes 1000, 563206",
  })
  void theMachineLoggopsimTakesAsLongAsLogGopSim(String pattern, long nanoseconds) {
    assertThat(predictedNanoseconds(pattern, "loggopsim", ""))
        .isEqualByComparingTo(BigDecimal.valueOf(nanoseconds));
  }

  @Test
  void theReceiversOfTwoSendsBackToBackFinishOneOverheadApart() {
    Replayed fan = Replayed.byLogGp(
        Cli.generate(folder.resolve("p.ctrace"), "fan --ranks 3 --bytes 1"),
        "--platform loggp-default");

    assertThat(fan.endMicros(0)).isEqualTo(3.0);
    assertThat(fan.endMicros(1)).isEqualTo(5.5);
    assertThat(fan.endMicros(2)).isEqualTo(7.0);
  }

  @ParameterizedTest
  @CsvSource({
    "bcast --ranks 16 --bytes 8192, bcast, binomial",
    "reduce --ranks 16 --bytes 1024, reduce, binomial",
    "reduce --ranks 11 --bytes 4000, reduce, rabenseifner",
    "gather --ranks 9 --bytes 64, gather, binomial",
    "scatter --ranks 9 --bytes 64, scatter, linear",
    "allgather --ranks 9 --bytes 64, allgather, ring",
    "allgather --ranks 9 --bytes 64, allgather, bruck",
    "barrier --ranks 16, barrier, dissemination",
    "barrier --ranks 13, barrier, linear",
    "allreduce --ranks 16 --bytes 8192, allreduce, ring",
    "allreduce --ranks 8 --bytes 1000, allreduce, rabenseifner",
    "allreduce --ranks 7 --bytes 1000, allreduce, recursive-doubling",
    "alltoall --ranks 12 --bytes 100, alltoall, linear",
  })
  void anAlgorithmTakesTheSameSpelledOutAsInsideTheSimulator(
      String pattern, String operation, String algorithm) {
    BigDecimal inside =
        predictedNanoseconds(pattern, " --set collectives." + operation + "=" + algorithm);

    assertThat(predictedNanoseconds(pattern + " --algorithm " + algorithm, ""))
        .isEqualByComparingTo(inside);
  }

  @ParameterizedTest
  @CsvSource({
    "allreduce --ranks 8 --bytes 1000",
    "allreduce --ranks 8 --bytes 8192",
    "allgather --ranks 8 --bytes 64",
    "bcast --ranks 9 --bytes 20000",
    "alltoall --ranks 9 --bytes 100",
    "reduce_scatter --ranks 8 --bytes 64",
  })
  void anExportWithoutAMachineHasTheMessagesOfAPrediction(String pattern) {
    assertExportHasTheMessagesOfAPrediction(
        Cli.generate(folder.resolve("p.ctrace"), pattern), List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "Open MPI 4.1.4, allreduce --ranks 8 --bytes 4000",
    "Open MPI 4.1.4, alltoall --ranks 9 --bytes 100",
    "MPICH 4.0.2, allreduce --ranks 8 --bytes 1000",
  })
  void anExportHasTheMessagesThatTheMpiOfItsTraceChooses(String mpi, String pattern)
      throws IOException {
    String trace = Cli.generatedUnder(mpi, folder.resolve("p.ctrace"), pattern);

    assertExportHasTheMessagesOfAPrediction(trace, List.of());
    assertExportHasTheMessagesOfAPrediction(trace, List.of("--platform", "cluster"));
  }

  private void assertExportHasTheMessagesOfAPrediction(String trace, List<String> machine) {
    String schedule = folder.resolve("p.goal").toString();
    List<String> words = new ArrayList<>(List.of("export", trace, "--to", "goal", "-o", schedule));
    words.addAll(machine);
    Cli.run(words.toArray(String[]::new)).expectOut();
    String prediction = Cli.run(
            "predict", trace, "--platform", "cluster", "--engine", "loggp", "--json", "-")
        .expectOut();

    long sends;
    try (Stream<String> lines = Files.lines(Path.of(schedule))) {
      sends = lines.filter(line -> line.matches(".*: send .*")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(sends).isPositive();
    assertThat(prediction).contains("\"messages\" : " + sends + ",");
  }

  private BigDecimal predictedNanoseconds(String pattern, String options) {
    return predictedNanoseconds(pattern, "loggp-default", options);
  }

  private BigDecimal predictedNanoseconds(String pattern, String platform, String options) {
    String trace = Cli.generate(folder.resolve("p.ctrace"), pattern);
    String[] command = ("predict " + trace + " --platform " + platform + " --engine loggp --json -"
            + options)
        .split(" ");
    Matcher seconds = Pattern.compile("\"predicted_seconds\" : ([^,]+),")
        .matcher(Cli.run(command).expectOut());
    assertThat(seconds.find()).isTrue();
    return new BigDecimal(seconds.group(1)).movePointRight(9);
  }
}
