package io.github.tracecast.imports.internal.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Completions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which times between the polls of a foreign trace are waiting. */
class PollingTimesTest {
  /** Sums of a rank whose polls found nothing, apart from the last one. */
  private record Sums(double compute, double inside) {}

  private interface Poll {
    void of(AddedCalls calls, double compute, boolean found);
  }

  /** Waits for one request by polls, with these times before them. Each poll takes 1 us itself. */
  private static Sums sums(Completions kept, Poll poll, double... before) throws IOException {
    Compressor compressor = new Compressor(1, CompressOptions.DEFAULT.withCompletions(kept));
    AddedCalls calls = AddedCalls.ofOutcomes(compressor.task(0), kept);
    calls
        .begin(MpiCall.IRECV, calls.site("start"))
        .number(Parameter.SOURCE, 0)
        .number(Parameter.TAG, 0)
        .number(Parameter.COUNT, 1)
        .number(Parameter.DATATYPE, calls.datatype("MPI_INT", 4))
        .number(Parameter.COMMUNICATOR, 0)
        .end();
    for (int i = 0; i < before.length; i++) {
      poll.of(calls, before[i], i == before.length - 1);
    }
    calls.endSeries();
    compressor.finish(0);
    List<Delta> deltas = compressor.trace("", List.of()).events().stream()
        .flatMap(event -> event.deltas().stream())
        .toList();
    return new Sums(sum(deltas, Delta.Kind.COMPUTE), sum(deltas, Delta.Kind.INSIDE));
  }

  private static double sum(List<Delta> deltas, Delta.Kind kind) {
    return deltas.stream()
        .filter(delta -> delta.kind() == kind)
        .flatMap(delta -> delta.byExecution().stream())
        .mapToDouble(Distribution::sum)
        .sum();
  }

  private static EventSink begin(AddedCalls calls, MpiCall call, double compute) {
    return calls
        .begin(call, calls.site("poll"))
        .compute(Unit.MICROSECONDS, compute)
        .inside(Unit.MICROSECONDS, 1);
  }

  private static void test(AddedCalls calls, double compute, boolean found) {
    begin(calls, MpiCall.TEST, compute)
        .number(Parameter.REQUEST, 1)
        .number(Parameter.OUTCOMES, found ? 1 : 0)
        .end();
  }

  private static void testsome(AddedCalls calls, double compute, boolean found) {
    EventSink event =
        begin(calls, MpiCall.TESTSOME, compute).list(Parameter.REQUESTS).add(1);
    event.list(Parameter.OUTCOMES);
    if (found) {
      event.add(0);
    }
    event.end();
  }

  private static void iprobe(AddedCalls calls, double compute, boolean found) {
    begin(calls, MpiCall.IPROBE, compute)
        .number(Parameter.SOURCE, 0)
        .number(Parameter.TAG, 0)
        .number(Parameter.COMMUNICATOR, 0)
        .number(Parameter.OUTCOMES, found ? 1 : 0)
        .end();
  }

  private static final List<Poll> POLLS =
      List.of(PollingTimesTest::test, PollingTimesTest::testsome, PollingTimesTest::iprobe);

  @ParameterizedTest
  @EnumSource
  void shortAndRegularTimesBetweenPollsAreWaiting(Completions kept) throws IOException {
    for (Poll poll : POLLS) {
      assertThat(sums(kept, poll, 500, 0.5, 0.4, 0.6, 0.5)).isEqualTo(new Sums(500, 7));
    }
  }

  @ParameterizedTest
  @EnumSource
  void longTimesAndThoseOutOfLineAreComputation(Completions kept) throws IOException {
    for (Poll poll : POLLS) {
      assertThat(sums(kept, poll, 0, 1000, 1000, 1000)).isEqualTo(new Sums(3000, 4));
      assertThat(sums(kept, poll, 0, 0.25, 1.5, 0.25)).isEqualTo(new Sums(1.5, 4.5));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theTimeAfterAPollThatFoundSomethingIsComputation(Completions kept) throws IOException {
    Poll alwaysFinds = (calls, compute, last) -> iprobe(calls, compute, true);
    assertThat(sums(kept, alwaysFinds, 0.5, 0.5, 0.5)).isEqualTo(new Sums(1.5, 3));
  }
}
