package io.github.tracecast.tools.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.text.UsageException;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PatternsTest {
  /** Number of random cases: 20, and more in the nightly run ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static PatternRequest stencil(
      List<Integer> shape, long steps, boolean diagonals, boolean periodic) {
    int ranks = shape.stream().reduce(1, Math::multiplyExact);
    return new PatternRequest(
        Pattern.STENCIL,
        ranks,
        steps,
        100,
        Element.BYTE,
        1e-3,
        Optional.empty(),
        shape,
        diagonals,
        periodic,
        false,
        ranks - 1);
  }

  @Test
  void aRefusedArgumentIsNamedAsTheLibraryHasIt() {
    assertThatThrownBy(() -> stencil(List.of(2, 2), 0, false, false))
        .isInstanceOf(UsageException.class)
        .hasMessage("`steps`: found 0; expected 1 to 100000000000");
  }

  private static PatternRequest collective(
      Pattern pattern, String algorithm, int ranks, long bytes, double compute) {
    return new PatternRequest(
        pattern,
        ranks,
        3,
        bytes,
        Element.BYTE,
        compute,
        Optional.ofNullable(algorithm),
        List.of(),
        false,
        false,
        false,
        ranks - 1);
  }

  @Test
  void everySendOfAnyStencilHasItsReceiveAndEveryRequestItsWait() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      List<Integer> shape = random
          .ints(1 + random.nextInt(3), 1, 2 + Math.min(4, seed / 20))
          .boxed()
          .toList();
      PatternRequest request =
          stencil(shape, 1 + random.nextInt(3), random.nextBoolean(), random.nextBoolean());

      Trace trace = Patterns.generate(request);
      TraceValidator.check(trace);

      Exchange.of(trace).assertComplete("case " + seed + ": " + request);
    }
  }

  private static Stream<Pattern> collectives() {
    return Arrays.stream(Pattern.values()).filter(Pattern::isCollective);
  }

  private static Stream<Pattern> streams() {
    return Stream.of(
        Pattern.MESSAGE,
        Pattern.PINGPONG,
        Pattern.FAN,
        Pattern.RING,
        Pattern.CHAIN,
        Pattern.WAVEFRONT);
  }

  private static PatternRequest stream(Pattern pattern, List<Integer> shape) {
    int ranks = shape.stream().reduce(1, Math::multiplyExact);
    return new PatternRequest(
        pattern,
        ranks,
        3,
        100,
        Element.BYTE,
        1e-3,
        Optional.empty(),
        shape,
        false,
        false,
        false,
        ranks - 1);
  }

  @ParameterizedTest
  @MethodSource("streams")
  void everyMessageOfAPatternOfBlockingCallsIsReceived(Pattern pattern) {
    for (List<Integer> shape :
        List.of(List.of(2), List.of(7), List.of(4, 3), List.of(1, 5), List.of(3, 2, 4))) {
      Trace trace = Patterns.generate(stream(pattern, shape));
      TraceValidator.check(trace);

      Exchange.of(trace).assertComplete(pattern + " " + shape);
      assertThat(EventCounts.of(Programs.of(trace)).messages()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Pattern.class,
      names = {"FAN", "RING", "CHAIN", "WAVEFRONT"})
  void eachRankOfAPatternOfBlockingCallsComputesOnceAStep(Pattern pattern) {
    for (List<Integer> shape : List.of(List.of(2), List.of(7), List.of(4, 3), List.of(3, 2, 4))) {
      Exchange.of(Patterns.generate(stream(pattern, shape)))
          .assertCompute(3 * 1000.0, pattern + " " + shape);
    }
  }

  @Test
  void aWavefrontGoesToTheNextRankAlongEachDimension() {
    Exchange exchange = Exchange.of(Patterns.generate(stream(Pattern.WAVEFRONT, List.of(4, 3, 2))));

    assertThat(exchange.partners(0)).containsExactly(1L, 4L, 12L);
    assertThat(exchange.partners(3)).containsExactly(7L, 15L);
    assertThat(exchange.partners(23)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("collectives")
  void everySendOfAnyAlgorithmHasItsReceiveAndEveryRequestItsWait(Pattern pattern) {
    for (String algorithm : Algorithms.names(pattern.operation())) {
      for (int ranks = 1; ranks <= 19; ranks++) {
        PatternRequest request =
            collective(pattern, algorithm, ranks, 100L * (ranks % 3), ranks % 2 * 1e-3);

        Trace trace = Patterns.generate(request);
        TraceValidator.check(trace);

        Exchange.of(trace).assertComplete(request.toString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("collectives")
  void eachRankComputesOnceAStep(Pattern pattern) {
    for (String algorithm : Algorithms.names(pattern.operation())) {
      for (int ranks = 2; ranks <= 17; ranks += 5) {
        Trace trace = Patterns.generate(collective(pattern, algorithm, ranks, 100, 1e-3));

        Exchange.of(trace).assertCompute(3 * 1000.0, algorithm + " on " + ranks);
      }
    }
  }

  @Test
  void eachRankOfAStencilComputesOnceAStepHoweverFewNeighboursItHas() {
    for (List<Integer> shape : List.of(
        List.of(1),
        List.of(2),
        List.of(5),
        List.of(1, 4),
        List.of(3, 2),
        List.of(3, 3, 3),
        List.of(1, 1, 1))) {
      for (boolean periodic : new boolean[] {false, true}) {
        Exchange.of(Patterns.generate(stencil(shape, 7, true, periodic)))
            .assertCompute(7 * 1000.0, shape + " " + periodic);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, true, 2",
    "5x5, true, 8",
    "5x5x5, true, 26",
    "5, false, 2",
    "5x5, false, 4",
    "5x5x5, false, 6"
  })
  void aRankInsideHasTheNeighboursOfTheThesis(String shape, boolean diagonals, int neighbours) {
    PatternRequest request = stencil(Grid.parse(shape), 1, diagonals, false);
    int inside = (request.ranks() - 1) / 2;

    Exchange exchange = Exchange.of(Patterns.generate(request));

    assertThat(exchange.partners(inside)).hasSize(neighbours);
  }

  @Test
  void aClosedGridGivesEveryRankAllNeighbours() {
    EventCounts counts =
        EventCounts.of(Programs.of(Patterns.generate(stencil(List.of(4, 3, 3), 10, true, true))));

    assertThat(counts.messages()).isEqualTo(36 * 26 * 10);
  }

  @Test
  void sizeHardlyGrowsWithRanksAndNotWithSteps() {
    int small =
        TextCodec.write(Patterns.generate(stencil(List.of(8, 8, 8), 10, true, false))).length;
    int large = TextCodec.write(
            Patterns.generate(stencil(List.of(64, 32, 32), 1_000_000_000, true, false)))
        .length;

    assertThat(large).isLessThan(small * 3 / 2);
  }

  @Test
  void ringRoundsAreOneLoop() {
    Trace trace = Patterns.generate(collective(Pattern.ALLREDUCE, "ring", 64, 6400, 0));

    assertThat(trace.events()).hasSizeLessThan(12);
    assertThat(EventCounts.of(Programs.of(trace)).messages()).isEqualTo(3L * 64 * 2 * 63);
  }

  @Test
  void aCollectiveWithoutAlgorithmIsTheCallItself() {
    for (Pattern pattern : Pattern.values()) {
      if (pattern.isCollective()) {
        Trace trace = Patterns.generate(collective(pattern, null, 65536, 8, 1e-3));

        assertThat(trace.events())
            .extracting(event -> event.call())
            .containsExactly(MpiCall.INIT, pattern.call(), MpiCall.FINALIZE);
        TraceValidator.check(trace);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "64, 3, '[4, 4, 4]'",
    "65536, 3, '[64, 32, 32]'",
    "12, 2, '[4, 3]'",
    "12, 3, '[3, 2, 2]'",
    "7, 2, '[7, 1]'",
    "100, 1, '[100]'",
    "1, 3, '[1, 1, 1]'"
  })
  void aGridIsAsCubicAsItCanBe(int ranks, int dimensions, String expected) {
    assertThat(Grid.mostCubic(ranks, dimensions)).hasToString(expected);
  }
}
