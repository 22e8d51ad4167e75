package io.github.tracecast.tools.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ComputeFitTest {
  /** A law of growth: microseconds by ranks. */
  record Law(String name, DoubleUnaryOperator microseconds) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Law> laws() {
    return Stream.of(
        new Law("inverse", ranks -> 1 / ranks),
        new Law("constant and inverse", ranks -> 0.01 + 1 / ranks),
        new Law("constant and inverse root", ranks -> 0.01 + 1 / Math.sqrt(ranks)),
        new Law("inverse and inverse root", ranks -> 1 / ranks + 0.1 / Math.sqrt(ranks)),
        new Law("power", ranks -> Math.pow(ranks, -0.7)),
        new Law("constant and logarithm", ranks -> 0.1 + 0.01 * Math.log(ranks)));
  }

  /**
   * Each recording has an error of 0.5% as a whole. Fewer than 95 of 100 intervals hold the true
   * value, because they do not account for the choice of a form.
   */
  @ParameterizedTest
  @MethodSource("laws")
  void theIntervalHoldsWhatMoreRanksCompute(Law law) {
    int covered = 0;
    for (int seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      ComputeFit fit = new ComputeFit();
      for (int extent = 4; extent <= 16; extent *= 2) {
        double noise = 1 + 0.005 * random.nextGaussian();
        add(fit, extent, noise * law.microseconds().applyAsDouble(extent * extent));
      }
      fit.fit(square(32));
      ComputeInterval interval = new ComputeInterval(List.of(16, 64, 256), Map.of(fit, 1024));
      double error = Math.abs(fit.mean() - law.microseconds().applyAsDouble(1024));
      covered += error <= interval.share() * fit.mean() ? 1 : 0;
    }
    assertThat(covered).isGreaterThanOrEqualTo(80);
  }

  @Test
  void anExactFormHasNoOtherThatFitsAsWell() {
    ComputeFit fit = new ComputeFit();
    for (int extent = 4; extent <= 16; extent *= 2) {
      add(fit, extent, 0.01 + 1.0 / (extent * extent));
    }
    fit.fit(square(32));
    assertThat(fit.spread()).isLessThan(1e-12);
  }

  private static void add(ComputeFit fit, int extent, double seconds) {
    Distribution once = new Distribution.MinAvgMax(1, seconds, seconds, seconds);
    RankList ranks = RankList.range(0, extent * extent - 1);
    for (int rank = 0; rank < extent * extent; rank++) {
      fit.add(
          square(extent),
          List.of(new Delta(
              Delta.Kind.COMPUTE, Unit.MICROSECONDS, Delta.AFTER_ANY, ranks, List.of(once))));
    }
  }

  private static Layout square(int extent) {
    return new Layout(List.of(extent, extent), Layout.Kind.GRID, List.of(false, false));
  }
}
