package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Four ranks that call one barrier after the other, with times that came by groups of ranks. */
class GroupTimesTest {
  private static final int RANKS = 4;
  private static final RankList LOW = RankList.range(0, 2);
  private static final RankList HIGH = RankList.range(2, 2);

  /** Each of these ranks computes so long before the call. */
  private static void compute(GroupTimes times, RankList ranks, double micros) {
    int count = Math.toIntExact(ranks.size());
    GroupTimes.Group group = new GroupTimes.Group(List.of(), ExecutionTimes.NONE);
    group.path(
        Delta.AFTER_NOTHING,
        new DeltaSummary(count, count * micros, count * micros * micros, micros, micros));
    times.group(Delta.Kind.COMPUTE, ranks, group);
  }

  /** The event of all barriers; each has its times. */
  private static Event barriers(GroupTimes... times) {
    Compressor compressor = new Compressor(RANKS, CompressOptions.DEFAULT);
    for (int rank = 0; rank < RANKS; rank++) {
      FoldedTask task = compressor.folded(rank);
      int site = task.definitions().site("barrier");
      for (GroupTimes one : times) {
        task.call(
            MpiCall.BARRIER,
            site,
            List.of(Parameter.COMMUNICATOR),
            List.of(new LongSequence(Communicator.WORLD)),
            1,
            one);
      }
      compressor.finish(rank);
    }
    Trace trace = compressor.trace("test", List.of());
    assertThat(trace.events()).hasSize(1);
    return trace.events().getFirst();
  }

  @Test
  void groupsComeToTheTraceAsTheyAre() {
    GroupTimes times = new GroupTimes(Unit.MICROSECONDS);
    compute(times, LOW, 10);
    compute(times, HIGH, 1000);

    assertThat(barriers(times).deltas())
        .extracting(
            Delta::ranks,
            delta -> delta.byExecution().getFirst().count(),
            delta -> delta.byExecution().getFirst().mean())
        .containsExactly(tuple(LOW, 2L, 10.0), tuple(HIGH, 2L, 1000.0));
  }

  @Test
  void whatFollowedInTheSameGroupsIsTheirs() {
    GroupTimes first = new GroupTimes(Unit.MICROSECONDS);
    compute(first, LOW, 10);
    compute(first, HIGH, 1000);
    GroupTimes second = new GroupTimes(Unit.MICROSECONDS);
    compute(second, HIGH, 3000);
    compute(second, LOW, 30);

    assertThat(barriers(first, second).deltas())
        .extracting(
            Delta::ranks,
            delta -> delta.byExecution().getFirst().count(),
            delta -> delta.byExecution().getFirst().mean())
        .containsExactly(tuple(LOW, 4L, 20.0), tuple(HIGH, 4L, 2000.0));
  }

  @Test
  void groupsThatShareARankWithOneThatFollowedAreUnited() {
    GroupTimes first = new GroupTimes(Unit.MICROSECONDS);
    compute(first, LOW, 10);
    compute(first, HIGH, 30);
    GroupTimes second = new GroupTimes(Unit.MICROSECONDS);
    compute(second, RankList.of(0), 100);
    compute(second, RankList.range(1, 2), 200);
    compute(second, RankList.of(3), 300);

    assertThat(barriers(first, second).deltas()).singleElement().satisfies(delta -> {
      assertThat(delta.ranks()).isEqualTo(RankList.range(0, RANKS));
      assertThat(delta.byExecution()).singleElement().satisfies(all -> {
        assertThat(all.count()).isEqualTo(8);
        assertThat(all.sum()).isEqualTo(2 * 10 + 2 * 30 + 100 + 2 * 200 + 300);
      });
    });
  }

  @Test
  void groupsThatShareNoRankStayApartWhileOthersAreUnited() {
    GroupTimes first = new GroupTimes(Unit.MICROSECONDS);
    compute(first, RankList.of(0), 1);
    compute(first, RankList.of(1), 2);
    compute(first, HIGH, 3000);
    GroupTimes second = new GroupTimes(Unit.MICROSECONDS);
    compute(second, LOW, 5);
    compute(second, HIGH, 5000);

    assertThat(barriers(first, second).deltas())
        .extracting(Delta::ranks, delta -> delta.byExecution().getFirst().sum())
        .containsExactly(tuple(LOW, 1.0 + 2 + 2 * 5), tuple(HIGH, 2.0 * (3000 + 5000)));
  }
}
