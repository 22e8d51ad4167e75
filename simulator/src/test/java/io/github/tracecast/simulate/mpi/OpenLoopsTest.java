package io.github.tracecast.simulate.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.lowering.AlikeRanks;
import io.github.tracecast.simulate.lowering.ChannelNumbers;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.simulate.state.StateSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLoopsTest {
  private static final int OUTER_ITERATIONS = 6;

  /** A loop whose executions have 2, 0 and 3 iterations in turn, in a loop of six iterations. */
  private final Trace trace = trace();

  private final OpenLoops loops =
      new OpenLoops(Programs.of(trace), new AlikeRanks.Alone(2, new ChannelNumbers()), false);
  private final int inner = loopFrom(1);
  private final int outer = loopFrom(0);

  private static Trace trace() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.BARRIER, sketch.all()).call(MpiCall.BARRIER, sketch.all());
    return sketch
        .loop(1, sketch.all(), 2, 0, 3)
        .loop(0, sketch.all(), OUTER_ITERATIONS)
        .trace();
  }

  private int loopFrom(int first) {
    return trace.loops().stream().map(loop -> loop.first()).toList().indexOf(first);
  }

  /** Runs a rank through the whole program. Returns its iterations of the inner loop. */
  private int run(int rank) {
    int bodies = 0;
    loops.open(rank, outer, OUTER_ITERATIONS);
    do {
      bodies += runInner(rank);
    } while (loops.next(rank));
    return bodies;
  }

  private int runInner(int rank) {
    int bodies = 0;
    if (loops.open(rank, inner, 0)) {
      do {
        bodies++;
      } while (loops.next(rank));
    }
    return bodies;
  }

  @Test
  void aLoopWithoutIterationsStaysClosed() {
    loops.open(0, outer, OUTER_ITERATIONS);
    assertThat(runInner(0)).isEqualTo(2);
    assertThat(loops.next(0)).isTrue();
    assertThat(loops.open(0, inner, 0)).isFalse();
    assertThat(loops.depth(0)).isEqualTo(1);
  }

  @Test
  void aRankRunsAllIterationsAndLeavesNothingOpen() {
    assertThat(run(0)).isEqualTo(2 * (2 + 0 + 3));
    assertThat(loops.depth(0)).isZero();
    assertThat(loops.depth(1)).isZero();
  }

  @Test
  void bodiesOfAnInnerLoopAreCountedOverAllItsExecutions() {
    loops.open(0, outer, OUTER_ITERATIONS);
    runInner(0);
    loops.next(0);
    loops.next(0);
    loops.open(0, inner, 0);
    assertThat(loops.loop(0, 1)).isEqualTo(outer);
    assertThat(loops.loop(0, 2)).isEqualTo(inner);
    assertThat(loops.ordinal(0, 1)).isEqualTo(2);
    assertThat(loops.ordinal(0, 2)).isEqualTo(2 + 0);
    assertThat(loops.left(0, 2)).isEqualTo(3);
    assertThat(loops.execution(0)).isEqualTo(2);
  }

  @Test
  void skippedIterationsCountInTheLoopsInside() {
    loops.open(0, outer, OUTER_ITERATIONS);
    loops.open(0, inner, 0);
    loops.next(0);
    loops.skip(0, 1, 3);
    assertThat(loops.left(0, 1)).isEqualTo(OUTER_ITERATIONS - 3);
    assertThat(loops.ordinal(0, 1)).isEqualTo(3);
    assertThat(loops.left(0, 2)).isEqualTo(1);
    assertThat(loops.ordinal(0, 2)).isEqualTo(2 + 0 + 3 + 1);
  }

  @Test
  void aMomentKnowsWhoHasMoved() {
    for (int rank = 0; rank < 2; rank++) {
      loops.open(rank, outer, OUTER_ITERATIONS);
    }
    loops.next(0);
    OpenLoops.Moment moment = loops.moment();
    assertThat(moment.isNow(0)).isTrue();
    loops.next(0);
    assertThat(moment.isNow(0)).isFalse();
    assertThat(moment.isNow(1)).isTrue();
  }

  @Test
  void theStateHasTheIterationsThatAreLeft() {
    loops.open(1, outer, OUTER_ITERATIONS);
    loops.next(1);
    loops.open(1, loopFrom(1), 0);
    List<Long> left = new ArrayList<>();
    StateSink sink = new StateSink() {
      @Override
      public void left(int rank, int depth, long iterations) {
        left.add(iterations);
      }
    };
    loops.describe(1, sink);
    assertThat(left).containsExactly(OUTER_ITERATIONS - 1L);
  }
}
