package io.github.tracecast.simulate.criticalpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lanes.Slowdown;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches with replays, in place of which there are functions here. */
class ToleranceTest {
  private static final List<Double> SLOWER = List.of(0.01, 0.02, 0.05, 0.1);
  private static final double BASE = 2;

  private int replays;

  private List<Tolerance> search(Map<Share, DoubleUnaryOperator> seconds) {
    Map<Share, Double> slopes = new EnumMap<>(Share.class);
    seconds.forEach((share, time) ->
        slopes.put(share, (time.applyAsDouble(1.001) - time.applyAsDouble(1)) / 0.001));
    return Tolerance.byReplays(BASE, slopes, SLOWER, slowdowns -> {
      replays += slowdowns.size();
      return slowdowns.stream()
          .mapToDouble(slowdown -> seconds(seconds, slowdown))
          .toArray();
    });
  }

  private static double seconds(Map<Share, DoubleUnaryOperator> seconds, Slowdown slowdown) {
    double all = BASE;
    for (Share share : Share.values()) {
      all += seconds
              .getOrDefault(share, factor -> BASE)
              .applyAsDouble(slowdown.factors()[share.ordinal()])
          - BASE;
    }
    return all;
  }

  /** A time that grows with a factor along straight lines, each steeper than the one before. */
  private static DoubleUnaryOperator bent(Random random) {
    double[][] lines = new double[4][];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = new double[] {BASE * (1 + 0.03 * i * random.nextDouble()), random.nextDouble()};
    }
    return factor -> {
      double most = BASE;
      for (double[] line : lines) {
        most = Math.max(most, BASE + line[1] * (factor - 1) - (line[0] - BASE) * line[1]);
      }
      return most;
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void aFewReplaysFindFactorsThatKeepTheirPromise(int seed) {
    Random random = new Random(seed);
    Map<Share, DoubleUnaryOperator> times = new EnumMap<>(Share.class);
    for (Share share : Share.values()) {
      times.put(share, bent(random));
    }

    for (Tolerance found : search(times)) {
      double time = times.get(found.share()).applyAsDouble(found.factor().orElseThrow());
      assertThat(time / BASE - 1)
          .as(found.toString())
          .isCloseTo(found.slower(), within(0.1 * found.slower()));
    }
    assertThat(replays).isLessThanOrEqualTo(Tolerance.MOST_REPLAYS);
  }

  /** As where messages overtake each other in another order at each factor. */
  @Test
  void aTimeThatIsNotSmoothTakesNoMoreReplaysThanABentOne() {
    Map<Share, DoubleUnaryOperator> times = new EnumMap<>(Share.class);
    for (Share share : Share.values()) {
      times.put(
          share,
          factor -> BASE * (1 + 0.02 * (factor - 1) + 0.003 * Math.sin(1000 * (factor - 1))));
    }

    for (Tolerance found : search(times)) {
      assertThat(found.factor().orElseThrow()).isBetween(1.0, 7.4);
    }
    assertThat(replays).isLessThanOrEqualTo(Tolerance.MOST_REPLAYS);
  }

  @Test
  void aFactorIsAtTheJumpThatMakesTheRunSlower() {
    List<Tolerance> found =
        search(Map.of(Share.LATENCY, factor -> factor < 3 ? BASE : BASE * factor));

    for (Tolerance tolerance : found) {
      if (tolerance.share() == Share.LATENCY) {
        assertThat(tolerance.factor().orElseThrow()).isBetween(2.5, 3.1);
      } else {
        assertThat(tolerance.factor()).isEmpty();
      }
    }
  }
}
