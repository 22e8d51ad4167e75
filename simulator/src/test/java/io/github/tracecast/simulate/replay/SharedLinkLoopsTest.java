package io.github.tracecast.simulate.replay;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.FlowEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where messages share links, skipping steady loops and replaying them give the same result, bit for bit. */
class SharedLinkLoopsTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  /** A platform and figures that are others than its own. */
  private record Figures(String platform, Map<String, String> others) {}

  private static final List<Figures> MACHINES = List.of(
      new Figures("bluegene-l", Map.of("mpi.gap", "0B: 2us; 500B: 4us; 2000B: 1us + 6ns/B")),
      new Figures("graphene", Map.of()),
      new Figures("loggp-default", Map.of("network.backbone_bandwidth", "10ns/B")),
      new Figures("cluster", Map.of("node.ranks_per_node", "2")));

  private static Machine machine(Figures figures, Trace trace, String mapping) {
    return Machine.fit(
        Replays.platform(figures.platform(), figures.others()),
        trace.header().ranks(),
        MappingSpec.parse(mapping));
  }

  private static ReplayResult replay(Trace trace, Machine machine, FastForward fastForward) {
    ReplayOptions options = ReplayOptions.defaults().with(fastForward);
    Lane lane = new Lane(machine, options);
    return new Replay(Programs.of(trace), lane, new FlowEngine(machine), n -> {}).run();
  }

  private static ReplayResult sameBothWays(Trace trace, Machine machine) {
    ReplayResult skipping = replay(trace, machine, FastForward.auto());
    assertThat(Replays.withoutSkips(skipping))
        .isEqualTo(Replays.withoutSkips(replay(trace, machine, FastForward.off())));
    assertThat(skipping.eventsReplayed()).isLessThanOrEqualTo(skipping.calls());
    return skipping;
  }

  @Test
  void skippingIsReplaying() {
    int skipped = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Trace trace = RandomProgram.ofPlainLoops(seed, 60).sketch().trace();
      Machine machine = machine(MACHINES.get(seed % MACHINES.size()), trace, "random:" + seed);
      skipped += sameBothWays(trace, machine).skips().isEmpty() ? 0 : 1;
    }
    assertThat(skipped).as("programs of which something was skipped").isGreaterThan(SEEDS / 3);
  }

  /** Rings of ranks side by side over the same links, each with iterations of its own length, more of them or fewer. */
  private static Trace sideBySide(int seed, long iterations) {
    int ranks = 8;
    TraceSketch sketch = new TraceSketch(ranks);
    for (int ring = 0; ring < 4; ring++) {
      RankList members = RankList.of(ring, ring + 4);
      int first = sketch.size();
      sketch.call(
          MpiCall.IRECV, members, SOURCE, Term.rankPlusMod(4), COUNT, 900 * (ring + seed), TAG, 0);
      sketch.call(
          MpiCall.ISEND,
          members,
          DESTINATION,
          Term.rankPlusMod(4),
          COUNT,
          900 * (ring + seed),
          TAG,
          0);
      sketch.call(MpiCall.WAITALL, members, REQUESTS, new long[] {1, 2});
      sketch.loop(first, members, iterations * (1 + (ring * 5 + seed) % 4));
    }
    sketch.call(MpiCall.BARRIER, sketch.all());
    return sketch.trace();
  }

  @Test
  void loopsSideBySideThatHinderEachOtherRecurTogether() {
    int skipped = 0;
    for (int seed = 1; seed <= 16; seed++) {
      Trace trace = sideBySide(seed, 60);
      Machine machine = machine(MACHINES.get(seed % MACHINES.size()), trace, "random:" + seed);
      skipped += sameBothWays(trace, machine).skips().isEmpty() ? 0 : 1;
    }
    assertThat(skipped).as("programs of which something was skipped").isGreaterThan(3);
  }

  /** All send to one, far more than its link takes at once, before anybody waits. */
  @Test
  void aLinkThatManyMessagesShareRecurs() {
    TraceSketch sketch = new TraceSketch(9);
    RankList others = sketch.all().minus(RankList.of(0));
    for (int source = 1; source < 9; source++) {
      sketch.call(MpiCall.IRECV, 0, SOURCE, source, COUNT, 700, TAG, 0);
    }
    sketch.call(MpiCall.ISEND, others, DESTINATION, 0, COUNT, 700, TAG, 0);
    sketch.call(MpiCall.WAITALL, 0, REQUESTS, new long[] {1, 2, 3, 4, 5, 6, 7, 8});
    sketch.call(MpiCall.WAIT, others, REQUEST, 1);
    sketch.call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 10, TAG, 1);
    sketch.call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 10, TAG, 1);
    sketch.loop(0, sketch.all(), 100);
    for (Figures figures : MACHINES) {
      sameBothWays(sketch.trace(), machine(figures, sketch.trace(), "blocked"));
    }
  }

  @Test
  void aLoopOfManyIterationsCostsItsTransientOnly() {
    long iterations = 1_000_000_000;
    TraceSketch sketch = new TraceSketch(8);
    sketch
        .compute(3)
        .call(
            MpiCall.SENDRECV,
            sketch.all(),
            DESTINATION,
            Term.rankPlusMod(3),
            SOURCE,
            Term.rankPlusMod(-3),
            COUNT,
            1_000,
            TAG,
            0)
        .loop(0, sketch.all(), iterations);
    Machine machine = machine(MACHINES.getFirst(), sketch.trace(), "random:1");

    ReplayResult result = replay(sketch.trace(), machine, FastForward.auto());

    assertThat(result.eventsReplayed()).isLessThan(1_000);
    assertThat(result.messages()).isEqualTo(8 * iterations);
  }
}
