package io.github.tracecast.tools.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongBiFunction;
import org.junit.jupiter.api.Test;

class NumberRulesTest {
  private static final List<Layout> RECORDED = List.of(grid(4, 4), grid(8, 4), grid(8, 8));

  @Test
  void aNumberThatFollowsAQuantityIsToldForOtherLayouts() {
    assertTold((layout, rank) -> 42, 42);
    assertTold((layout, rank) -> 3L * layout.ranks(), 3 * 256);
    assertTold((layout, rank) -> 6400 / layout.extents().get(1), 400);
    assertTold((layout, rank) -> 65536 / layout.ranks(), 256);
    assertTold((layout, rank) -> 2 * Integer.numberOfTrailingZeros(layout.ranks()), 16);
    assertTold((layout, rank) -> 7 + 640 / layout.extents().get(0), 47);
  }

  @Test
  void theUnevenPartsOfAWholeAreToldByCoordinate() {
    ToLongBiFunction<Layout, Integer> part = (layout, rank) -> 40
        * (102 / layout.extents().get(0)
            + (layout.coordinate(rank, 0) < 102 % layout.extents().get(0) ? 1 : 0));
    Rule rule = NumberRules.find(samples(part)).orElseThrow().rule();
    Layout larger = grid(16, 16);
    for (int rank = 0; rank < larger.ranks(); rank++) {
      assertThat(rule.value(larger, rank)).hasValue(part.applyAsLong(larger, rank));
    }
  }

  @Test
  void aNumberWithoutPatternHasNoRule() {
    assertThat(
            NumberRules.find(samples((layout, rank) -> layout.ranks() == 32 ? 9 : layout.ranks())))
        .isEmpty();
  }

  @Test
  void aRuleIsTestedOnlyWhereMoreLayoutsAgreeThanItHasFigures() {
    List<Sample> two = samples((layout, rank) -> 7 + 640 / layout.extents().get(0));
    assertThat(NumberRules.find(two).orElseThrow().tested()).isFalse();
    List<Sample> ranks = samples((layout, rank) -> 7L + 640 / layout.ranks());
    assertThat(NumberRules.find(ranks).orElseThrow().tested()).isTrue();
  }

  private static void assertTold(ToLongBiFunction<Layout, Integer> number, long expected) {
    Rule rule = NumberRules.find(samples(number)).orElseThrow().rule();
    assertThat(rule.value(grid(16, 16), 5)).as(rule.text()).hasValue(expected);
  }

  private static List<Sample> samples(ToLongBiFunction<Layout, Integer> number) {
    List<Sample> samples = new ArrayList<>();
    for (Layout layout : RECORDED) {
      for (int rank = 0; rank < layout.ranks(); rank++) {
        samples.add(new Sample(layout, rank, number.applyAsLong(layout, rank)));
      }
    }
    return samples;
  }

  private static Layout grid(int columns, int rows) {
    return new Layout(List.of(columns, rows), Layout.Kind.GRID, List.of(false, false));
  }
}
