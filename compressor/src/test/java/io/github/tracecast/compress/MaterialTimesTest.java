package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RoundedTimes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MaterialTimesTest {
  private static final RankList ALL = RankList.range(0, 2);

  @Test
  void aCallWithMuchComputationKeepsItsPathsAndItsHistograms() {
    Trace trace = trace(
        compute(Delta.AFTER_NOTHING, ALL, histogram(1000, 20)),
        compute(0, ALL, histogram(3000, 20)));
    List<Delta> deltas = MaterialTimes.of(trace).events().getFirst().deltas();
    assertThat(deltas).extracting(Delta::after).containsExactly(Delta.AFTER_NOTHING, 0);
    for (int i = 0; i < 2; i++) {
      Distribution before =
          trace.events().getFirst().deltas().get(i).byExecution().getFirst();
      Distribution after = deltas.get(i).byExecution().getFirst();
      assertThat(((Distribution.Histogram) after).bins())
          .hasSameSizeAs(((Distribution.Histogram) before).bins());
      assertThat(RoundedTimes.of(after)).isPresent();
      assertThat(after.mean() / before.mean()).isEqualTo(1, within(4e-4));
    }
  }

  @Test
  void aCallWithLittleComputationKeepsTotalsOfAllPaths() {
    Trace trace = trace(
        compute(Delta.AFTER_NOTHING, ALL, histogram(1_000_000, 20)),
        compute(0, RankList.of(0), histogram(1, 3)),
        compute(1, RankList.of(0), histogram(9, 5)));
    List<Delta> deltas = MaterialTimes.of(trace).events().getFirst().deltas();
    assertThat(deltas).hasSize(2);
    Delta joined = deltas.getLast();
    assertThat(joined.after()).isEqualTo(Delta.AFTER_ANY);
    assertThat(joined.ranks()).isEqualTo(RankList.of(0));
    Distribution times = joined.byExecution().getFirst();
    assertThat(times).isInstanceOf(Distribution.MinAvgMax.class);
    assertThat(times.count()).isEqualTo(8);
    double sum = histogram(1, 3).sum() + histogram(9, 5).sum();
    assertThat(times.sum() / sum).isEqualTo(1, within(6e-3));
  }

  @Test
  void timesInsideCallsHaveFewBinsAndNoPaths() {
    Trace trace = trace(
        compute(Delta.AFTER_ANY, ALL, histogram(1_000_000, 60)),
        inside(Delta.AFTER_NOTHING, RankList.of(0), histogram(10_000, 20)),
        inside(0, RankList.of(0), histogram(10_000, 30)),
        inside(Delta.AFTER_NOTHING, RankList.of(1), histogram(10_000, 50)));
    List<Delta> deltas = MaterialTimes.of(trace).events().getFirst().deltas();
    assertThat(deltas).hasSize(2);
    Delta joined = deltas.getLast();
    assertThat(joined.ranks()).isEqualTo(ALL);
    Distribution times = joined.byExecution().getFirst();
    assertThat(((Distribution.Histogram) times).bins()).hasSize(MaterialTimes.FEW_BINS);
    assertThat(times.count()).isEqualTo(100);
  }

  @Test
  void ranksThatDifferMuchInsideCallsStaySeparate() {
    Trace trace = trace(
        inside(Delta.AFTER_NOTHING, RankList.of(0), histogram(1000, 20)),
        inside(Delta.AFTER_NOTHING, RankList.of(1), histogram(2000, 20)));
    assertThat(MaterialTimes.of(trace).events().getFirst().deltas())
        .extracting(Delta::ranks)
        .containsExactly(RankList.of(0), RankList.of(1));
  }

  @Test
  void countsOfCallsStayExact() {
    Delta counts = new Delta(
        Delta.Kind.CALLS,
        Unit.CALLS,
        Delta.AFTER_ANY,
        ALL,
        List.of(new Distribution.MinAvgMax(7, 1, 1001.0 / 7, 997)));
    Trace trace = trace(
        compute(0, ALL, histogram(3, 20)),
        counts,
        inside(Delta.AFTER_NOTHING, ALL, histogram(0.3, 20)));
    assertThat(MaterialTimes.of(trace).events().getFirst().deltas()).hasSize(3).contains(counts);
  }

  private static Delta compute(int after, RankList ranks, Distribution times) {
    return new Delta(Delta.Kind.COMPUTE, Unit.MICROSECONDS, after, ranks, List.of(times));
  }

  private static Delta inside(int after, RankList ranks, Distribution times) {
    return new Delta(Delta.Kind.INSIDE, Unit.MICROSECONDS, after, ranks, List.of(times));
  }

  /** The given number of values. Each is a tenth larger than the one before. */
  private static Distribution histogram(double least, int count) {
    DeltaSummary summary = new DeltaSummary(true);
    double value = least;
    for (int i = 0; i < count; i++) {
      summary.add(value);
      value *= 1.1;
    }
    return summary.distribution(CompressOptions.DEFAULT);
  }

  private static Trace trace(Delta... deltas) {
    return new Trace(
        new Header(2, 1, "", List.of()),
        List.of(new CallSite("a"), new CallSite("b")),
        List.of(),
        List.of(Group.world(2)),
        List.of(
            new Communicator("MPI_COMM_WORLD", 0),
            new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP)),
        List.of(new Event(
            MpiCall.BARRIER,
            0,
            ALL,
            Map.of(Parameter.COMMUNICATOR, Values.constant(ALL, 0)),
            List.of(deltas))),
        List.of());
  }
}
