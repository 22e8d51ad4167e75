package io.github.tracecast.simulate.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.platform.noise.Interruptions;
import io.github.tracecast.platform.noise.MeasuredNoise;
import io.github.tracecast.platform.noise.Noise;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Noise adds what its closed forms say. Ranks meet at barriers of an ideal network. */
class NoiseTest {
  private static final int STEPS = 400;
  private static final double COMPUTE_SECONDS = 90e-6;
  private static final double LENGTH_SECONDS = 100e-6;

  private static TraceSketch barriers(int ranks) {
    TraceSketch sketch = new TraceSketch(ranks);
    return sketch
        .compute(1e6 * COMPUTE_SECONDS)
        .call(MpiCall.BARRIER, sketch.all())
        .loop(0, sketch.all(), STEPS);
  }

  private static double seconds(int ranks, Map<String, String> noise, long seed) {
    return Replays.replay(
            barriers(ranks).trace(),
            "ideal",
            noise,
            new ReplayOptions(DeltaMode.AVG, seed, 1, Map.of()).with(FastForward.off()))
        .predictedSeconds();
  }

  private static double mean(Noise noise, double seconds) {
    int draws = 20_000;
    double sum = 0;
    for (int i = 0; i < draws; i++) {
      sum += AddedNoise.seconds(noise, seconds, Draw.key(1, 0, 0, i));
    }
    return sum / draws;
  }

  @Test
  void aComputationOfWholePeriodsTakesAllTheirInterruptions() {
    Map<String, String> noise = Map.of("noise.period", "130us", "noise.length", "100us");
    assertThat(seconds(1, noise, 1)).isCloseTo(STEPS * 390e-6, within(1e-9)); // 3 periods of 30 us
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 90e-6, 10e-3, 3})
  void noiseTakesItsShareOfACore(double seconds) {
    for (double spread : new double[] {0, 1}) {
      Noise noise = new Interruptions(1e-3, LENGTH_SECONDS, spread);
      assertThat(seconds / (seconds + mean(noise, seconds)))
          .isCloseTo(1 - noise.share(), within(0.01));
    }
  }

  @Test
  void lengthsLieWithinTheirSpread() {
    Noise noise = new Interruptions(1e-3, LENGTH_SECONDS, 0.5);
    double[] added = new double[1000];
    for (int i = 0; i < added.length; i++) {
      added[i] = AddedNoise.seconds(noise, 0.9e-3, Draw.key(1, 0, 0, i));
    }
    assertThat(Arrays.stream(added).min().orElseThrow()).isBetween(50e-6, 52e-6);
    assertThat(Arrays.stream(added).max().orElseThrow()).isBetween(148e-6, 150e-6);
  }

  @Test
  void aMeasurementLosesWhatItsRepetitionsLost() {
    MeasuredNoise noise = new MeasuredNoise(new double[] {20e-6, 20e-6, 50e-6, 20e-6});
    assertThat(noise.quantumSeconds()).isEqualTo(20e-6);
    assertThat(noise.share()).isCloseTo(30.0 / 110, within(1e-12));
    for (double seconds : new double[] {5e-6, 20e-6, 70e-6, 1e-3}) {
      assertThat(mean(noise, seconds)).isCloseTo(seconds * 30 / 80, within(0.02 * seconds));
    }
    assertThat(AddedNoise.seconds(noise, 80e-6, 7)).isCloseTo(30e-6, within(1e-15));
  }

  /**
   * Hoefler, Schneider and Lumsdaine ("Characterizing the Influence of System Noise on Large-Scale
   * Applications by Simulation", SC 2010): a collective waits for the rank that noise delays most,
   * so the same noise costs more on more ranks. A barrier is late if one of P ranks is interrupted,
   * with a probability of 1 - (1 - p)^P.
   */
  @ParameterizedTest
  @CsvSource({"1", "4", "16", "64", "256"})
  void noiseGrowsWithTheRanksOfACollective(int ranks) {
    Map<String, String> noise = Map.of("noise.period", "10ms", "noise.length", "100us");
    double hit = COMPUTE_SECONDS / (10e-3 - LENGTH_SECONDS);
    double late = 1 - Math.pow(1 - hit, ranks);
    double barriers = seconds(ranks, Map.of(), 1) - STEPS * COMPUTE_SECONDS;

    double delay = seconds(ranks, noise, 1) - barriers - STEPS * COMPUTE_SECONDS;

    double deviation = LENGTH_SECONDS * Math.sqrt(STEPS * late * (1 - late));
    assertThat(delay).isCloseTo(STEPS * LENGTH_SECONDS * late, within(3 * deviation + 1e-9));
  }

  @Test
  void theSeedDecides() {
    Map<String, String> noise = Map.of("noise.period", "10ms", "noise.length", "100us");
    assertThat(seconds(16, noise, 5)).isEqualTo(seconds(16, noise, 5));
    assertThat(seconds(16, noise, 5)).isNotEqualTo(seconds(16, noise, 6));
  }
}
