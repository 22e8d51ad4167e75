package io.github.tracecast.repair.times;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.repair.times.PathFit.Group;
import io.github.tracecast.repair.times.RankContexts.Pattern;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution.Extremes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two ranks of different classes share a histogram with two modes, and counts do not show which rank is slow. */
class PathFitTest {
  private static final Context OF_RANK_0 = context(0);
  private static final Context OF_RANK_1 = context(1);
  private static final List<Group> GROUPS = List.of(group(OF_RANK_0), group(OF_RANK_1));
  private static final Map<Integer, Pattern> PATTERNS = Map.of(
      0, new Pattern(List.of(OF_RANK_0), new long[] {100}),
      1, new Pattern(List.of(OF_RANK_1), new long[] {100}));

  private static Context context(int rankClass) {
    return new Context(rankClass, 3, 2, 1, 1, 1, 1, false);
  }

  private static Group group(Context context) {
    return new Group(context, context.role(0), 100);
  }

  private static Modes modes(long slow) {
    return new Modes(List.of(new Bin(4, 8, 100, 5, 6, 8), new Bin(300, 400, slow, 310, 328, 400)));
  }

  private static List<PathFit.Fit> fits(Modes modes, Optional<Extremes> extremes) {
    return new PathFit(
            modes, GROUPS, (context, mean) -> 0, new ExtremeRanks(extremes, GROUPS, PATTERNS))
        .fits();
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0, 1", "1, 0, 1, 0"})
  void theRanksOfTheExtremesTellWhichIsSlow(int minRank, int maxRank, int first, int second) {
    List<PathFit.Fit> fits = fits(modes(100), Optional.of(new Extremes(minRank, maxRank)));

    assertThat(fits).hasSize(1);
    assertThat(fits.getFirst().modes()).containsExactly(first, second);
  }

  @Test
  void withoutThemBothFitEquallyWell() {
    assertThat(fits(modes(100), Optional.empty()))
        .extracting(PathFit.Fit::price)
        .hasSize(2)
        .containsOnly(0.05);
  }

  /**
   * The histogram has one more value than the contexts have executions: a single long call on
   * either rank.
   */
  @Test
  void aLargestValueThatMayBeASingleLongCallTellsLess() {
    assertThat(fits(modes(101), Optional.of(new Extremes(0, 0)))).hasSize(1);
    assertThat(fits(modes(101), Optional.of(new Extremes(1, 1))).getFirst().modes())
        .containsExactly(1, 0);
  }
}
