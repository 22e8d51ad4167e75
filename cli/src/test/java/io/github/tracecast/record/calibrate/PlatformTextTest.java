package io.github.tracecast.record.calibrate;

import static io.github.tracecast.record.calibrate.MadeUpMachine.COPY;
import static io.github.tracecast.record.calibrate.MadeUpMachine.EAGER;
import static io.github.tracecast.record.calibrate.MadeUpMachine.EAGER_WAITS;
import static io.github.tracecast.record.calibrate.MadeUpMachine.LATENCY;
import static io.github.tracecast.record.calibrate.MadeUpMachine.PER_BYTE;
import static io.github.tracecast.record.calibrate.MadeUpMachine.RECEIVE;
import static io.github.tracecast.record.calibrate.MadeUpMachine.SEND;
import static io.github.tracecast.record.calibrate.MadeUpMachine.line;
import static io.github.tracecast.record.calibrate.MadeUpMachine.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Piecewise;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.topology.Star;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTextTest {
  @TempDir
  Path folder;

  private Platform platform(List<String> lines) throws IOException {
    String text = PlatformText.of("mine", "a test", Measurements.of(lines), Optional.empty());
    Path file = Files.writeString(folder.resolve("mine.yaml"), text);
    return PlatformCatalogue.load(file.toString(), Map.of());
  }

  @Test
  void slowdownsOfProcessesAreCommentsThatTheKeyTakes() throws IOException {
    List<String> lines = new ArrayList<>(lines("one"));
    lines.add("calibrate triad 1 1000.0 990.0 1010.0 5");
    lines.add("calibrate triad 2 1100.0 1090.0 1110.0 5");
    lines.add("calibrate triad 4 1500.0 1490.0 1510.0 5");
    lines.add("calibrate registers 1 500.0 500.0 500.0 5");
    lines.add("calibrate registers 2 499.0 499.0 499.0 5");

    String text = PlatformText.of("mine", "a test", Measurements.of(lines), Optional.empty());

    assertThat(text)
        .contains(
            "  # slowdown: 1 1.10 1.30 1.50 # a triad, as an example of a program that waits for memory, in 1 to 4")
        .contains(
            "  # slowdown: 1 1.00 # a loop in registers, as an example of a program that does not wait for memory, in 1");
    Path file =
        Files.writeString(folder.resolve("mine.yaml"), text.replaceFirst("# slowdown", "slowdown"));
    Platform platform = PlatformCatalogue.load(file.toString(), Map.of());
    assertThat(platform.node().slowdown()).containsExactly(1.0, 1.1, 1.3, 1.5);
  }

  @Test
  void noiseIsACommentThatTheMachineTakes() throws IOException {
    List<String> lines = new ArrayList<>(lines("one"));
    for (int nanos : new int[] {20_000, 24_000, 20_000, 36_000}) {
      lines.add("calibrate-noise " + nanos);
    }
    Measurements measured = Measurements.of(lines);

    String text = PlatformText.of("mine", "a test", measured, Optional.of("mine-noise.txt"));

    assertThat(text)
        .contains(
            "\n# noise: {file: mine-noise.txt} # 4 repetitions of 20.00 us of work lost 20.0%"
                + " of a processor to noise; use this line for computation that was recorded on a quieter machine\n");
    assertThat(PlatformText.noise(measured)).isEqualTo("20000ns\n24000ns\n20000ns\n36000ns\n");
    Files.writeString(folder.resolve("mine-noise.txt"), PlatformText.noise(measured));
    Path file = Files.writeString(folder.resolve("mine.yaml"), text.replace("# noise:", "noise:"));
    Platform platform = PlatformCatalogue.load(file.toString(), Map.of());
    assertThat(platform.node().noise().orElseThrow().share()).isCloseTo(0.2, Offset.offset(1e-9));
  }

  @Test
  void figuresInsideANodeAreThoseOfTheMachine() throws IOException {
    Platform here = platform(lines("one"));

    assertThat(here.node().cores()).isEqualTo(4);
    assertThat(here.mpi().eagerLimitBytes()).isEqualTo(EAGER);
    assertThat(here.mpi().eagerWaitsFromBytes()).isEqualTo(EAGER_WAITS);
    assertThat(here.provenance().get("mpi.eager_waits_from")).contains("outside MPI");
    Piecewise flight = here.node().memoryLatency();
    for (long bytes : new long[] {0, 8, 1000, 2048, 4096, 100_000, 1 << 24, 1 << 26}) {
      double copy = bytes < EAGER ? COPY * bytes : 0;
      Percentage close = Percentage.withPercentage(8);
      assertThat(1e9 * here.mpi().sendOverhead().seconds(bytes)).isCloseTo(SEND + copy, close);
      assertThat(1e9 * here.mpi().receiveOverhead().seconds(bytes))
          .isCloseTo(RECEIVE + copy, close);
      assertThat(1e9 * flight.seconds(bytes)).isCloseTo(LATENCY + PER_BYTE * bytes, close);
    }
    assertThat(1e9 * here.mpi().gap().seconds(8)).isCloseTo(2000, Offset.offset(50.0));
    assertThat(here.mpi().gap().seconds(EAGER)).isZero();
    assertThat(1e9 * here.node().copy().seconds(1 << 20))
        .isCloseTo(PER_BYTE * (1 << 20), Percentage.withPercentage(8));
    assertThat(((Star) here.topology()).nodes()).isEqualTo(1);
    assertThat(here.provenance().get("mpi.send_overhead")).contains("differ by 30% of the median");
    assertThat(here.provenance().get("mpi.gap")).contains("differ by");
  }

  @Test
  void whereEverySizeIsEagerTheGapEndsWithTheLargestRowThatWasMeasured() throws IOException {
    Platform here = platform(lines("one", Long.MAX_VALUE));

    assertThat(here.mpi().eagerLimitBytes()).isGreaterThan(1L << 50);
    assertThat(1e9 * here.mpi().gap().seconds(MadeUpMachine.LARGEST_STREAM)).isGreaterThan(2000);
    assertThat(here.mpi().gap().seconds(1 << 24)).isZero();
  }

  @Test
  void sizesThatTheSearchForTheEagerLimitLeftOpenAreStated() throws IOException {
    List<String> lines = lines("two");
    lines.replaceAll(line ->
        line.startsWith("calibrate-largest-eager ") ? "calibrate-largest-eager 3500" : line);

    Platform here = platform(lines);

    assertThat(here.mpi().eagerLimitBytes()).isEqualTo(EAGER);
    assertThat(here.provenance().get("mpi.eager_limit"))
        .endsWith("; for lack of time, sizes from 3501B on below this size were not tested");
    assertThat(platform(lines("two")).provenance().get("mpi.eager_limit"))
        .doesNotContain("not tested");
  }

  @Test
  void aSlowNetworkNeedsNoMessageBeyondTheEagerLimit() throws IOException {
    List<String> lines = lines("two");
    lines.removeIf(
        line -> line.startsWith("calibrate ") && Long.parseLong(line.split(" ")[2]) >= EAGER);

    Platform here = platform(lines);

    assertThat(here.mpi().eagerLimitBytes()).isEqualTo(EAGER);
    Star star = (Star) here.topology();
    assertThat(1e9 / star.linkBytesPerSecond()).isCloseTo(PER_BYTE, Percentage.withPercentage(8));
  }

  @Test
  void figuresBetweenNodesAreThoseOfTheNetwork() throws IOException {
    Platform here = platform(lines("two"));

    assertThat(here.node().cores()).isEqualTo(1);
    assertThat(here.provenance()).containsEntry("mpi.eager_waits_from", "default");
    Star star = (Star) here.topology();
    for (long bytes : new long[] {8, 1024, 4096, 1 << 20, 1 << 24}) {
      double seconds = 2 * star.linkLatencySeconds()
          + bytes / (star.linkBytesPerSecond() * here.mpi().bandwidthFactor().at(bytes));
      assertThat(1e9 * seconds).isCloseTo(LATENCY + PER_BYTE * bytes, Percentage.withPercentage(8));
    }
  }

  @Test
  void onlyMessagesOverTcpTakeTurns() throws IOException {
    List<String> lines = lines("two");
    assertThat(platform(lines).mpi().inTurnLimitBytes()).isEqualTo(65_536);

    lines.replaceAll(line -> line.equals("calibrate-tcp yes") ? "calibrate-tcp no" : line);

    assertThat(platform(lines).mpi().inTurnLimitBytes()).isZero();
    assertThat(platform(lines("one")).mpi().inTurnLimitBytes()).isZero();
  }

  @Test
  void anotherBandwidthLeavesWhatIsNotOfTheLink() throws IOException {
    List<String> lines = lines("two");
    double late = 5_000; // from 1 MiB on
    for (long bytes = 1 << 20; bytes < 1 << 24; bytes *= 2) {
      String of = "calibrate round_trip " + bytes + " ";
      lines.removeIf(line -> line.startsWith(of));
      lines.add(line("round_trip", bytes, 2 * (MadeUpMachine.halfRoundTrip(bytes) + late)));
    }
    lines.add(line("communicator", 0, 6.2 * (SEND + LATENCY + RECEIVE)));

    MpiCosts mpi = platform(lines).mpi();

    assertThat(mpi.bandwidthFactor().at(8)).isEqualTo(1);
    assertThat(mpi.bandwidthFactor().at(1 << 20)).isEqualTo(1);
    assertThat(mpi.flightOverhead().seconds(1024)).isZero();
    assertThat(1e9 * mpi.flightOverhead().seconds(1 << 20))
        .isCloseTo(late, Percentage.withPercentage(10));
    assertThat(mpi.communicatorAgreements()).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({"Open MPI v4.1.4, 6", "MPICH Version: 4.0.2, 2", "Open MPI v5.0.7, 1", "Some MPI, 1"})
  void insideANodeTheMpiGivesTheAgreementsOnACommunicator(String mpi, int agreements)
      throws IOException {
    List<String> lines = lines("one");
    lines.replaceAll(line -> line.startsWith("calibrate-mpi ") ? "calibrate-mpi " + mpi : line);

    assertThat(platform(lines).mpi().communicatorAgreements()).isEqualTo(agreements);
  }

  @Test
  void theTimeOfTheBytesOnALinkIsNoGap() throws IOException {
    double slow = 10; // ns a byte more
    List<String> lines = lines("two");
    lines.removeIf(
        line -> line.startsWith("calibrate round_trip ") || line.startsWith("calibrate stream "));
    for (long bytes = 0; bytes <= 1 << 24; bytes = bytes == 0 ? 8 : 2 * bytes) {
      lines.add(line("round_trip", bytes, 2 * (MadeUpMachine.halfRoundTrip(bytes) + slow * bytes)));
      lines.add(line("stream", bytes, Math.max(2000, 1.05 * slow * bytes)));
    }

    MpiCosts mpi = platform(lines).mpi();

    assertThat(1e9 * mpi.gap().seconds(64)).isCloseTo(2000, Offset.offset(50.0));
    assertThat(mpi.gap().seconds(2048)).isZero();
  }

  @Test
  void aSizeThatIsFasterThanTheLinkHasAFactor() throws IOException {
    List<String> lines = lines("two");
    lines.removeIf(line -> line.startsWith("calibrate round_trip 65536 "));
    lines.add(
        line("round_trip", 65_536, 2 * (3 * (SEND + LATENCY + RECEIVE) + PER_BYTE * 65_536 / 2)));

    MpiCosts mpi = platform(lines).mpi();

    assertThat(mpi.bandwidthFactor().at(65_536)).isCloseTo(2, Percentage.withPercentage(5));
    assertThat(mpi.bandwidthFactor().at(1 << 20)).isEqualTo(1);
  }

  @Test
  void anOverheadThatPassesWhileBytesFlyMakesNoSizeFaster() throws IOException {
    double late =
        150; // a receive that finds a larger message takes longer than one that waits for it
    List<String> lines = lines("two");
    for (long bytes : new long[] {1024, 2048}) {
      lines.removeIf(line -> line.startsWith("calibrate receive_call " + bytes + " "));
      lines.add(line("receive_call", bytes, RECEIVE + COPY * bytes + late));
    }

    MpiCosts mpi = platform(lines).mpi();

    for (long bytes : new long[] {1024, 2048}) {
      assertThat(mpi.bandwidthFactor().at(bytes)).isEqualTo(1);
      double seconds = mpi.sendOverhead().seconds(bytes)
          + mpi.receiveOverhead().seconds(bytes)
          + 1e-9 * (LATENCY + PER_BYTE * bytes)
          + mpi.flightOverhead().seconds(bytes);
      assertThat(1e9 * seconds)
          .isCloseTo(MadeUpMachine.halfRoundTrip(bytes), Percentage.withPercentage(3));
    }
  }

  @Test
  void whereNoEagerSenderWaitsThereIsNoSuchFigure() throws IOException {
    List<String> lines = lines("one");
    lines.replaceAll(
        line -> line.startsWith("calibrate-eager-waits ") ? "calibrate-eager-waits 0" : line);

    assertThat(platform(lines).mpi().eagerWaitsFromBytes()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aDisturbedSizeDoesNotShow() throws IOException {
    List<String> lines = lines("one");
    lines.removeIf(line -> line.startsWith("calibrate round_trip 65536 "));
    lines.add(line("round_trip", 65_536, 1e9));

    assertThat(1e9 * platform(lines).node().memoryLatency().seconds(65_536))
        .isLessThan(LATENCY + PER_BYTE * 131_072 * 1.1);
  }

  @Test
  void overheadsThatAreMoreThanTheWholeAreCutToFit() throws IOException {
    List<String> lines = lines("one");
    lines.removeIf(line -> line.startsWith("calibrate round_trip 0 "));
    lines.add(line("round_trip", 0, 2 * 350));

    Platform here = platform(lines);

    assertThat(1e9 * here.node().memoryLatency().seconds(0)).isCloseTo(0, Offset.offset(1.0));
    assertThat(1e9 * here.mpi().sendOverhead().seconds(0)).isCloseTo(200, Offset.offset(16.0));
  }

  @Test
  void aRunThatIsNoMeasurementOfTwoRanksIsRefused() {
    List<String> cut = lines("one");
    cut.removeLast();

    assertThatThrownBy(() -> Measurements.of(cut))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(
            "found only a part of the results, because the measurement ended early; run it again");
    assertThatThrownBy(() -> Measurements.of(List.of("calibrate-ranks 1", "calibrate-ranks 1")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("found 2 programs of one rank each");
    assertThatThrownBy(() -> Measurements.of(List.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("found no results");
  }
}
