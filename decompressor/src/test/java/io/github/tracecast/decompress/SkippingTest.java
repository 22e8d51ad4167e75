package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SkippingTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void aCursorGoesOnAfterASkipAsIfItHadWalked() {
    int skips = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      RandomProgram program = new RandomProgram(seed);
      Programs programs = Programs.of(program.trace());
      Phases phases = Phases.of(programs);
      for (int rank = 0; rank < program.ranks; rank++) {
        skips += skipOnce(programs, phases, rank, new Random(seed));
      }
    }
    assertThat(skips).isGreaterThan(SEEDS / 4);
  }

  /** Skips as many iterations as the phase allows, at a random event and depth. Compares the result with a cursor that executes all iterations. Returns 1 if there was a skip. */
  private static int skipOnce(Programs programs, Phases phases, int rank, Random random) {
    TaskCursor skipping = programs.cursor(rank);
    int steps = 1 + random.nextInt(30);
    while (steps-- > 0 && skipping.next()) {}
    if (skipping.event() < 0 || skipping.depth() == 0) {
      return 0;
    }
    int depth = 1 + random.nextInt(skipping.depth());
    long phase = phases.of(programs.classOf(rank), skipping.loop(depth));
    long iterations = (skipping.iterationsLeft(depth) - 1) / phase * phase;
    skipping.skip(depth, iterations);

    TaskCursor walking = programs.cursor(rank);
    do {
      assertThat(walking.next()).isTrue();
    } while (!sameLeft(walking, skipping)
        || walking.iterationsBefore(depth) != skipping.iterationsBefore(depth));
    assertThat(place(walking)).isEqualTo(place(skipping));
    assertThat(TaskCursorTest.walk(skipping)).isEqualTo(TaskCursorTest.walk(walking));
    return iterations > 0 ? 1 : 0;
  }

  /** The event, and of each open loop the iterations left and those before. */
  private static List<Long> place(TaskCursor cursor) {
    List<Long> place = new ArrayList<>(List.of((long) cursor.event()));
    for (int depth = 1; depth <= cursor.depth(); depth++) {
      place.add(cursor.iterationsLeft(depth));
      place.add(cursor.iterationsBefore(depth));
    }
    return place;
  }

  private static boolean sameLeft(TaskCursor a, TaskCursor b) {
    if (a.event() != b.event() || a.depth() != b.depth()) {
      return false;
    }
    for (int depth = 1; depth <= a.depth(); depth++) {
      if (a.iterationsLeft(depth) != b.iterationsLeft(depth)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void onlyWhatIsLeftOfAnOpenLoopCanBeSkipped() {
    RankList all = RankList.range(0, 1);
    Trace trace = TaskCursorTest.trace(
        1, List.of(all), List.of(new Loop(0, 0, all, Values.constant(all, 5))));
    TaskCursor cursor = Programs.of(trace).cursor(0);
    cursor.next();
    assertThat(cursor.loop(1)).isZero();
    assertThatThrownBy(() -> cursor.skip(1, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cursor.skip(2, 1)).isInstanceOf(IllegalArgumentException.class);
    cursor.skip(1, 4);
    assertThat(cursor.execution()).isEqualTo(4);
    assertThat(cursor.next()).isFalse();
  }

  @Test
  void aLoopRepeatsWhenAllWithinItDoes() {
    RankList all = RankList.range(0, 2);
    RankList zero = RankList.of(0);
    // rank 0: loop0{ a loop1 of 1, 2, 1, 2 ... iterations { b } }, b's destination with period 4;
    // rank 1: loop0{ a loop1 of 4 { b } }
    Trace plain = TaskCursorTest.trace(
        2,
        List.of(all, all),
        List.of(
            new Loop(0, 1, all, Values.constant(all, 1_000)),
            new Loop(
                1,
                1,
                all,
                new Values(List.of(
                    new Piece(zero, Sequence.scalars(1, 2)),
                    new Piece(RankList.of(1), Sequence.constant(4)))))));
    Values tags = Values.uniform(all, Sequence.scalars(7, 7, 7, 8));
    Event b = new Event(MpiCall.BARRIER, 0, all, Map.of(Parameter.TAG, tags), List.of());
    Trace trace = plain.with(List.of(plain.events().get(0), b), plain.header());
    Programs programs = Programs.of(trace);
    Phases phases = Phases.of(programs);
    assertThat(programs.classCount()).isOne();
    // 1 + 2 bodies every 2 iterations: 4 periods of 3 bodies are 3 of 4 tags, after 8 iterations;
    // for rank 1 one iteration would do
    assertThat(phases.of(0, 0)).isEqualTo(8);
    assertThat(phases.of(0, 1)).isEqualTo(4);
  }
}
