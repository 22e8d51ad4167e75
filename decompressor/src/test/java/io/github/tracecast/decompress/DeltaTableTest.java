package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.Distribution.Histogram;
import io.github.tracecast.trace.times.Distribution.MinAvgMax;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeltaTableTest {
  private static final RankList ALL = RankList.range(0, 4);

  private static Delta compute(int after, RankList ranks, Unit unit, double... averages) {
    List<Distribution> distributions = Arrays.stream(averages)
        .<Distribution>mapToObj(avg -> new MinAvgMax(2, avg - 1, avg, avg + 1))
        .toList();
    return new Delta(Delta.Kind.COMPUTE, unit, after, ranks, distributions);
  }

  private static DeltaTable table(Delta... deltas) {
    return DeltaTable.of(trace(deltas));
  }

  private static Trace trace(Delta... deltas) {
    return new Traces(4)
        .event(MpiCall.INIT, ALL, Map.of())
        .event(MpiCall.BARRIER, ALL, Map.of(), deltas)
        .build();
  }

  private static double mean(DeltaTable table, int rank, int previous, long execution) {
    int index = table.find(Delta.Kind.COMPUTE, 1, rank, previous, execution);
    return index < 0 ? -1 : table.mean(index);
  }

  @Test
  void theExactPredecessorComesBeforeTheUnconditionalDelta() {
    DeltaTable table = table(
        compute(Delta.AFTER_ANY, ALL, Unit.MICROSECONDS, 10),
        compute(0, ALL, Unit.MICROSECONDS, 20),
        compute(Delta.AFTER_NOTHING, ALL, Unit.MICROSECONDS, 30));
    assertThat(mean(table, 0, 0, 0)).isEqualTo(20);
    assertThat(mean(table, 0, 1, 0)).isEqualTo(10);
    assertThat(mean(table, 0, Delta.AFTER_NOTHING, 0)).isEqualTo(30);
  }

  @Test
  void aPathThatWasNotRecordedIsNotFound() {
    DeltaTable table = table(compute(0, RankList.of(1, 2), Unit.MICROSECONDS, 20));
    assertThat(mean(table, 1, 0, 0)).isEqualTo(20);
    assertThat(mean(table, 1, 1, 0)).isEqualTo(-1);
    assertThat(mean(table, 3, 0, 0)).isEqualTo(-1);
    assertThat(table.find(Delta.Kind.INSIDE, 1, 1, 0, 0)).isEqualTo(-1);
    assertThat(table.find(Delta.Kind.COMPUTE, 0, 1, 0, 0)).isEqualTo(-1);
  }

  @Test
  void rankGroupsAndPositionsInALoopKeepTheirOwn() {
    DeltaTable table = table(
        compute(0, RankList.of(0, 3), Unit.MICROSECONDS, 20, 40),
        compute(0, RankList.of(1), Unit.MICROSECONDS, 60));
    assertThat(mean(table, 3, 0, 0)).isEqualTo(20);
    assertThat(mean(table, 3, 0, 5)).isEqualTo(40);
    assertThat(mean(table, 1, 0, 5)).isEqualTo(60);
    assertThat(mean(table, 2, 0, 5)).isEqualTo(-1);
  }

  @Test
  void ofTwoUnitsThePreferredOneIsFound() {
    Trace trace = trace(
        compute(0, ALL, Unit.INSTRUCTIONS, 5_000),
        compute(0, RankList.of(0, 1), Unit.MICROSECONDS, 20));
    assertThat(mean(DeltaTable.of(trace), 0, 0, 0)).isEqualTo(20);
    assertThat(mean(DeltaTable.of(trace), 2, 0, 0)).isEqualTo(5_000);
    assertThat(mean(DeltaTable.of(trace, Unit.INSTRUCTIONS), 0, 0, 0)).isEqualTo(5_000);
    DeltaTable table = DeltaTable.of(trace);
    int index = table.find(Delta.Kind.COMPUTE, 1, 2, 0, 0);
    assertThat(table.unit(index)).isEqualTo(Unit.INSTRUCTIONS);
    assertThat(table.min(index)).isEqualTo(4_999);
    assertThat(table.max(index)).isEqualTo(5_001);
    assertThat(table.distribution(index)).isEqualTo(new MinAvgMax(2, 4_999, 5_000, 5_001));
  }

  @Test
  void whatWasRecordedIsTheSumOfTheBins() {
    Histogram histogram =
        new Histogram(List.of(new Bin(0, 10, 3, 5, 6, 7), new Bin(10, 20, 2, 11, 15, 19)));
    DeltaTable table = table(
        new Delta(Delta.Kind.COMPUTE, Unit.MICROSECONDS, 0, ALL, List.of(histogram)),
        compute(1, ALL, Unit.MICROSECONDS, 20, 40),
        new Delta(Delta.Kind.INSIDE, Unit.MICROSECONDS, 0, ALL, List.of(new MinAvgMax(1, 7, 7, 7))),
        compute(1, ALL, Unit.INSTRUCTIONS, 100));
    assertThat(table.recordedComputeSeconds()).isCloseTo((48 + 120) * 1e-6, within(1e-15));
    assertThat(table.recordedCommunicationSeconds()).isCloseTo(7e-6, within(1e-15));
    assertThat(table.recorded(0, Delta.Kind.COMPUTE, Unit.MICROSECONDS)).isZero();
    assertThat(table.recordedCount(1, Delta.Kind.COMPUTE, Unit.MICROSECONDS)).isEqualTo(9);
  }
}
