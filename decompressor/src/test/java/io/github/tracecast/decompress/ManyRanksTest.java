package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** 65,536 ranks are ordinary. Alone, because other tests change the size of the heap. */
@Isolated
class ManyRanksTest {
  private static final int SIDE = 256;
  private static final int RANKS = SIDE * SIDE;

  /** A five-point stencil on a mesh. An event has no endpoint where a border rank lacks a neighbour. */
  private static Trace stencil(long steps) {
    Traces traces = new Traces(RANKS);
    RankList notFirstColumn = RankList.section(1, SIDE, SIDE, 1, SIDE - 1);
    RankList notLastColumn = RankList.section(0, SIDE, SIDE, 1, SIDE - 1);
    RankList notFirstRow = RankList.range(SIDE, RANKS - SIDE);
    RankList notLastRow = RankList.range(0, RANKS - SIDE);
    traces.send(notFirstColumn, Term.rankPlus(-1), 128);
    traces.send(notLastColumn, Term.rankPlus(1), 128);
    traces.send(notFirstRow, Term.rankPlus(-SIDE), 128);
    traces.send(notLastRow, Term.rankPlus(SIDE), 128);
    List<Piece> counts = new ArrayList<>();
    for (int row = 0; row < SIDE; row++) {
      counts.add(new Piece(RankList.range(row * SIDE, SIDE), Sequence.constant(row)));
    }
    traces.event(
        MpiCall.BCAST,
        traces.all(),
        Map.of(
            Parameter.COUNT,
            new Values(counts),
            Parameter.DATATYPE,
            Values.constant(traces.all(), 0)));
    traces.loop(0, 4, traces.all(), steps);
    return traces.build();
  }

  @Test
  void programsAndCountsOf65536RanksTakeSecondsAtMost() {
    Assertions.assertTimeout(Duration.ofSeconds(60), () -> {
      Programs programs = Programs.of(stencil(1_000_000_000));
      assertThat(programs.classCount()).isEqualTo(9);
      EventCounts counts = EventCounts.of(programs);
      long links = 4L * SIDE * (SIDE - 1);
      assertThat(counts.sends()).isEqualTo(links * 1_000_000_000);
      assertThat(counts.total()).isEqualTo((links + RANKS) * 1_000_000_000);
      assertThat(counts.bytesSent()).isEqualTo(links * 1_000_000_000 * 1024);
    });
  }

  @Test
  void cursorsOf65536RanksTakeLittleMemory() {
    Programs programs = Programs.of(stencil(1_000_000_000));
    EventTable table = EventTable.of(programs.trace());
    Runtime runtime = Runtime.getRuntime();
    runtime.gc();
    long before = runtime.totalMemory() - runtime.freeMemory();
    TaskCursor[] cursors = new TaskCursor[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
      cursors[rank] = programs.cursor(rank);
    }
    long sum = 0;
    for (TaskCursor cursor : cursors) {
      for (int i = 0; i < 10; i++) {
        assertThat(cursor.next()).isTrue();
        if (table.has(cursor.event(), Parameter.DESTINATION)) {
          sum +=
              table.value(cursor.event(), Parameter.DESTINATION, cursor.rank(), cursor.execution());
        }
      }
    }
    runtime.gc();
    long after = runtime.totalMemory() - runtime.freeMemory();
    assertThat((after - before) / RANKS).as("bytes a cursor").isLessThan(300);
    assertThat(sum).isPositive();
    assertThat(cursors[RANKS - 1].iterationsLeft(1)).isLessThan(1_000_000_000);
  }
}
