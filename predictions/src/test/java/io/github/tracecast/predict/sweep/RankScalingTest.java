package io.github.tracecast.predict.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.model.FitRange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Returns the bend of the curve of time over ranks. */
class RankScalingTest {
  private static RankScaling.Step step(int ranks, double seconds, double share) {
    Optional<FitRange> fits = share == 0
        ? Optional.empty()
        : Optional.of(new FitRange(share, seconds * (1 - share), seconds * (1 + share)));
    return new RankScaling.Step(
        0,
        ranks,
        seconds,
        0,
        fits,
        1,
        OptionalDouble.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.empty());
  }

  /** From 16 to 32 ranks the time halves, from 32 to 64 it falls by a fifth. */
  private static RankScaling curve(double shareInTheMiddle) {
    return new RankScaling(
        "",
        RankScaling.Kind.STRONG,
        -1,
        List.of(step(16, 10, 0), step(32, 5, shareInTheMiddle), step(64, 4, 0)));
  }

  /** From 8 to 16 ranks the time rises by a quarter, and on 64 ranks it is as short as on 4. */
  @Test
  void aBendAfterWhichEfficiencyStaysIsNone() {
    List<RankScaling.Step> kept =
        List.of(step(4, 10, 0), step(8, 8, 0), step(16, 10, 0), step(64, 9.9, 0));
    List<RankScaling.Step> lost =
        List.of(step(4, 10, 0), step(8, 8, 0), step(16, 10, 0), step(64, 12, 0));

    assertThat(new RankScaling("", RankScaling.Kind.WEAK, 0, kept).bend()).isEmpty();
    assertThat(new RankScaling("", RankScaling.Kind.WEAK, 0, lost).bend()).hasValue(1);
    assertThat(new RankScaling("", RankScaling.Kind.STRONG, -1, kept).bend()).hasValue(1);
  }

  /** With 6.5 s on 32 ranks, which the interval allows, the curve is nearly straight. */
  @Test
  void aBendWithinTheIntervalsOfTheTimesIsNone() {
    assertThat(curve(0).bendText()).isEqualTo("The curve bends at 32 ranks.");
    assertThat(curve(0.05).bendText()).isEqualTo("The curve bends at 32 ranks.");
    assertThat(curve(0.3).bendText())
        .isEqualTo("The curve has no bend in this range that exceeds the intervals of its times.");
  }
}
