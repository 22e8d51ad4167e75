package io.github.tracecast.tools.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreferencesTest {
  private static final List<Sample> CUBES = List.of(sample(2, 8), sample(3, 27));

  private static Layout cube(int extent) {
    return new Layout(
        List.of(extent, extent, extent), Layout.Kind.GRID, List.of(false, false, false));
  }

  private static Sample sample(int extent, long value) {
    return new Sample(cube(extent), 0, value);
  }

  /** In HPCG, a hundred loops over similar neighbours have half a million values. */
  @Test
  void theRulesOfEqualSamplesAreSearchedOnceInBothPasses() {
    Preferences first = new Preferences(cube(4));
    Rule rule = first.find(List.of("a"), Parameter.COUNT, CUBES).orElseThrow().rule();

    assertThat(rule.text()).isEqualTo("1 x ranks");
    assertThat(first
            .find(List.of("b"), Parameter.TAG, List.copyOf(CUBES))
            .orElseThrow()
            .rule())
        .isSameAs(rule);
    assertThat(first
            .again()
            .find(List.of("a"), Parameter.COUNT, CUBES)
            .orElseThrow()
            .rule())
        .isSameAs(rule);
  }

  /**
   * Cubes do not distinguish the extents; a call with samples that distinguish them has the votes.
   */
  @Test
  void aRuleThatFitsOtherPlacesOfTheCallIsPreferred() {
    Layout target = new Layout(List.of(4, 8, 2), Layout.Kind.GRID, List.of(false, false, false));
    List<Sample> told = List.of(
        sample(2, 20),
        new Sample(
            new Layout(List.of(2, 3, 2), Layout.Kind.GRID, List.of(false, false, false)), 0, 30));
    List<Sample> untold = List.of(sample(2, 20), sample(3, 30));
    Preferences first = new Preferences(target);
    for (List<Sample> samples : List.of(told, untold)) {
      first.find(List.of("send"), Parameter.COUNT, samples);
    }
    Preferences second = first.again();

    assertThat(second
            .find(List.of("send"), Parameter.COUNT, untold)
            .orElseThrow()
            .rule()
            .text())
        .isEqualTo("10 x extent 2");
    assertThat(second.undecided()).containsExactly("10 x extent 2 (or 10 x extent 1)");
  }
}
