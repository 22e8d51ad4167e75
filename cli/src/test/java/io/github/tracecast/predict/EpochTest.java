package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * EPOCH, recorded by Extrae on one node, compressed and replayed. The result is compared with the
 * recorded time and with Dimemas on the same traces and an ideal machine.
 */
class EpochTest {
  @TempDir
  private Path folder;

  @ParameterizedTest(name = "{0} ranks")
  @CsvSource({"1, 21.898659", "2, 11.528374", "4, 6.082352", "8, 3.513565", "16, 2.339561"})
  void compressedByDefaultItTakesOnANodeWhatItTookWhenRecorded(int ranks, double seconds) {
    assertWithin(2, seconds, compressed(ranks, "groups"), "cluster");
  }

  @ParameterizedTest(name = "{0} ranks")
  @CsvSource({"1, 21.884759", "2, 11.504370", "4, 6.051059", "8, 3.486349", "16, 2.310336"})
  void compressedByDefaultItTakesOnTheIdealMachineWhatDimemasSays(int ranks, double seconds) {
    assertWithin(2, seconds, compressed(ranks, "groups"), "ideal");
  }

  @ParameterizedTest(name = "{0} ranks")
  @CsvSource({"1, 21.884759", "2, 11.504370", "4, 6.051059", "8, 3.486349", "16, 2.310336"})
  void withEachTimeKeptItTakesOnTheIdealMachineWhatDimemasSays(int ranks, double seconds) {
    assertWithin(0.5, seconds, compressed(ranks, "all"), "ideal");
  }

  private String compressed(int ranks, String detail) {
    Path raw = SharedTracesTest.shared("paraver/epoch_" + ranks + "proc.prv.gz");
    String trace = folder.resolve("epoch.ctrace").toString();
    Cli.run("compress", raw.toString(), "--deltas-detail", detail, "-o", trace).expectOut();
    return trace;
  }

  /** On both engines, as far as SimGrid is installed. */
  private static void assertWithin(double percent, double seconds, String trace, String platform) {
    String options = "--deltas avg --platform " + platform;
    assertThat(Replayed.byLogGp(trace, options).seconds())
        .isCloseTo(seconds, withinPercentage(percent));
    SimGridChild.assumeInstalled();
    assertThat(Replayed.bySimGrid(trace, options).seconds())
        .isCloseTo(seconds, withinPercentage(percent));
  }
}
