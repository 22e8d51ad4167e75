package io.github.tracecast.predict.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.platform.Piecewise;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.predict.internal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A made-up machine whose figures are known: what is measured on it has to give them back. */
class PlatformTextTest {
  private static final long EAGER = 4096;
  private static final double SEND = 200;
  private static final double RECEIVE = 300;
  private static final double LATENCY = 1000;
  private static final double PER_BYTE = 0.1;
  private static final double COPY = 0.05; // of an eager message, at either end

  @TempDir
  Path folder;

  private static List<String> lines(String node) {
    List<String> lines = new ArrayList<>(List.of(
        "calibrate-ranks 2",
        "calibrate-mpi Some \"MPI\": 1.0",
        "calibrate-host here",
        "calibrate-cores 4",
        "calibrate-node " + node));
    for (long bytes = 0; bytes <= 1 << 24; bytes = bytes == 0 ? 8 : 2 * bytes) {
      boolean eager = bytes < EAGER;
      double send = SEND + (eager ? COPY * bytes : 0);
      double receive = RECEIVE + (eager ? COPY * bytes : 0);
      double half = send
          + LATENCY
          + PER_BYTE * bytes
          + receive
          + (eager ? 0 : 2 * (SEND + LATENCY + RECEIVE));
      lines.add(line("round_trip", bytes, 2 * half));
      lines.add(line("send_call", bytes, send));
      lines.add(line("receive_call", bytes, eager ? receive : half));
      lines.add(line("stream", bytes, 2000 + PER_BYTE * bytes));
      lines.add(line("copy", bytes, PER_BYTE * bytes));
    }
    lines.add("calibrate-eager " + EAGER);
    lines.add("calibrate-rounds 7");
    return lines;
  }

  private static String line(String quantity, long bytes, double nanos) {
    return "calibrate %s %d %.1f %.1f %.1f 9"
        .formatted(quantity, bytes, nanos, 0.9 * nanos, 1.2 * nanos);
  }

  private Platform platform(List<String> lines) throws IOException {
    String text = PlatformText.of("mine", "a test", Measurements.of(lines));
    Path file = Files.writeString(folder.resolve("mine.yaml"), text);
    return PlatformCatalogue.load(file.toString(), Map.of());
  }

  @Test
  void figuresInsideANodeAreThoseOfTheMachine() throws IOException {
    Platform here = platform(lines("one"));

    assertThat(here.node().cores()).isEqualTo(4);
    assertThat(here.mpi().eagerLimitBytes()).isEqualTo(EAGER);
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
    assertThat(((Topology.Star) here.topology()).nodes()).isEqualTo(1);
    assertThat(here.provenance().get("mpi.send_overhead")).contains("30% of the median apart");
  }

  @Test
  void figuresBetweenNodesAreThoseOfTheNetwork() throws IOException {
    Platform here = platform(lines("two"));

    assertThat(here.node().cores()).isEqualTo(1);
    Topology.Star star = (Topology.Star) here.topology();
    for (long bytes : new long[] {8, 1024, 4096, 1 << 20, 1 << 24}) {
      double seconds = 2 * star.linkLatencySeconds()
          + bytes / (star.linkBytesPerSecond() * here.mpi().bandwidthFactor().at(bytes));
      assertThat(1e9 * seconds).isCloseTo(LATENCY + PER_BYTE * bytes, Percentage.withPercentage(8));
    }
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
        .hasMessageContaining("ended before its results");
    assertThatThrownBy(() -> Measurements.of(List.of("calibrate-ranks 1", "calibrate-ranks 1")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("found 2 programs of one rank each");
    assertThatThrownBy(() -> Measurements.of(List.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("found no results");
  }
}
