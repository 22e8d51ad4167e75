package io.github.tracecast.predict.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectedOutputTest {
  private static ExpectedOutput expected(String... lines) {
    return new ExpectedOutput(List.of(lines));
  }

  @Test
  void aLineOfDotsStandsForAnyLinesAndDotsWithinALineForAnyText() {
    assertThat(expected("a", "...", "z").matches(List.of("a", "b", "c", "z"))).isTrue();
    assertThat(expected("a", "...", "z").matches(List.of("a", "z"))).isTrue();
    assertThat(expected("a", "...", "z").matches(List.of("a", "b"))).isFalse();
    assertThat(expected("took ... s").matches(List.of("took 1.5 s"))).isTrue();
    assertThat(expected("took ... s").matches(List.of("took 1.5 ms"))).isFalse();
    assertThat(expected("a").matches(List.of("a", "b"))).isFalse();
  }

  @Test
  void anUpdateTakesTheFiguresOfTheNewOutputAndKeepsWhatWasLeftOut() {
    assertThat(expected("Predicted: 1.5 ms", "...", "  rank 3   12 ms")
            .updated(List.of("Predicted: 1.6 ms", "other", "  rank 3  140 ms")))
        .hasValue(List.of("Predicted: 1.6 ms", "...", "  rank 3  140 ms"));
    assertThat(expected("Predicted: 1.5 ms", "...").updated(List.of("Simulated: 1.6 ms")))
        .isEmpty();
  }

  @Test
  void headingsHaveTheAnchorsThatForgesGiveThem() {
    Document document = new Document(
        Path.of("a.md"),
        List.of("# What if?", "```", "# a comment", "```", "## `map`: ranks", "## What if?"));

    assertThat(document.anchors()).containsExactly("what-if", "map-ranks", "what-if-1");
  }
}
