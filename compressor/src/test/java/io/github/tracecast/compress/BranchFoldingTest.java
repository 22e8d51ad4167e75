package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Branches whose outcomes have no order, as in CYPRESS's figure 11. */
class BranchFoldingTest {
  private static final int RANKS = 4;
  private static final int STEPS = 1000;

  private interface Step {
    void take(EventSink sink, int rank, Random random);
  }

  /** The trace, after a check that each rank has its calls in its order. */
  private static Trace compressed(boolean alike, CompressOptions options, Step step) {
    Compressor compressor = new Compressor(RANKS, options);
    List<List<String>> expected = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      RecordingSink sink = new RecordingSink(compressor.task(rank));
      Random random = new Random(alike ? 0 : rank);
      call(sink, "begin", 0);
      for (int i = 0; i < STEPS; i++) {
        step.take(sink, rank, random);
      }
      call(sink, "end", 0);
      expected.add(sink.events());
      compressor.finish(rank);
    }
    Trace trace = compressor.trace("", List.of());
    TraceValidator.check(trace);
    Expanded expanded = new Expanded(trace);
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(expanded.events(rank)).as("rank %d", rank).isEqualTo(expected.get(rank));
    }
    return trace;
  }

  private static void call(EventSink sink, String site, int root) {
    sink.begin(MpiCall.BCAST, sink.site(site))
        .number(Parameter.COMMUNICATOR, 0)
        .number(Parameter.ROOT, root)
        .compute(Unit.MICROSECONDS, 5 + root)
        .end();
  }

  @ParameterizedTest
  @CsvSource({"true, 2", "true, 3", "true, 6", "false, 2", "false, 3", "false, 6"})
  void eachOutcomeOfABranchIsOneEvent(boolean alike, int outcomes) {
    Trace trace = compressed(
        alike,
        CompressOptions.DEFAULT,
        (sink, rank, random) -> call(sink, "outcome " + random.nextInt(outcomes), 1));
    assertThat(trace.events()).hasSize(outcomes + 2);
    assertThat(trace.loops()).hasSizeLessThanOrEqualTo(RANKS * (outcomes + 1));
  }

  @Test
  void aCallAfterABranchIsOneEvent() {
    Trace trace = compressed(true, CompressOptions.DEFAULT, (sink, rank, random) -> {
      call(sink, "outcome " + random.nextInt(2), 1);
      call(sink, "after", 2);
    });
    assertThat(trace.events()).hasSize(5);
  }

  @Test
  void valuesStayInOrder() {
    Trace trace = compressed(
        true,
        CompressOptions.DEFAULT,
        (sink, rank, random) -> call(sink, "outcome " + random.nextInt(3), random.nextInt(RANKS)));
    assertThat(trace.events().size()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void timesAddUp() {
    Trace trace = compressed(true, CompressOptions.DEFAULT, (sink, rank, random) -> {
      int outcome = random.nextInt(3);
      call(sink, "outcome " + outcome, outcome);
    });
    double sum = 0;
    long count = 0;
    for (Event event : trace.events()) {
      for (Delta delta : event.deltas()) {
        for (Distribution times : delta.byExecution()) {
          sum += times.sum();
          count += times.count();
        }
      }
    }
    Random random = new Random(0);
    double expected = 10;
    for (int i = 0; i < STEPS; i++) {
      expected += 5 + random.nextInt(3);
    }
    assertThat(count).isEqualTo(RANKS * (STEPS + 2));
    assertThat(sum).isCloseTo(RANKS * expected, within(1e-6 * sum));
  }

  @Test
  void everySingleTimeStaysWhereItIsAsked() {
    Trace trace = compressed(
        true,
        CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.ALL),
        (sink, rank, random) -> call(sink, "outcome " + random.nextInt(2), 1));
    assertThat(trace.events().size()).isGreaterThan(100);
  }

  @Test
  void aRegularProgramIsAsBefore() {
    int[] step = {0};
    Trace trace = compressed(true, CompressOptions.DEFAULT, (sink, rank, random) -> {
      call(sink, "each", 1);
      if (step[0]++ % 3 == 0) {
        call(sink, "third", 2);
      }
    });
    assertThat(trace.events().size()).isLessThan(12);
  }
}
