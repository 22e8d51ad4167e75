package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelTest {
  @Test
  void sequencesAreReducedToTheirSmallestPeriod() {
    assertThat(Sequence.scalars(1, 2, 1, 2))
        .isEqualTo(Sequence.scalars(1, 2))
        .hasSameHashCodeAs(Sequence.scalars(1, 2));
    assertThat(Sequence.scalars(1, 2, 1).period()).isEqualTo(3);
    assertThat(Sequence.scalars(5, 5, 5)).isEqualTo(Sequence.constant(5));
    assertThat(Sequence.builder().addTuple(1, 2).addTuple(1, 2).build())
        .isEqualTo(Sequence.tuple(1, 2));
    assertThat(Sequence.scalars(Term.ANY)).isNotEqualTo(Sequence.constant(0));
  }

  @Test
  void theMeanOfAHistogramIsWeightedByItsBins() {
    Distribution histogram = new Distribution.Histogram(List.of(
        new Bin(0, 6000, 1, 5833, 5833, 5833), new Bin(6000, 12000, 1, 11001, 11001, 11001)));
    assertThat(histogram.mean()).isEqualTo(8417);
    assertThat(histogram.sum()).isEqualTo(16834);
    assertThat(histogram.min()).isEqualTo(5833);
    assertThat(histogram.max()).isEqualTo(11001);
  }

  @Test
  void groupsMapLocalRanksToWorldRanksAndBack() {
    Group group = Group.of(9, 7, 5, 3, 20, 21, 1);
    assertThat(group.runs())
        .containsExactly(new Run(9, -2, 4), new Run(20, 1, 2), new Run(1, 1, 1));
    int[] world = {9, 7, 5, 3, 20, 21, 1};
    for (int local = 0; local < world.length; local++) {
      assertThat(group.worldRank(local)).isEqualTo(world[local]);
      assertThat(group.localRank(world[local])).isEqualTo(local);
    }
    assertThat(group.localRank(4)).isEqualTo(-1);
    assertThat(group.localRank(11)).isEqualTo(-1);
    assertThat(group.localRank(1_000)).isEqualTo(-1);
    assertThat(group.ranks()).isEqualTo(RankList.of(1, 3, 5, 7, 9, 20, 21));
    assertThatThrownBy(() -> group.worldRank(7)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @EnumSource
  void callsAreFoundByTheirNamesInC(MpiCall call) {
    assertThat(MpiCall.byName(call.mpiName())).contains(call);
    assertThat(call.mpiName()).matches("MPI_[A-Z][a-z0-9_]*");
  }

  @Test
  void loopsComeOuterBeforeInner() {
    RankList ranks = RankList.range(0, 2);
    Loop inner = new Loop(1, 2, ranks, Values.constant(ranks, 3));
    Loop outer = new Loop(1, 4, ranks, Values.constant(ranks, 4));
    Loop first = new Loop(0, 0, ranks, Values.constant(ranks, 5));
    Loop sameSpan = new Loop(1, 2, ranks, Values.constant(ranks, 6));
    Trace trace = new Trace(
        new Header(2, 1, "", List.of()),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(inner, outer, sameSpan, first));
    assertThat(trace.loops()).containsExactly(first, outer, inner, sameSpan);
  }

  @Test
  void whatAnEventHoldsCannotBeChanged() {
    RankList ranks = RankList.of(0);
    Event event = new Event(
        MpiCall.SEND,
        0,
        ranks,
        Map.of(
            Parameter.TAG,
            Values.constant(ranks, 1),
            Parameter.DESTINATION,
            Values.constant(ranks, 0)),
        List.of());
    assertThat(event.parameters().keySet()).containsExactly(Parameter.DESTINATION, Parameter.TAG);
    assertThatThrownBy(() -> event.parameters().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
