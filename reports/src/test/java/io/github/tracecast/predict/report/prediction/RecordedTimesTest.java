package io.github.tracecast.predict.report.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.predict.report.prediction.RecordedTimes.Piece;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.codec.TraceFiles;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordedTimesTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  /** Two paths to a barrier, and a call with instructions. */
  private static final String TRACE = """
      tracecast-trace 7
      ranks 2
      requests 1
      site 0 "barrier"
      group 0 (0 1 2)
      communicator 0 "MPI_COMM_WORLD" group 0
      communicator 1 "MPI_COMM_SELF" self
      event 0 MPI_Barrier site 0 ranks 1 0 1 1 2
        communicator 0
        compute microseconds after 0 count 3 min 10 avg 20 max 60
      event 1 MPI_Barrier site 0 ranks 1 0 1 1 2
        communicator 0
        compute microseconds count 1 min 40 avg 40 max 40
        compute instructions count 5 min 1 avg 2 max 3
      end 2 events
      """;

  private static RecordedTimes of(Unit unit) {
    Trace trace = TraceFiles.read(TRACE.getBytes(StandardCharsets.UTF_8), "test");
    return RecordedTimes.of(trace, 0, MpiCall.BARRIER, unit);
  }

  @Test
  void averagesKeepTheirExtremesApart() {
    RecordedTimes times = of(Unit.MICROSECONDS);

    assertThat(times.distributions()).isEqualTo(2);
    assertThat(times.histograms()).isZero();
    assertThat(times.count()).isEqualTo(4);
    assertThat(times.mean()).isEqualTo(25);
    assertThat(times.min()).isEqualTo(10);
    assertThat(times.max()).isEqualTo(60);
    assertThat(times.lowest()).isEqualTo(20);
    assertThat(times.highest()).isEqualTo(40);
    assertThat(times.deviation()).isEqualTo(Math.sqrt((3 * 25 + 225) / 4.0));
    assertThat(of(Unit.INSTRUCTIONS).count()).isEqualTo(5);
  }

  @Test
  void aPieceIsSpreadEvenlyOverTheBinsThatItCovers() {
    RecordedTimes times = made(List.of(new Piece(8, 1, 2, 3), new Piece(5, 4, 4, 4)));

    assertThat(times.histogram(new double[] {0, 1, 1.5, 3, 4})).containsExactly(0, 2, 6, 5);
    assertThat(times.histogram(new double[] {1, 2, 4, 5})).containsExactly(4, 4, 5);
  }

  static IntStream cases() {
    return IntStream.rangeClosed(1, SEEDS);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void noValueIsLostInBins(int seed) {
    Random random = new Random(seed);
    List<Piece> pieces = IntStream.range(0, seed)
        .mapToObj(i -> {
          double[] values = random.doubles(3, 0, 100).sorted().toArray();
          boolean point = random.nextInt(3) == 0;
          return new Piece(
              1 + random.nextInt(1000),
              point ? values[1] : values[0],
              values[1],
              point ? values[1] : values[2]);
        })
        .toList();
    RecordedTimes times = made(pieces);
    double[] edges =
        random.doubles(1 + seed, times.lowest(), times.highest() + 1e-9).toArray();
    edges[0] = times.lowest();
    edges[seed] = times.highest();
    Arrays.sort(edges);

    assertThat(Arrays.stream(times.histogram(edges)).sum())
        .isCloseTo(times.count(), within(1e-9 * times.count()));
  }

  private static RecordedTimes made(List<Piece> pieces) {
    return new RecordedTimes(Unit.MICROSECONDS, 1, 1, pieces, 0, 100);
  }
}
