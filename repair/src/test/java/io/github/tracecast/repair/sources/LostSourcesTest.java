package io.github.tracecast.repair.sources;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sources of receives from any source in traces without tags and matches; senders of {@link #LARGE} bytes wait for their receives. */
class LostSourcesTest {
  private static final long LARGE = 100_000;

  /** The most computation before a receive, us. */
  private static final double IMBALANCE = 2_000;

  /** Ranks of a grid, rank = row * width + column, as in NAS LU; -1 for missing neighbours. */
  private record Grid(int width, int height) {
    int ranks() {
      return width * height;
    }

    int at(int rank, int right, int down) {
      int column = rank % width + right;
      int row = rank / width + down;
      return column < 0 || column >= width || row < 0 || row >= height ? -1 : row * width + column;
    }
  }

  /**
   * NAS LU's exchange of borders: in each direction every rank posts a receive for its neighbour
   * before, sends to the one behind, and waits.
   *
   * @param named whether receives name their sources, which has the effect of the program's tags
   */
  private static Trace borders(Grid grid, int times, boolean named) {
    Random random = new Random(grid.ranks());
    TraceSketch sketch = new TraceSketch(grid.ranks());
    for (int rank = 0; rank < grid.ranks(); rank++) {
      for (int time = 0; time < times; time++) {
        for (int[] to : new int[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
          int before = grid.at(rank, -to[0], -to[1]);
          int behind = grid.at(rank, to[0], to[1]);
          if (before >= 0) {
            sketch
                .compute(IMBALANCE * random.nextDouble())
                .call(MpiCall.IRECV, rank, SOURCE, named ? before : Term.ANY, COUNT, LARGE);
          }
          if (behind >= 0) {
            sketch.call(MpiCall.SEND, rank, DESTINATION, behind, COUNT, LARGE);
          }
          if (before >= 0) {
            sketch.call(MpiCall.WAIT, rank, REQUEST, 1);
          }
        }
      }
    }
    return sketch.trace();
  }

  private static ReplayResult replay(Trace trace) {
    return Replays.replay(trace, "loggp-default", Map.of(), ReplayOptions.defaults());
  }

  /** Returns the world ranks that each rank's receives name, in the order of its program. */
  private static List<List<Integer>> sources(Trace trace) {
    EventTable table = EventTable.of(trace);
    Programs programs = Programs.of(trace);
    List<List<Integer>> all = new ArrayList<>();
    for (int rank = 0; rank < programs.ranks(); rank++) {
      List<Integer> sources = new ArrayList<>();
      TaskCursor cursor = programs.cursor(rank);
      while (cursor.next()) {
        if (table.has(cursor.event(), SOURCE)) {
          sources.add((int) table.value(cursor.event(), SOURCE, rank, cursor.execution()));
        }
      }
      all.add(sources);
    }
    return all;
  }

  @Test
  void anExchangeOfBordersHasTheSourcesThatItsTagsTold() {
    for (Grid grid : List.of(new Grid(2, 2), new Grid(5, 3), new Grid(6, 6))) {
      Trace named = borders(grid, 4, true);

      Trace found = LostSources.found(borders(grid, 4, false));

      assertThat(sources(found)).isEqualTo(sources(named));
      assertThat(replay(found)).isEqualTo(replay(named));
    }
  }

  /** If the receive of another exchange takes a message, its own receive waits for it. A higher limit lets senders continue. */
  @Test
  void aReplayThatCannotGoOnForItSaysSo() {
    Trace lost = borders(new Grid(6, 6), 4, false);

    assertThatThrownBy(() -> replay(lost))
        .isInstanceOf(ReplayException.class)
        .hasMessageEndingWith("\n"
            + "  expected a matching receive for each send, and all ranks at each collective;"
            + " the trace has no tags, so a receive from any source may have matched a message that was meant"
            + " for another receive\n"
            + "  to continue: import `find-sources=always` assigns the sources that these receives have if all"
            + " ranks run in lockstep; with `set mpi.detached_limit=100001B`,"
            + " senders of up to 100000 B do not wait for the receive");
    Map<String, String> raised = Map.of("mpi.detached_limit", "100001B");
    assertThat(Replays.replay(lost, "loggp-default", raised, ReplayOptions.defaults())
            .messages())
        .isEqualTo(4L * 2 * (5 * 6 + 6 * 5));
  }

  /**
   * The messages of rank 1 arrive first at both receives of rank 0, but the second one belongs
   * after the barrier.
   */
  @Test
  void collectivesHoldRanksTogether() {
    TraceSketch sketch = new TraceSketch(3);
    RankList others = RankList.range(1, 2);
    sketch
        .call(MpiCall.SEND, 1, DESTINATION, 2, COUNT, 1)
        .call(MpiCall.RECV, 2, SOURCE, Term.ANY, COUNT, 1)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 8)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.BARRIER, sketch.all())
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.BCAST, others, ROOT, 0, COUNT, 1);

    assertThatThrownBy(() -> LostSources.found(sketch.trace()))
        .hasMessage(
            "found that rank 1 in MPI_Bcast (event 7, execution 0) waits: rank 0 is not at collective"
                + " 1 of communicator 0 if all ranks run in lockstep; expected a matching receive"
                + " for each send, and all ranks at each collective");
    Trace whole = sketch.call(MpiCall.BCAST, 0, ROOT, 0, COUNT, 1).trace();
    assertThat(sources(LostSources.found(whole)))
        .containsExactly(List.of(2, 1), List.of(), List.of(1));
  }

  /**
   * Receives in loops, with several open requests, in a communicator with another order of ranks.
   */
  @Test
  void sourcesRepeatWithTheLoop() {
    TraceSketch sketch = new TraceSketch(3);
    int turned = sketch.communicator(2, 0, 1);
    sketch
        .call(MpiCall.IRECV, 0, SOURCE, Term.ANY, COUNT, 8, COMMUNICATOR, turned)
        .call(MpiCall.IRECV, 0, SOURCE, Term.ANY, COUNT, 8, COMMUNICATOR, turned)
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {2, 1})
        .call(MpiCall.SEND, RankList.range(1, 2), DESTINATION, 0, COUNT, 1)
        .loop(0, RankList.of(0), 500);
    for (int rank = 1; rank < 3; rank++) {
      sketch
          .call(MpiCall.SEND, rank, DESTINATION, 1, COUNT, 8, COMMUNICATOR, turned)
          .loop(3 + rank, RankList.of(rank), 500);
    }

    Trace found = LostSources.found(sketch.trace());

    assertThat(found.events().get(0).parameter(SOURCE).at(0))
        .isEqualTo(Sequence.of(Term.rankPlus(1)));
    assertThat(found.events().get(1).parameter(SOURCE).at(0))
        .isEqualTo(Sequence.of(Term.rankPlus(-1)));
    assertThat(found.header().notes())
        .containsExactly(
            "the trace lacked the senders of receives from MPI_ANY_SOURCE, at 2 events; the senders are those"
                + " of a run of all ranks in lockstep");
  }

  /** A search that executed every call would take days. */
  @Test
  void roundsThatRepeatAreSkipped() {
    TraceSketch sketch = new TraceSketch(3);
    long iterations = 1_000_000_000_000L;
    sketch
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .loop(0, RankList.of(0), iterations)
        .call(MpiCall.SEND, RankList.range(1, 2), DESTINATION, 0, COUNT, 8)
        .loop(2, RankList.range(1, 2), iterations);

    Trace found = LostSources.found(sketch.trace());

    assertThat(found.events().get(0).parameter(SOURCE).at(0))
        .isEqualTo(Sequence.of(Term.rankPlus(1)));
    assertThat(found.events().get(1).parameter(SOURCE).at(0))
        .isEqualTo(Sequence.of(Term.rankPlus(2)));
  }

  /** A root may be any number of broadcasts ahead, so that no two rounds are equal. */
  @Test
  void aSearchOverTooManyCallsThatDoNotRepeatEnds() {
    TraceSketch sketch = new TraceSketch(4);
    sketch
        .call(MpiCall.BCAST, sketch.all(), ROOT, 0, COUNT, 1)
        .loop(0, sketch.all(), 16_777_216)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.SEND, RankList.range(1, 2), DESTINATION, 0, COUNT, 8);

    assertThatThrownBy(() -> LostSources.found(sketch.trace()))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "found more than 4,000,000 calls in a lockstep replay whose rounds do not repeat; expected fewer");
  }

  /** Rank 1 is late once: from then on rank 2's message comes first. */
  @Test
  void whatWasBeforeTheRepetitionStays() {
    TraceSketch sketch = new TraceSketch(4);
    sketch
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .loop(0, RankList.of(0), 100)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8)
        .loop(2, RankList.of(1), 3)
        .call(MpiCall.SEND, 3, DESTINATION, 0, COUNT, 8)
        .loop(3, RankList.of(3), 97)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 8)
        .loop(4, RankList.of(2), 100);

    List<Integer> sources = sources(LostSources.found(sketch.trace())).getFirst();

    assertThat(sources).hasSize(200);
    assertThat(sources.stream().filter(source -> source == 1)).hasSize(3);
    assertThat(sources.stream().filter(source -> source == 2)).hasSize(100);
    assertThat(sources.stream().filter(source -> source == 3)).hasSize(97);
  }

  @Test
  void aChoiceIsOpenWhereSeveralRanksSendToAReceiveOfAnySource() {
    TraceSketch one = new TraceSketch(3)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8);
    assertThat(LostSources.open(one.trace())).isFalse();

    TraceSketch apartBySize = new TraceSketch(3)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 9)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 9);
    assertThat(LostSources.open(apartBySize.trace())).isFalse();

    TraceSketch two = new TraceSketch(3)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 8);
    assertThat(LostSources.open(two.trace())).isTrue();
  }

  /** Loops and calls one by one are the same program. */
  @Test
  void skippingChangesNothing() {
    for (int times : new int[] {1, 2, 7, 40}) {
      Grid grid = new Grid(3, 3);
      Trace looped = bordersInLoop(grid, times);

      assertThat(sources(LostSources.found(looped)))
          .isEqualTo(sources(LostSources.found(borders(grid, times, false))));
    }
  }

  private static Trace bordersInLoop(Grid grid, int times) {
    TraceSketch sketch = new TraceSketch(grid.ranks());
    int event = 0;
    for (int rank = 0; rank < grid.ranks(); rank++) {
      int first = event;
      for (int[] to : new int[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        int before = grid.at(rank, -to[0], -to[1]);
        int behind = grid.at(rank, to[0], to[1]);
        if (before >= 0) {
          sketch.call(MpiCall.IRECV, rank, SOURCE, Term.ANY, COUNT, LARGE);
          event++;
        }
        if (behind >= 0) {
          sketch.call(MpiCall.SEND, rank, DESTINATION, behind, COUNT, LARGE);
          event++;
        }
        if (before >= 0) {
          sketch.call(MpiCall.WAIT, rank, REQUEST, 1);
          event++;
        }
      }
      sketch.loop(first, RankList.of(rank), times);
    }
    return sketch.trace();
  }

  @Test
  void sizesStillStandForTags() {
    Trace lost = new TraceSketch(2)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8)
        .trace();
    Trace found = LostSources.found(lost);

    assertThat(sources(found)).containsExactly(List.of(1, 1), List.of());
    assertThat(TagsBySize.of(Programs.of(found)).notes())
        .isEqualTo(TagsBySize.of(Programs.of(lost)).notes())
        .isNotEmpty();
  }

  @Test
  void aTraceThatHasItsTagsStays() {
    Trace tagged = new TraceSketch(2)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8, TAG, 3)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8, TAG, 3)
        .trace();

    assertThat(LostSources.found(tagged)).isSameAs(tagged);
  }

  @Test
  void callsWhoseOutcomeIsOpenAreRefused() {
    Trace probing = new TraceSketch(2)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8)
        .call(MpiCall.PROBE, 0, SOURCE, Term.ANY)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 8)
        .trace();

    assertThatThrownBy(() -> LostSources.found(probing))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "found MPI_Probe (event 1), which prevents the search for the sources of receives; expected only"
                + " sends, receives and waits");
  }
}
