package io.github.tracecast.simulate.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays of groups of alike ranks, compared with replays of all ranks. */
class AlikeSearchTest {
  private static final int RANKS = 24;

  /** A multiple of 3 above the number of ranks from which groups are searched. */
  private static final int MANY = 4098;

  private static final long EAGER = 64;
  private static final long RENDEZVOUS = 200_000;

  @Test
  void allRanksOfARingAreAlike() {
    assertThat(reduced(lowered(ring(RANKS, true).trace())).ranks()).isEqualTo(1);
  }

  /** Each rank has another distance from the ends of the line. */
  @Test
  void ranksOfALineAreNotAlike() {
    LaneProgram program = lowered(ring(RANKS, false).trace());

    assertThat(reduced(program)).isSameAs(program);
  }

  /** Rank 0 computes longer, which the others notice one after the other. */
  @Test
  void ranksAreNotAlikeIfOneOfThemComputesLonger() {
    TraceSketch sketch = new TraceSketch(RANKS);
    sketch.compute(5).call(MpiCall.WAITALL, 0, Parameter.REQUESTS, new long[0]);
    LaneProgram program = lowered(ring(sketch, sketch.all()).trace());

    assertThat(reduced(program)).isSameAs(program);
  }

  @Test
  void ranksThatReceiveFromAnySourceAreNotAlike() {
    TraceSketch sketch = new TraceSketch(RANKS);
    for (int distance : new int[] {1, 2}) {
      sketch.call(
          MpiCall.SEND,
          sketch.all(),
          Parameter.DESTINATION,
          Term.rankPlusMod(distance),
          Parameter.COUNT,
          EAGER);
    }
    for (int i = 0; i < 2; i++) {
      sketch.call(MpiCall.RECV, sketch.all(), Parameter.SOURCE, Term.ANY, Parameter.COUNT, EAGER);
    }
    LaneProgram program = lowered(sketch.trace());

    assertThat(reduced(program)).isSameAs(program);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6})
  void groupsTakeTheTimesOfAllRanks(int period) {
    for (int seed = 0; seed < 40; seed++) {
      LaneProgram all = lowered(periodic(RANKS, period, new Random(seed)).trace());
      LaneProgram groups = reduced(all);

      assertThat(groups.ranks()).as("seed %d", seed).isBetween(1, period);
      assertThat(run(groups)).as("seed %d", seed).isEqualTo(run(all));
    }
  }

  /** The other replay is in order of simulated time, and knows no groups. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void resultsOfGroupsAreThoseOfAllRanks(boolean unmatched) {
    for (int seed = 0; seed < 3; seed++) {
      TraceSketch sketch = periodic(MANY, 3, new Random(seed));
      if (unmatched) {
        sketch.call(
            MpiCall.SEND,
            sketch.all(),
            Parameter.DESTINATION,
            Term.rankPlusMod(5),
            Parameter.COUNT,
            EAGER,
            Parameter.TAG,
            99);
      }
      Trace trace = sketch.trace();
      ReplayResult all = Replays.replay(trace, "loggp-default", Map.of(), ReplayOptions.defaults());
      Programs programs = Programs.of(trace);
      ReplayResult groups = new LogGpReplays(programs, EventCounts.of(programs))
          .of(List.of(lane(programs)), calls -> {})
          .getFirst();

      assertThat(Replays.withoutSkips(groups)).isEqualTo(Replays.withoutSkips(all));
      assertThat(groups.warnings()).hasSize(unmatched ? 1 : 0);
    }
  }

  /** All observable results of a run, by rank, by event and by pair of ranks. */
  private static List<Object> run(LaneProgram program) {
    Interpreter run = new Interpreter(program, calls -> {});
    run.run();
    List<Object> all = new ArrayList<>();
    all.add(run.executed());
    for (int rank = 0; rank < program.programs().ranks(); rank++) {
      int group = program.alike().group(rank);
      all.add(List.of(
          run.ranks().picos(group, 0),
          run.ranks().ownPicos(group, 0),
          run.accounts().computePicos(group, 0)));
    }
    for (int event = 0; event < program.programs().trace().events().size(); event++) {
      all.add(run.accounts().times(event, 1, 0));
    }
    run.accounts()
        .forEachPair((source, destination, ofCollective, messages, bytes) ->
            all.add(List.of(source, destination, ofCollective, messages, bytes)));
    return all;
  }

  /** Ranks with the same remainder by the period make the same calls in a loop. */
  private static TraceSketch periodic(int ranks, int period, Random random) {
    TraceSketch sketch = new TraceSketch(ranks);
    for (int step = 0; step < 4; step++) {
      int distance = 1 + random.nextInt(ranks - 1);
      for (int first = 0; first < period; first++) {
        RankList some = every(first, period, ranks);
        long bytes = random.nextBoolean() ? EAGER : RENDEZVOUS;
        sketch
            .compute(1 + random.nextInt(9))
            .call(
                MpiCall.ISEND,
                some,
                Parameter.DESTINATION,
                Term.rankPlusMod(distance),
                Parameter.COUNT,
                bytes)
            .call(
                random.nextBoolean() ? MpiCall.RECV : MpiCall.IRECV,
                some,
                Parameter.SOURCE,
                Term.rankPlusMod(-distance),
                Parameter.COUNT,
                RENDEZVOUS);
        boolean blocking = sketch.trace().events().getLast().call() == MpiCall.RECV;
        sketch.call(
            MpiCall.WAITALL,
            some,
            Parameter.REQUESTS,
            blocking ? new long[] {1} : new long[] {2, 1});
      }
    }
    return sketch.loop(0, sketch.all(), 1 + random.nextInt(5));
  }

  private static RankList every(int first, int period, int ranks) {
    return RankList.of(
        IntStream.iterate(first, rank -> rank < ranks, rank -> rank + period).toArray());
  }

  /** Each rank sends to the next, and receives from the one before; in a line, the ends do not. */
  private static TraceSketch ring(int ranks, boolean closed) {
    TraceSketch sketch = new TraceSketch(ranks);
    if (closed) {
      return ring(sketch, sketch.all());
    }
    return sketch
        .call(
            MpiCall.SEND,
            RankList.range(0, ranks - 1),
            Parameter.DESTINATION,
            Term.rankPlus(1),
            Parameter.COUNT,
            EAGER)
        .call(
            MpiCall.RECV,
            RankList.range(1, ranks - 1),
            Parameter.SOURCE,
            Term.rankPlus(-1),
            Parameter.COUNT,
            EAGER);
  }

  private static TraceSketch ring(TraceSketch sketch, RankList all) {
    return sketch
        .call(MpiCall.SEND, all, Parameter.DESTINATION, Term.rankPlusMod(1), Parameter.COUNT, EAGER)
        .call(MpiCall.RECV, all, Parameter.SOURCE, Term.rankPlusMod(-1), Parameter.COUNT, EAGER);
  }

  private static LaneProgram reduced(LaneProgram program) {
    return AlikeSearch.reduce(program, 1);
  }

  private static LaneProgram lowered(Trace trace) {
    Programs programs = Programs.of(trace);
    return Lowering.of(programs, lane(programs), Demands.of(trace, false));
  }

  private static Lane lane(Programs programs) {
    Machine machine = Machine.fit(
        Replays.platform("loggp-default", Map.of()),
        programs.ranks(),
        MappingSpec.parse("blocked"));
    return new Lane(machine, ReplayOptions.defaults());
  }
}
