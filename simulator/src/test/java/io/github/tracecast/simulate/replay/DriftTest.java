package io.github.tracecast.simulate.replay;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Loops in which each rank advances by an amount of its own, skipped until a maximum changes sides. */
class DriftTest {
  private static final List<Map<String, String>> MACHINES = List.of(
      Map.of(), Map.of("mpi.send_overhead", "3us"), Map.of("mpi.receive_overhead", "500ns"));

  private static List<ReplayResult> replay(
      Trace trace, String platform, List<Map<String, String>> machines, FastForward fastForward) {
    return Replays.lanes(trace, platform, machines, ReplayOptions.defaults().with(fastForward))
        .orElseThrow();
  }

  /** What skipping replayed, after a check that it found what replaying everything finds. */
  private static ReplayResult sameAsUnrolled(
      Trace trace, String platform, List<Map<String, String>> machines) {
    List<ReplayResult> skipping = replay(trace, platform, machines, FastForward.auto());
    List<ReplayResult> whole = replay(trace, platform, machines, FastForward.off());
    for (int k = 0; k < machines.size(); k++) {
      assertThat(Replays.withoutSkips(skipping.get(k)))
          .isEqualTo(Replays.withoutSkips(whole.get(k)));
    }
    return skipping.getFirst();
  }

  private static void send(TraceSketch sketch, int from, int to, long bytes) {
    sketch.call(MpiCall.SEND, from, DESTINATION, to, TAG, 0, COUNT, bytes);
  }

  private static void receive(TraceSketch sketch, int from, int to, long bytes) {
    sketch.call(MpiCall.RECV, to, SOURCE, from, TAG, 0, COUNT, bytes);
  }

  /** Rank 2 receives from rank 0, which starts late, and from rank 1, which is slower. */
  private static TraceSketch overtaking(long iterations) {
    TraceSketch sketch = new TraceSketch(3);
    sketch.compute(1_000).call(MpiCall.INIT, 0);
    int first = sketch.size();
    sketch.compute(10);
    send(sketch, 0, 2, 8);
    sketch.compute(12);
    send(sketch, 1, 2, 8);
    receive(sketch, 0, 2, 8);
    receive(sketch, 1, 2, 8);
    return sketch.loop(first, sketch.all(), iterations);
  }

  @Test
  void theTurnOfAMaximumIsReplayedAndTheRestIsSkipped() {
    ReplayResult result =
        sameAsUnrolled(overtaking(2_000).trace(), "loggp-default", List.of(Map.of()));
    assertThat(result.skips()).singleElement().satisfies(skip -> {
      assertThat(skip.times()).as("before and after rank 1 is the later one").isGreaterThan(1);
      assertThat(skip.iterations()).isGreaterThan(1_950);
      assertThat(skip.deviationSeconds()).isZero();
    });
  }

  @Test
  void aMillionIterationsCostWhatAThousandDo() {
    ReplayResult result = replay(
            overtaking(1_000_000).trace(), "loggp-default", List.of(Map.of()), FastForward.auto())
        .getFirst();
    assertThat(result.calls()).isEqualTo(4_000_001);
    assertThat(result.eventsReplayed()).isLessThan(200);
  }

  @Test
  void eachLaneTurnsAtItsOwnTime() {
    sameAsUnrolled(overtaking(2_000).trace(), "loggp-default", MACHINES);
    sameAsUnrolled(overtaking(2_000).trace(), "graphene", MACHINES);
  }

  /** Random messages between ranks with computation of their own, in a loop around a loop. */
  private static Trace random(int seed) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(4);
    TraceSketch sketch = new TraceSketch(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      sketch.compute(1 + random.nextInt(3_000)).call(MpiCall.INIT, rank);
    }
    int outer = sketch.size();
    TreeSet<Integer> all = new TreeSet<>();
    for (int phase = 1 + random.nextInt(2); phase > 0; phase--) {
      int first = sketch.size();
      Set<Integer> some = exchange(random, sketch, ranks);
      if (random.nextBoolean()) {
        sketch.loop(first, RankList.of(some), 2 + random.nextInt(60));
      }
      all.addAll(some);
    }
    if (random.nextInt(4) == 0) {
      sketch.call(MpiCall.BARRIER, sketch.all());
      return sketch.loop(outer, sketch.all(), 20 + random.nextInt(200)).trace();
    }
    return sketch.loop(outer, RankList.of(all), 20 + random.nextInt(200)).trace();
  }

  /** Returns the ranks that take part. */
  private static Set<Integer> exchange(Random random, TraceSketch sketch, int ranks) {
    Set<Integer> some = new TreeSet<>();
    for (int message = 1 + random.nextInt(5); message > 0; message--) {
      int from = random.nextInt(ranks);
      int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
      some.add(from);
      some.add(to);
      long bytes = random.nextInt(3) == 0 ? 100_000 : 1 + random.nextInt(2_000);
      if (random.nextBoolean()) {
        sketch.call(MpiCall.IRECV, to, SOURCE, from, TAG, 0, COUNT, bytes);
        sketch.compute(1 + random.nextInt(40));
        send(sketch, from, to, bytes);
        sketch.compute(1 + random.nextInt(40));
        sketch.call(MpiCall.WAIT, RankList.of(to), REQUEST, 1);
      } else {
        sketch.compute(1 + random.nextInt(40));
        send(sketch, from, to, bytes);
        receive(sketch, from, to, bytes);
      }
    }
    return some;
  }

  @Test
  void skippingIsUnrollingForEveryProgram() {
    long replayed = 0;
    long calls = 0;
    for (int seed = 0; seed < 200; seed++) {
      String platform =
          List.of("loggp-default", "bluegene-l", "graphene", "cluster").get(seed % 4);
      ReplayResult result =
          sameAsUnrolled(random(seed), platform, seed % 3 == 0 ? MACHINES : List.of(Map.of()));
      replayed += result.eventsReplayed();
      calls += result.calls();
    }
    assertThat(replayed).as("calls replayed of " + calls).isLessThan(calls / 3);
  }
}
