package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskCompressorTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final CompressOptions OPTIONS = CompressOptions.DEFAULT;

  private static TaskCompressor task(CompressOptions options) {
    return new TaskCompressor(2, new Definitions(8), options);
  }

  private static TaskCompressor run(CompressOptions options, int... sites) {
    TaskCompressor task = task(options);
    for (int site : sites) {
      task.begin(MpiCall.BARRIER, site).end();
    }
    return task;
  }

  private static int[] repeat(int times, int... sites) {
    int[] all = new int[times * sites.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = sites[i % sites.length];
    }
    return all;
  }

  private static int[] numbered(int length) {
    return IntStream.range(0, length).toArray();
  }

  @Test
  void repeatedCallsBecomeALoop() {
    assertThat(TaskWalk.shape(run(OPTIONS, repeat(1000, 5)))).isEqualTo("1000x(5)");
  }

  @Test
  void nestedLoopsAreFoundWhateverTheirIterations() {
    TaskCompressor task = task(OPTIONS);
    for (int step = 0; step < 50; step++) {
      task.begin(MpiCall.BARRIER, 1).end();
      for (int i = 0; i < 2 + step % 3; i++) {
        task.begin(MpiCall.BARRIER, 2).end();
        task.begin(MpiCall.BARRIER, 3).end();
      }
      task.begin(MpiCall.BARRIER, 4).end();
    }
    assertThat(TaskWalk.shape(task)).isEqualTo("50x(1 2,3,4x(2 3) 4)");
  }

  @Test
  void anInnerLoopAtTheEndOfTheBodyMayGoOnAfterTheOuterOneWasFound() {
    TaskCompressor task = task(OPTIONS);
    for (int step = 0; step < 20; step++) {
      task.begin(MpiCall.BARRIER, 1).end();
      for (int i = 0; i < 3 + step % 2; i++) {
        task.begin(MpiCall.BARRIER, 2).end();
      }
    }
    assertThat(TaskWalk.shape(task)).isEqualTo("20x(1 3,4x(2))");
  }

  @Test
  void bodiesOfAnyLengthWithinTheWindowFold() {
    for (int length : new int[] {1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 200}) {
      TaskCompressor task = run(OPTIONS, repeat(7, numbered(length)));
      assertThat(task.folder().length()).as("body of %d", length).isEqualTo(1);
      assertThat(TaskWalk.events(task)).hasSize(7 * length);
    }
  }

  @Test
  void theWindowLimitsBodiesAndSaysSo() {
    int[] body = numbered(100);
    TaskCompressor task = run(OPTIONS.withWindow(70), repeat(3, body));
    assertThat(task.folder().length()).isEqualTo(300);
    assertThat(task.folder().missed()).isEqualTo(100);
    assertThat(run(OPTIONS, repeat(3, body)).folder().missed()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 15, 16, 63})
  void aSmallWindowSaysSoToo(int window) {
    for (int length : new int[] {window + 1, 2 * window + 1}) {
      TaskCompressor task = run(OPTIONS.withWindow(window), repeat(3, numbered(length)));
      assertThat(task.folder().missed()).as("body of %d", length).isEqualTo(length);
    }
  }

  @Test
  void parametersNeverBlockAFoldAndComeBackAsPeriods() {
    TaskCompressor task = task(OPTIONS);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      task.begin(MpiCall.SEND, 0)
          .number(Parameter.DESTINATION, i % 4)
          .number(Parameter.TAG, 9)
          .end();
      expected.add("0 destination=" + i % 4 + " tag=9");
    }
    assertThat(TaskWalk.shape(task)).isEqualTo("100x(0)");
    assertThat(TaskWalk.events(task)).isEqualTo(expected);
    assertThat(((TaskEntry.LoopNode) task.folder().node(0)).body[0])
        .isInstanceOfSatisfying(
            TaskEntry.LeafNode.class,
            leaf -> assertThat(leaf.sequences()[0].period()).isEqualTo(4));
  }

  @Test
  void requestsAreOffsetsAndSoTheSameInEachStep() {
    TaskCompressor task = task(OPTIONS);
    for (int step = 0; step < 30; step++) {
      task.begin(MpiCall.IRECV, 0).number(Parameter.SOURCE, 1).end();
      task.begin(MpiCall.ISEND, 1).number(Parameter.DESTINATION, 1).end();
      task.begin(MpiCall.WAITALL, 2)
          .list(Parameter.REQUESTS)
          .add(2 * step + 1)
          .add(2 * step + 2)
          .addNone()
          .end();
    }
    assertThat(TaskWalk.shape(task)).isEqualTo("30x(0 1 2)");
    assertThat(TaskWalk.events(task))
        .element(89)
        .isEqualTo("2 requests=[2, 1, " + TaskCompressor.NONE + "]");
    assertThat(task.farthestRequest()).isEqualTo(2);
  }

  @Test
  void successiveWaitsomesAreOneEntryHoweverManyTheyAre() {
    TaskCompressor task = task(OPTIONS);
    Random random = new Random(1);
    int events = 0;
    for (int step = 0; step < 40; step++) {
      task.begin(MpiCall.IRECV, 0).number(Parameter.SOURCE, 1).end();
      int rounds = 1 + random.nextInt(3);
      for (int i = 0; i < rounds; i++) {
        task.begin(MpiCall.WAITSOME, 1)
            .number(Parameter.REQUESTS, step + 1)
            .number(Parameter.OUTCOMES, 0)
            .end();
      }
      events += 1 + rounds;
    }
    assertThat(task.folder().length()).isEqualTo(1);
    assertThat(TaskWalk.events(task)).hasSize(events);
  }

  @Test
  void whatCannotBeIsRefusedWithRankAndEvent() {
    TaskCompressor task = task(OPTIONS.withRequestRing(2));
    task.begin(MpiCall.INIT, 0).end();
    refuses(
        () -> task.begin(MpiCall.WAIT, 1).number(Parameter.REQUEST, 1),
        "rank 2: event 1 (MPI_Wait): found request 1; expected no request, because none was made");
    for (int i = 0; i < 3; i++) {
      task.begin(MpiCall.ISEND, 2).number(Parameter.DESTINATION, 0).end();
    }
    refuses(
        () -> task.begin(MpiCall.WAIT, 1).number(Parameter.REQUEST, 1),
        "rank 2: event 4 (MPI_Wait): found a request made 3 requests ago; expected at most 2 requests ago; use a larger request ring");
    refuses(
        () -> task.begin(MpiCall.SEND, 1).number(Parameter.DESTINATION, 8).end(),
        "rank 2: event 4 (MPI_Send): found destination 8; expected 0 to 7, the ranks of the communicator");
    refuses(
        () -> task.begin(MpiCall.BARRIER, 1).compute(Unit.MICROSECONDS, -1),
        "rank 2: event 4 (MPI_Barrier): found computation -1.0; expected a number of at least 0");
    refuses(
        () -> task.communicator("row", 0, 1, 4, 4),
        "rank 2: communicator row: found local rank 4; expected 0 to 3; only the root, rank 0, has local rank 0");
  }

  private static void refuses(Runnable what, String message) {
    assertThatThrownBy(what::run).isInstanceOf(TraceException.class).hasMessage(message);
  }

  @Test
  void timesAreKeptByPathAndByPosition() {
    TaskCompressor task = task(OPTIONS);
    for (int step = 0; step < 1000; step++) {
      task.begin(MpiCall.BARRIER, 1).compute(Unit.MICROSECONDS, 5).end();
      for (int i = 0; i < 4; i++) {
        task.begin(MpiCall.BARRIER, 2).compute(Unit.MICROSECONDS, 10 * i).end();
      }
    }
    TaskEntry.LoopNode outer = (TaskEntry.LoopNode) task.folder().node(0);
    TaskEntry.LeafNode inner = (TaskEntry.LeafNode) ((TaskEntry.LoopNode) outer.body[1]).body[0];
    DeltaProfile profile = inner
        .deltas
        .series(DeltaLog.slot(Delta.Kind.COMPUTE, Unit.MICROSECONDS), inner)
        .profile(inner);
    assertThat(profile.count()).isEqualTo(4000);
    assertThat(profile.pathCount()).isEqualTo(2);
    assertThat(profile.spread(0).mean()).isZero();
    assertThat(profile.spread(1).mean()).isEqualTo(20);
    assertThat(profile.byPosition())
        .extracting(DeltaSummary::mean)
        .containsExactly(0.0, 10.0, 20.0, 30.0);
  }

  @Test
  void anyStreamComesBack() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      TaskCompressor task = task(OPTIONS.withWindow(1 + random.nextInt(50)));
      List<String> expected = new ArrayList<>();
      int kinds = 1 + random.nextInt(4);
      List<Integer> sites = new ArrayList<>();
      for (int i = 0; i < seed; i++) {
        if (!sites.isEmpty() && random.nextInt(3) == 0) {
          int from = random.nextInt(sites.size());
          sites.addAll(List.copyOf(sites.subList(from, Math.min(sites.size(), from + 9))));
        } else {
          sites.add(random.nextInt(kinds));
        }
      }
      for (int site : sites) {
        MpiCall call = site == 3 ? MpiCall.TESTSOME : MpiCall.SEND;
        long tag = random.nextInt(2);
        task.begin(call, site)
            .number(Parameter.TAG, tag)
            .list(Parameter.COUNTS)
            .add(tag)
            .add(site)
            .end();
        expected.add(site + " tag=" + tag + " counts=[" + tag + ", " + site + "]");
      }
      assertThat(TaskWalk.events(task)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void anIrregularStreamCostsLittle() {
    TaskCompressor task = task(OPTIONS);
    Random random = new Random(3);
    Assertions.assertTimeout(Duration.ofSeconds(60), () -> {
      for (int i = 0; i < 1_000_000; i++) {
        task.begin(MpiCall.SEND, random.nextInt(10))
            .number(Parameter.DESTINATION, random.nextInt(8))
            .end();
      }
    });
    assertThat(task.events()).isEqualTo(1_000_000);
  }
}
