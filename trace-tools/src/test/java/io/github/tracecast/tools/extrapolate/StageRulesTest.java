package io.github.tracecast.tools.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class StageRulesTest {
  /** A number at a stage of a rank. */
  private interface AtStage {
    long value(int rank, int stage, int stages);
  }

  private static final AtStage EXCHANGE = (rank, stage, stages) -> rank ^ 1 << stages - 1 - stage;

  @Test
  void tagsThatCountDownAreTold() {
    assertTold((rank, stage, stages) -> stages - stage, false);
  }

  @Test
  void sizesThatHalveFromTheFirstStageAreTold() {
    assertTold((rank, stage, stages) -> 65536 >> stage, false);
  }

  @Test
  void sizesThatDoubleUpToAMultipleOfTheRanksAreTold() {
    assertTold((rank, stage, stages) -> 8L << stage, false);
  }

  @Test
  void aLastStageOfItsOwnIsTold() {
    assertTold((rank, stage, stages) -> stage == stages - 1 ? 77 : 10 + stage, false);
  }

  @Test
  void partnersOfRecursiveDoublingAreTold() {
    assertTold(EXCHANGE, true);
    assertTold((rank, stage, stages) -> rank ^ 1 << stage, true);
    assertTold((rank, stage, stages) -> (rank + (1 << stage)) % (1 << stages), true);
  }

  @Test
  void stagesWithoutPatternHaveNoLaw() {
    assertThat(law((rank, stage, stages) -> 3L * stage * stage * stages + 7 * stages, false))
        .isEmpty();
  }

  private static void assertTold(AtStage number, boolean partners) {
    StageRules.StageRule law = law(number, partners).orElseThrow();
    Layout large = line(1024);
    for (int rank = 0; rank < 1024; rank += 33) {
      for (int stage = 0; stage < 10; stage++) {
        assertThat(law.value(large, rank, stage, 10))
            .as(law.text())
            .hasValue(number.value(rank, stage, 10));
      }
    }
  }

  private static Optional<StageRules.StageRule> law(AtStage number, boolean partners) {
    List<StageRules.At> samples = new ArrayList<>();
    for (int stages = 4; stages <= 6; stages++) {
      Layout layout = line(1 << stages);
      for (int rank = 0; rank < 1 << stages; rank++) {
        for (int stage = 0; stage < stages; stage++) {
          Sample sample = new Sample(layout, rank, number.value(rank, stage, stages));
          samples.add(new StageRules.At(sample, stage, stages));
        }
      }
    }
    BiConsumer<NumberRules.Found, List<Sample>> nobody = (found, bases) -> {};
    return partners
        ? PartnerRules.findByStage(samples, nobody)
        : StageRules.find(samples, NumberRules::find, nobody);
  }

  private static Layout line(int ranks) {
    return new Layout(List.of(ranks), Layout.Kind.LINE, List.of(false));
  }
}
