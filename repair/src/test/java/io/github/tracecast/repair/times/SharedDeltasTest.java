package io.github.tracecast.repair.times;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.times.Distribution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs with known times, which are merged over ranks as in ScalaTrace, separated again, and compared with the original times. */
class SharedDeltasTest {
  private static final int STEPS = 12;
  private static final int PLANES = 30;

  @TempDir
  private Path folder;

  private static Sweeps equal(int width, int height) {
    return new Sweeps(width, height, STEPS, PLANES, rank -> 1);
  }

  private static ReplayResult replay(Trace trace) {
    Programs programs = Programs.of(trace);
    Machine machine = Machine.fit(
        PlatformCatalogue.load("cluster", Map.of()),
        programs.ranks(),
        MappingSpec.parse("default"));
    return new LogGpReplays(programs, EventCounts.of(programs))
        .of(List.of(new Lane(machine, ReplayOptions.defaults())), calls -> {})
        .getFirst();
  }

  private static double seconds(Trace trace) {
    return replay(trace).predictedSeconds();
  }

  /** Returns the share of all computation that is before another call than in the original run. */
  private static double misplaced(Sweeps sweeps, Trace trace) {
    Programs programs = Programs.of(trace);
    DeltaTable table = DeltaTable.of(trace);
    double off = 0;
    double all = 0;
    for (int rank = 0; rank < programs.ranks(); rank++) {
      TaskCursor cursor = programs.cursor(rank);
      int after = Delta.AFTER_NOTHING;
      for (double time : sweeps.times(rank)) {
        cursor.next();
        int found = table.find(Delta.Kind.COMPUTE, cursor.event(), rank, after, cursor.execution());
        off += Math.abs(table.mean(found) - time);
        all += time;
        after = trace.events().get(cursor.event()).callSite();
      }
    }
    return off / 2 / all;
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "4, 2", "3, 3", "4, 4", "5, 3"})
  void aRunIsAsLongAsItWas(int width, int height) {
    Sweeps sweeps = equal(width, height);
    double truth = seconds(sweeps.truth());
    Trace merged = sweeps.merged();
    Trace separated = SharedDeltas.separated(merged);

    assertThat(seconds(merged) / truth).isGreaterThan(1.1);
    assertThat(seconds(separated) / truth).isCloseTo(1, within(0.03));
    assertThat(misplaced(sweeps, merged)).isGreaterThan(0.1);
    assertThat(misplaced(sweeps, separated)).isLessThan(0.03);
  }

  @Test
  void ranksComputeAsLongAsTheyDid() {
    Sweeps sweeps = equal(4, 2);
    List<ReplayResult.RankTimes> truth = replay(sweeps.truth()).ranks();
    List<ReplayResult.RankTimes> separated =
        replay(SharedDeltas.separated(sweeps.merged())).ranks();

    for (int rank = 0; rank < sweeps.ranks(); rank++) {
      assertThat(separated.get(rank).computeSeconds() / truth.get(rank).computeSeconds())
          .isCloseTo(1, within(0.03));
    }
  }

  /**
   * Ranks of the first column have another program than the other ranks, and therefore other
   * contexts.
   */
  @Test
  void ranksThatLastinglyDifferByTheirProgramsKeepTheirWork() {
    Sweeps sweeps = new Sweeps(3, 3, STEPS, PLANES, rank -> rank % 3 == 0 ? 3 : 1);
    double truth = seconds(sweeps.truth());

    assertThat(seconds(SharedDeltas.separated(sweeps.merged())) / truth).isCloseTo(1, within(0.15));
  }

  /** Nothing distinguishes two ranks with the same program, so they get the same times. */
  @Test
  void whichOfTwoRanksWithTheSameProgramIsSlowCannotBeKnown() {
    Sweeps sweeps = new Sweeps(4, 4, STEPS, PLANES, rank -> rank == 5 ? 3 : 1);
    Trace separated = SharedDeltas.separated(sweeps.merged());
    Programs programs = Programs.of(separated);
    List<ReplayResult.RankTimes> times = replay(separated).ranks();

    for (int rank = 0; rank < sweeps.ranks(); rank++) {
      int like = programs.lowestRank(programs.classOf(rank));
      assertThat(times.get(rank).computeSeconds())
          .isCloseTo(times.get(like).computeSeconds(), within(1e-9));
    }
  }

  @Test
  void sumsStayAsRecorded() {
    Trace merged = equal(4, 2).merged();

    assertThat(DeltaTable.of(SharedDeltas.separated(merged)).recordedComputeSeconds())
        .isCloseTo(DeltaTable.of(merged).recordedComputeSeconds(), within(1e-6));
  }

  @Test
  void aNoteSaysSoAndNothingIsTakenApartTwice() {
    Trace separated = SharedDeltas.separated(equal(2, 2).merged());
    Path file = folder.resolve("separated.ctrace");
    TraceFiles.write(separated, file, Encoding.BINARY);

    assertThat(separated.header().notes().getLast())
        .startsWith(
            "computation times that ranks shared were separated by rank and loop position at");
    assertThat(SharedDeltas.shared(separated)).isFalse();
    assertThat(SharedDeltas.separated(TraceFiles.read(file)).events())
        .isEqualTo(separated.events());
  }

  /** Adds a recorded wait to each receive, over all ranks and executions. */
  private static Trace withWaiting(Trace trace, double micros) {
    List<Event> events = trace.events().stream()
        .map(event -> {
          List<Delta> deltas = new ArrayList<>(event.deltas());
          if (event.call() == MpiCall.RECV) {
            deltas.add(new Delta(
                Delta.Kind.INSIDE,
                Unit.MICROSECONDS,
                Delta.AFTER_ANY,
                event.ranks(),
                List.of(new Distribution.MinAvgMax(1, micros, micros, micros))));
          }
          return new Event(
              event.call(), event.callSite(), event.ranks(), event.parameters(), deltas);
        })
        .toList();
    return trace.with(events, trace.header());
  }

  @Test
  void nothingIsGuessedWhereRanksWaitedAtLeastAsLongAsTheAveragesLetThem() {
    Trace merged = withWaiting(equal(4, 2).merged(), 1e12);
    Trace kept = SharedDeltas.separated(merged);

    assertThat(kept.events()).isEqualTo(merged.events());
    assertThat(kept.header().notes().getLast())
        .isEqualTo(
            "computation times that ranks shared stay as recorded, because the averages explain the"
                + " recorded waiting");
    assertThat(SharedDeltas.shared(kept)).isFalse();
  }

  /** Adds a loop of barriers. */
  private static Trace withBarriers(Trace trace, long iterations) {
    RankList all = RankList.range(0, trace.header().ranks());
    List<Event> events = new ArrayList<>(trace.events());
    events.add(new Event(MpiCall.BARRIER, 0, all, Map.of(), List.of()));
    List<Loop> loops = new ArrayList<>(trace.loops());
    int last = events.size() - 1;
    loops.add(new Loop(last, last, all, Values.constant(all, iterations)));
    return new Trace(
        trace.header(),
        trace.callSites(),
        trace.datatypes(),
        trace.groups(),
        trace.communicators(),
        events,
        loops);
  }

  /** A replay that does not repeat would take minutes. */
  @Test
  void timesAreSeparatedWithoutTrialsIfTheseWouldBeTooLong() {
    Trace merged = withWaiting(equal(4, 2).merged(), 1e12);

    assertThat(SharedDeltas.separated(withBarriers(merged, 1_000_000_000))
            .header()
            .notes()
            .getLast())
        .startsWith("computation times that ranks shared were separated")
        .endsWith("; further trial replays would take too long");
    assertThat(SharedDeltas.separated(withBarriers(merged, 1_000_000))
            .header()
            .notes()
            .getLast())
        .endsWith("the averages explain the recorded waiting");
  }

  @Test
  void averagesThatMakeRanksWaitLongerThanTheyDidAreTakenApart() {
    Trace merged = withWaiting(equal(4, 2).merged(), 1);

    assertThat(SharedDeltas.separated(merged).header().notes().getLast())
        .startsWith("computation times that ranks shared were separated");
  }

  @Test
  void theRanksOfTheExtremesAreLeftOutOnceTheTimesAreGivenBack() {
    assertThat(SharedDeltas.separated(equal(2, 2).merged()).events())
        .flatExtracting(Event::deltas)
        .flatExtracting(Delta::byExecution)
        .allSatisfy(values -> assertThat(values instanceof Distribution.Histogram histogram
                && histogram.extremes().isPresent())
            .isFalse());
  }

  @Test
  void aTraceOfARecorderThatKeepsRanksApartStays() {
    Trace truth = equal(2, 2).truth();

    assertThat(SharedDeltas.separated(truth)).isSameAs(truth);
  }

  @Test
  void theSameTraceIsTakenApartInTheSameWay() {
    Trace merged = equal(3, 3).merged();

    assertThat(SharedDeltas.separated(merged).events())
        .isEqualTo(SharedDeltas.separated(merged).events());
  }
}
