package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ranks with a barrier after each step, before which some ranks are slow in some steps. */
class RepresentativeTimesTest {
  private static final int RANKS = 6;

  private interface Time {
    double of(int rank, int step);
  }

  private interface Program {
    void run(int rank, EventSink sink);
  }

  private static Trace trace(CompressOptions options, Program program) {
    Compressor compressor = new Compressor(RANKS, options);
    for (int i = 0; i < RANKS; i++) {
      int rank = i * 5 % RANKS; // in any order
      EventSink sink = compressor.task(rank);
      call(sink, "start", 1);
      program.run(rank, sink);
      call(sink, "end", 1);
      compressor.finish(rank);
    }
    Trace trace = compressor.trace("", List.of());
    TraceValidator.check(trace);
    return trace;
  }

  private static void call(EventSink sink, String site, double micros) {
    sink.begin(MpiCall.BARRIER, sink.site(site))
        .compute(Unit.MICROSECONDS, micros)
        .end();
  }

  private static Program steps(int steps, Time time) {
    return (rank, sink) -> {
      for (int step = 0; step < steps; step++) {
        for (int call = 0; call < 8; call++) {
          call(sink, "call " + call, time.of(rank, step) * (1 + call));
        }
      }
    };
  }

  /** A time that is the same each time it is asked for. */
  private static double random(int rank, int step) {
    Random random = new Random(1000L * rank + step);
    random.nextDouble();
    return 100 * Math.exp(random.nextGaussian());
  }

  /** The run's duration without a network, if all ranks wait in each barrier. */
  private static double duration(Trace trace) {
    Programs programs = Programs.of(trace);
    DeltaTable table = DeltaTable.of(trace);
    TaskCursor[] cursors = new TaskCursor[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
      cursors[rank] = programs.cursor(rank);
    }
    double sum = 0;
    while (true) {
      double slowest = 0;
      for (int rank = 0; rank < RANKS; rank++) {
        if (!cursors[rank].next()) {
          return sum;
        }
        slowest = Math.max(slowest, time(trace, table, cursors[rank]));
      }
      sum += slowest;
    }
  }

  private static double time(Trace trace, DeltaTable table, TaskCursor cursor) {
    int before = cursor.previousEvent() < 0
        ? Delta.AFTER_NOTHING
        : trace.events().get(cursor.previousEvent()).callSite();
    int index =
        table.find(Delta.Kind.COMPUTE, cursor.event(), cursor.rank(), before, cursor.execution());
    return index < 0 ? 0 : table.mean(index);
  }

  private static void keepsDuration(Program program, double part) {
    double all = duration(trace(CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL), program));
    assertThat(duration(trace(CompressOptions.DEFAULT, program)))
        .isCloseTo(all, within(part * all));
  }

  private static int size(Trace trace) {
    return BinaryCodec.write(trace).length;
  }

  private static CompressOptions groups() {
    return CompressOptions.DEFAULT.withDetail(DeltaDetail.GROUPS);
  }

  private static int longestPeriod(Trace trace) {
    return trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .mapToInt(delta -> delta.byExecution().size())
        .max()
        .orElse(0);
  }

  @Test
  void aRunTakesAsLongAsWithAllTimesWhereAveragesLoseTheWaiting() {
    Program program = steps(500, RepresentativeTimesTest::random);
    double all = duration(trace(CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL), program));

    assertThat(duration(trace(groups(), program))).isLessThan(0.8 * all);
    keepsDuration(program, 0.02);
  }

  /** There are enough times for several threads. */
  @Test
  void theTraceDoesNotDependOnTheNumberOfThreads() {
    Program program = steps(1500, RepresentativeTimesTest::random);
    byte[] one = BinaryCodec.write(trace(CompressOptions.DEFAULT.withThreads(1), program));

    assertThat(BinaryCodec.write(trace(CompressOptions.DEFAULT.withThreads(3), program)))
        .isEqualTo(one);
  }

  @Test
  void ranksOfOneGroupThatDifferInOneCallKeepTheirTimes() {
    Program program = steps(200, (rank, step) -> rank == 0 && step == 77 ? 50_000 : 100);
    double all = duration(trace(CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL), program));

    assertThat(duration(trace(groups(), program))).isLessThan(0.7 * all);
    keepsDuration(program, 0.05);
  }

  @Test
  void scatterWithoutWeightTakesNoBytes() {
    Program program = (rank, sink) -> {
      for (int step = 0; step < 40; step++) {
        call(sink, "step", random(rank, step));
        for (int call = 0; call < 4; call++) {
          call(sink, "many", random(rank + RANKS, 4 * step + call) / 1000);
        }
      }
    };

    assertThat(trace(CompressOptions.DEFAULT, program).header().times())
        .hasValueSatisfying(form -> assertThat(form).startsWith("all 40 iterations"));
  }

  @Test
  void aFewIterationsFollowEachOtherInTurn() {
    Trace trace = trace(CompressOptions.DEFAULT, steps(500, RepresentativeTimesTest::random));

    assertThat(longestPeriod(trace)).isBetween(2, 64);
    assertThat(trace.header().times())
        .hasValueSatisfying(form -> assertThat(form)
            .matches("[0-9]+ representative iterations of 500, run time within [0-9.]+%"));
  }

  @Test
  void theFormIsNoWarning() {
    Trace trace = trace(CompressOptions.DEFAULT, steps(500, RepresentativeTimesTest::random));

    assertThat(trace.header().warnings()).isEmpty();
  }

  @Test
  void aTraceIsAtMostTwiceAsLarge() {
    Program program = steps(500, RepresentativeTimesTest::random);

    assertThat(size(trace(CompressOptions.DEFAULT, program)))
        .isLessThanOrEqualTo(2 * size(trace(groups(), program)));
  }

  @Test
  void theSmallestTraceMayGrowToAKibibyte() {
    Program rare =
        steps(4000, (rank, step) -> step % 50 == 17 && step / 50 % RANKS == rank ? 2000 : 1);

    assertThat(2 * size(trace(groups(), rare))).isLessThan(1024);
    assertThat(size(trace(CompressOptions.DEFAULT, rare))).isLessThanOrEqualTo(1024);
    keepsDuration(rare, 0.01);
  }

  @Test
  void tenTimesAsManyStepsTakeHardlyMoreBytes() {
    int few = size(trace(CompressOptions.DEFAULT, steps(200, RepresentativeTimesTest::random)));
    int many = size(trace(CompressOptions.DEFAULT, steps(2000, RepresentativeTimesTest::random)));

    assertThat(many).isCloseTo(few, within(few / 10));
  }

  @Test
  void timesAfterThoseThatStayInOrderCountInTheirSums() {
    keepsDuration(steps(10_000, RepresentativeTimesTest::random), 0.03);
  }

  @Test
  void aShortRunKeepsAllIterations() {
    Trace trace = trace(CompressOptions.DEFAULT, steps(20, RepresentativeTimesTest::random));

    assertThat(trace.header().times())
        .hasValueSatisfying(
            form -> assertThat(form).startsWith("all 20 iterations, run time within "));
  }

  @Test
  void iterationsThatAreAlikeHaveAverages() {
    Trace trace = trace(CompressOptions.DEFAULT, steps(500, (rank, step) -> 10 * (1 + rank % 2)));

    assertThat(trace.header().times()).isEmpty();
    assertThat(size(trace))
        .isEqualTo(size(trace(groups(), steps(500, (rank, step) -> 10 * (1 + rank % 2)))));
  }

  @Test
  void iterationsOfInnerLoopsRepresentFewOuterOnes() {
    keepsDuration(
        (rank, sink) -> {
          for (int outer = 0; outer < 4; outer++) {
            call(sink, "outer", 10);
            for (int step = 0; step < 300; step++) {
              call(sink, "inner", random(rank, 1000 * outer + step));
              call(sink, "other", random(rank + RANKS, 1000 * outer + step));
            }
          }
        },
        0.03);
  }

  @Test
  void kindsOfIterationsAreToldApart() {
    Program output = (rank, sink) -> {
      for (int step = 0; step < 400; step++) {
        call(sink, "step", random(rank, step));
        if (step % 10 == 9) {
          call(sink, "output", 20 * random(rank + RANKS, step));
        }
      }
    };

    keepsDuration(output, 0.03);
  }

  @Test
  void whatAnIterationComputesAfterOutputIsToldApart() {
    Program output = (rank, sink) -> {
      for (int step = 0; step < 400; step++) {
        call(sink, "step", step % 10 == 0 ? 1 : random(rank, step)); // the work of the step before
        call(sink, "other", 1);
        if (step % 10 == 9) {
          call(sink, "output", random(rank, step + 1));
        }
      }
    };

    keepsDuration(output, 0.02);
  }

  @Test
  void singleTimesOfManyRanksTakeAByteAtMost() {
    Program program = steps(200, RepresentativeTimesTest::random);
    Trace trace = trace(CompressOptions.DEFAULT, program);
    int values = trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .filter(Delta::isInOrder)
        .mapToInt(delta -> delta.byExecution().size())
        .sum();

    assertThat(values).isGreaterThan(1000);
    assertThat(size(trace)).isLessThan(values);
  }

  @Test
  void aShortRunKeepsItsShortIterationsToo() {
    Program kinds = (rank, sink) -> {
      for (int step = 0; step < 24; step++) {
        boolean isShort = step * step * 7 % 11 < 5;
        call(sink, "step", random(rank, step) / (isShort ? 10 : 1));
        for (int call = 0; call < (isShort ? 2 : 3); call++) {
          call(sink, "many", 1);
        }
      }
    };

    assertThat(trace(CompressOptions.DEFAULT, kinds).header().times())
        .hasValueSatisfying(form -> assertThat(form).startsWith("all 24 iterations"));
  }

  @Test
  void callsThatAreSmallMatterIfThereAreMany() {
    Program many = (rank, sink) -> {
      for (int step = 0; step < 4; step++) {
        for (int call = 0; call < 600; call++) {
          call(sink, "call " + call, random(rank, 600 * step + call));
        }
      }
    };
    double all = duration(trace(CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL), many));

    assertThat(duration(trace(groups(), many))).isLessThan(0.8 * all);
    keepsDuration(many, 0.02);
  }

  @Test
  void stepsThatRanksFoldIntoDifferentLoopsEndAtACommonCall() {
    keepsDuration(
        (rank, sink) -> {
          for (int step = 0; step < 300; step++) {
            if ((step * 7 + rank) % (3 + rank) == 0) { // in no loop that ranks share
              call(sink, "some", 1);
            } else {
              call(sink, "others", 1);
            }
            call(sink, "step", random(rank, step));
          }
        },
        0.03);
  }

  @Test
  void rareLongStepsOfAnotherRankEachTimeStayWhereTheyAre() {
    keepsDuration(
        steps(400, (rank, step) -> step % 50 == 17 && step / 50 % RANKS == rank ? 2000 : 1), 0.01);
  }

  @Test
  void theStatedDifferenceIsTwiceWhatIsLostWithoutANetwork() {
    Program rare = steps(2000, (rank, step) -> {
      boolean isSlow = step * 7 % 13 == rank || step * 3 % 101 == rank;
      return random(rank, step) * (isSlow ? 100 : 1);
    });
    double all = duration(trace(CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL), rare));

    Trace kept = trace(CompressOptions.DEFAULT, rare);

    double lost = Math.abs(duration(kept) / all - 1);
    assertThat(lost).isGreaterThan(0.03);
    assertThat(stated(kept)).isGreaterThan(2 * lost);
  }

  private static double stated(Trace trace) {
    String form = trace.header().times().orElseThrow();
    return Double.parseDouble(form.substring(form.lastIndexOf(' ') + 1).replaceAll("[^0-9.]", ""))
        / 100;
  }

  @Test
  void theTotalOfEachRankStaysNearlyAndThatOfAllRanksExactly() {
    Program steps = steps(60, RepresentativeTimesTest::random);
    Program program = (rank, sink) -> {
      call(sink, "once", 30 * random(rank, 0));
      steps.run(rank, sink);
    };
    Trace all = trace(CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL), program);

    Trace kept = trace(CompressOptions.DEFAULT, program);

    assertThat(kept.header().times()).isPresent();
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      double recorded = computation(all, rank);
      sum += recorded;
      assertThat(computation(kept, rank))
          .as("rank %d", rank)
          .isCloseTo(recorded, within(1e-3 * recorded));
    }
    assertThat(1e6 * DeltaTable.of(kept).recordedComputeSeconds())
        .isCloseTo(sum, within(1e-9 * sum));
  }

  private static double computation(Trace trace, int rank) {
    DeltaTable table = DeltaTable.of(trace);
    double sum = 0;
    for (TaskCursor cursor = Programs.of(trace).cursor(rank); cursor.next(); ) {
      sum += time(trace, table, cursor);
    }
    return sum;
  }
}
