package io.github.tracecast.tools.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatedGrowthTest {
  private static final List<Integer> RECORDINGS = List.of(4, 8, 16);
  private static final int TARGET = 64;

  /** A fit of one computation, with these times on 4, 8 and 16 ranks; 0 where it is missing. */
  private static ComputeFit fit(double... seconds) {
    ComputeFit fit = new ComputeFit();
    for (int i = 0; i < seconds.length; i++) {
      if (seconds[i] > 0) {
        add(fit, 4 << i, seconds[i]);
      }
    }
    return fit;
  }

  private static void add(ComputeFit fit, int ranks, double seconds) {
    Distribution once = new Distribution.MinAvgMax(1, seconds, seconds, seconds);
    RankList all = RankList.range(0, ranks - 1);
    Layout line = new Layout(List.of(ranks), Layout.Kind.LINE, List.of(false));
    for (int rank = 0; rank < ranks; rank++) {
      fit.add(
          line,
          List.of(new Delta(
              Delta.Kind.COMPUTE, Unit.MICROSECONDS, Delta.AFTER_ANY, all, List.of(once))));
    }
  }

  @Test
  void withWeakScalingARankComputesTheMeanOfTheRecordings() {
    ComputeFit fit = fit(10, 12, 11);
    StatedGrowth growth = new StatedGrowth(Scaling.WEAK, RECORDINGS, TARGET);
    growth.state(Map.of(fit, TARGET));

    assertThat(fit.mean()).isCloseTo(11, within(1e-12));
    assertThat(growth.leftOut())
        .hasSize(3)
        .hasEntrySatisfying(4, error -> assertThat(error).isCloseTo(0.15, within(1e-12)))
        .hasEntrySatisfying(8, error -> assertThat(error).isCloseTo(-0.125, within(1e-12)))
        .hasEntrySatisfying(16, error -> assertThat(error).isCloseTo(0, within(1e-12)));
    // deviations -1/11, 1/11 and 0: standard deviation 1/11; Student's factor for 2 is 4.302653
    assertThat(growth.halfWidth()).isCloseTo(4.302653 / 11 * Math.sqrt(1 + 1.0 / 3), within(1e-6));
  }

  @Test
  void withStrongScalingARankComputesItsPartOfTheMeanTotal() {
    ComputeFit fit = fit(16, 8.8, 4.2); // totals 64, 70.4 and 67.2
    new StatedGrowth(Scaling.STRONG, RECORDINGS, TARGET).state(Map.of(fit, TARGET));
    assertThat(fit.mean()).isCloseTo(67.2 / 64, within(1e-12));
  }

  /** 4 ranks lack the second computation, and computed 1/11 less of the first than the average. */
  @Test
  void aPathThatARecordingLacksKeepsItsShare() {
    ComputeFit everywhere = fit(10, 12, 11);
    ComputeFit some = fit(0, 24, 22);
    new StatedGrowth(Scaling.WEAK, RECORDINGS, TARGET).state(Map.of(everywhere, 60, some, 4));
    assertThat(some.mean()).isCloseTo(22, within(1e-12));
  }

  @Test
  void oneRecordingHasNoInterval() {
    ComputeFit fit = fit(16);
    StatedGrowth growth = new StatedGrowth(Scaling.STRONG, List.of(4), TARGET);
    growth.state(Map.of(fit, TARGET));
    assertThat(fit.mean()).isEqualTo(1);
    assertThat(growth.halfWidth()).isZero();
    assertThat(growth.leftOut()).isEmpty();
  }

  /** Each recording has an error of 3% as a whole. */
  @Test
  void theIntervalHoldsAFurtherRecording() {
    int covered = 0;
    for (int seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      ComputeFit fit = fit(noisy(random), noisy(random), noisy(random));
      StatedGrowth growth = new StatedGrowth(Scaling.WEAK, RECORDINGS, TARGET);
      growth.state(Map.of(fit, TARGET));
      double error = Math.abs(noisy(random) - fit.mean());
      covered += error <= growth.halfWidth() * fit.mean() ? 1 : 0;
    }
    assertThat(covered).isBetween(180, 199); // 95% of 200 are 190
  }

  private static double noisy(Random random) {
    return 1 + 0.03 * random.nextGaussian();
  }
}
