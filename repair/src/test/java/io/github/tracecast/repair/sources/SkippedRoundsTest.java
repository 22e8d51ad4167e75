package io.github.tracecast.repair.sources;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.REQUESTS;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.replay.LockstepReplay;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SkippedRoundsTest {
  private static final int RANKS = 3;
  private static final int INNER = 1000;

  /**
   * An inner loop starts sends and receives that only complete after it, so its states never
   * repeat.
   */
  private static Trace growing(long iterations) {
    TraceSketch sketch = new TraceSketch(RANKS);
    return sketch
        .call(MpiCall.IRECV, sketch.all(), SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.ISEND, sketch.all(), DESTINATION, Term.rankPlusMod(1), COUNT, 8)
        .loop(0, sketch.all(), INNER)
        .call(
            MpiCall.WAITALL,
            sketch.all(),
            REQUESTS,
            LongStream.rangeClosed(1, 2 * INNER).toArray())
        .loop(0, sketch.all(), iterations)
        .trace();
  }

  /** Returns the number of replayed calls. */
  private static long replayed(Trace trace) {
    SearchedReceives receives = new SearchedReceives(trace.events().size(), new int[] {0}, RANKS);
    long replayed = LockstepReplay.run(Programs.of(trace), receives);
    assertThat(receives.of(0, 0).toIntArray()).containsOnly(RANKS - 1);
    return replayed;
  }

  @Test
  void anInnerLoopThatNeverRepeatsLetsTheOuterOneSkip() {
    long once = RANKS * (2L * INNER + 1);

    assertThat(replayed(growing(400))).isLessThan(5 * once);
  }
}
