package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.FlowEngine;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Alike rounds of a collective that are skipped, compared with the replay of all rounds. */
class SkippedRoundsTest {
  private static final int RANKS = 272;
  private static final long BLOCK = 64;

  /** Both rings of an allreduce have a round for each other rank. */
  private static final double RING = 2 * (RANKS - 1) * (L + 2 * O + (BLOCK - 1) * G);

  private static TraceSketch allreduce(TraceSketch sketch) {
    return sketch.call(MpiCall.ALLREDUCE, sketch.all(), Parameter.COUNT, BLOCK * RANKS);
  }

  private static Trace steps(long steps) {
    TraceSketch sketch = allreduce(new TraceSketch(RANKS).compute(3));
    return sketch.loop(0, sketch.all(), steps).trace();
  }

  private static ReplayOptions options(boolean skips) {
    return ReplayOptions.defaults().with(skips ? FastForward.auto() : FastForward.off());
  }

  private static Map<String, String> ring(String... more) {
    return more.length == 0
        ? Map.of("collectives.allreduce", "ring")
        : Map.of("collectives.allreduce", "ring", more[0], more[1]);
  }

  private static List<ReplayResult> lanes(Trace trace, String platform, boolean skips) {
    return Replays.lanes(
            trace,
            platform,
            List.of(ring(), ring("mpi.send_overhead", "2us"), ring("mpi.receive_overhead", "1us")),
            options(skips))
        .orElseThrow();
  }

  private static ReplayResult inTime(
      Trace trace, String platform, Function<Machine, TimingEngine> by, boolean skips) {
    Machine machine = Machine.fit(platform(platform, ring()), RANKS, MappingSpec.parse("blocked"));
    Lane lane = new Lane(machine, options(skips));
    return new Replay(Programs.of(trace), lane, by.apply(machine), n -> {}).run();
  }

  private static boolean areRounds(Skip skip) {
    return skip.loop() == Op.ROUNDS;
  }

  @Test
  void aRingTakesTheTimeOfItsClosedForm() {
    Trace trace = allreduce(new TraceSketch(RANKS)).trace();
    ReplayResult result = lanes(trace, "loggp-default", true).getFirst();
    assertThat(result.ranks())
        .allSatisfy(rank -> assertThat(end(result, rank.rank())).isEqualTo(RING))
        .allSatisfy(rank -> assertThat(rank.callSeconds()).isEqualTo(rank.endSeconds()));
    assertThat(inside(result, 0)).isEqualTo(RANKS * RING);
    assertThat(result.messages()).isEqualTo(2L * (RANKS - 1) * RANKS);
    assertThat(result.skips()).singleElement().satisfies(skip -> {
      assertThat(areRounds(skip)).isTrue();
      assertThat(skip.iterations()).isGreaterThan(25);
    });
  }

  @Test
  void skippedRoundsAreReplayedRoundsOnEachMachine() {
    TraceSketch late = allreduce(new TraceSketch(RANKS))
        .compute(20)
        .call(MpiCall.BARRIER, 7, Parameter.COMMUNICATOR, 1);
    Trace trace = allreduce(late).trace();
    for (String platform : List.of("loggp-default", "fugaku", "leonardo")) {
      assertThat(
              lanes(trace, platform, true).stream().map(Replays::withoutSkips).toList())
          .isEqualTo(
              lanes(trace, platform, false).stream().map(Replays::withoutSkips).toList());
      for (Function<Machine, TimingEngine> engine :
          List.<Function<Machine, TimingEngine>>of(LogGpEngine::new, FlowEngine::new)) {
        assertThat(withoutSkips(inTime(trace, platform, engine, true)))
            .isEqualTo(withoutSkips(inTime(trace, platform, engine, false)));
      }
    }
  }

  /** Rounds are skipped in the first steps, and whole steps after that. */
  @Test
  void stepsAroundSkippedRoundsAreSkippedToo() {
    long steps = 1_000_000;
    ReplayResult byLogGp = lanes(steps(steps), "loggp-default", true).getFirst();
    ReplayResult byFlows = inTime(steps(steps), "loggp-default", FlowEngine::new, true);
    for (ReplayResult result : List.of(byLogGp, byFlows)) {
      assertThat(result.eventsReplayed()).isLessThan(20L * RANKS);
      assertThat(result.skips())
          .anyMatch(SkippedRoundsTest::areRounds)
          .anyMatch(skip -> skip.loop() == 0 && skip.iterations() > steps - 20);
    }
    assertThat(end(byLogGp, 0)).isEqualTo(steps * (3_000 + RING));
    assertThat(
            lanes(steps(7), "fugaku", true).stream().map(Replays::withoutSkips).toList())
        .isEqualTo(
            lanes(steps(7), "fugaku", false).stream().map(Replays::withoutSkips).toList());
  }
}
