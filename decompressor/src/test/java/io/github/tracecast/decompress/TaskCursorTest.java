package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.RandomProgram.Step;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskCursorTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void cursorsDoWhatARecursiveInterpreterDoes() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      RandomProgram random = new RandomProgram(seed);
      Programs programs = Programs.of(random.trace());
      for (int rank = 0; rank < random.ranks; rank++) {
        assertThat(walk(programs.cursor(rank)))
            .as("seed %d, rank %d", seed, rank)
            .isEqualTo(random.interpret(rank));
      }
    }
  }

  @Test
  void aFinishedCursorStaysAtTheEnd() {
    TaskCursor cursor = Programs.of(new RandomProgram(7).trace()).cursor(0);
    assertThat(cursor.event()).isEqualTo(-1);
    walk(cursor);
    int last = cursor.previousEvent();
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.event()).isEqualTo(-1);
    assertThat(cursor.previousEvent()).isEqualTo(last);
  }

  @Test
  void ranksOfTheSameEventsAndLoopsShareOneProgram() {
    RankList all = RankList.range(0, 4);
    Loop loop = new Loop(0, 1, RankList.of(0, 3), Values.constant(RankList.of(0, 3), 5));
    Programs programs = Programs.of(trace(4, List.of(all, RankList.of(1, 2)), List.of(loop)));
    assertThat(programs.classCount()).isEqualTo(2);
    assertThat(List.of(
            programs.classOf(0), programs.classOf(1), programs.classOf(2), programs.classOf(3)))
        .containsExactly(0, 1, 1, 0);
    assertThat(programs.program(0)).hasToString("loop0{ 0 }");
    assertThat(programs.program(1)).hasToString("0 1");
  }

  @Test
  void spansOfDifferentRanksMayCross() {
    RankList all = RankList.range(0, 2);
    RankList zero = RankList.of(0);
    RankList one = RankList.of(1);
    List<Loop> loops = List.of(
        new Loop(0, 1, zero, Values.constant(zero, 2)),
        new Loop(1, 2, one, Values.constant(one, 3)));
    Programs programs = Programs.of(trace(2, List.of(all, all, all), loops));
    assertThat(programs.program(programs.classOf(0))).hasToString("loop0{ 0 1 } 2");
    assertThat(programs.program(programs.classOf(1))).hasToString("0 loop1{ 1 2 }");
  }

  @Test
  void spansOfOneRankMustNotCross() {
    RankList all = RankList.range(0, 1);
    List<Loop> loops = List.of(
        new Loop(0, 1, all, Values.constant(all, 2)), new Loop(1, 2, all, Values.constant(all, 3)));
    assertThatThrownBy(() -> Programs.of(trace(1, List.of(all, all, all), loops)))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "loops 0 (events 0 to 1) and 1 (events 1 to 2): found loops that cross for rank 0; expected one loop inside the other");
  }

  @Test
  void executionsAreCountedThroughHugeLoopsWithoutWalkingThem() {
    RankList all = RankList.range(0, 1);
    List<Loop> loops = List.of(
        new Loop(0, 1, all, Values.constant(all, 1_000_000)),
        new Loop(1, 1, all, Values.constant(all, 1_000_000_000_000L)));
    TaskCursor cursor = Programs.of(trace(1, List.of(all, all), loops)).cursor(0);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.event()).isEqualTo(1);
    assertThat(cursor.execution()).isEqualTo(1);
    assertThat(cursor.depth()).isEqualTo(2);
    assertThat(cursor.iterationsLeft(2)).isEqualTo(999_999_999_999L);
    assertThat(cursor.iterationsLeft(1)).isEqualTo(1_000_000);
  }

  static List<Step> walk(TaskCursor cursor) {
    List<Step> steps = new ArrayList<>();
    while (cursor.next()) {
      steps.add(new Step(cursor.event(), cursor.execution(), cursor.previousEvent()));
    }
    return steps;
  }

  static Trace trace(int ranks, List<RankList> events, List<Loop> loops) {
    return new Trace(
        new Header(ranks, 100, "test", List.of()),
        List.of(new CallSite("a")),
        List.of(),
        List.of(Group.world(ranks)),
        List.of(
            new Communicator("MPI_COMM_WORLD", 0),
            new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP)),
        events.stream()
            .map(list -> new Event(MpiCall.BARRIER, 0, list, Map.of(), List.of()))
            .toList(),
        loops);
  }
}
