package io.github.tracecast.simulate.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedInstructionsTest {
  private static final int RANKS = 64;

  @Test
  void ranksOfRingHaveOneProgram() {
    LaneProgram program = lowered(ring(new TraceSketch(RANKS)).trace());

    assertThat(starts(program)).isEqualTo(1);
    assertThat(program.channels().count()).isEqualTo(RANKS);
  }

  @Test
  void ranksOfCollectiveOfPowerOfTwoHaveOneProgram() {
    TraceSketch sketch = ring(new TraceSketch(RANKS));
    sketch.call(MpiCall.BARRIER, sketch.all());

    assertThat(starts(lowered(sketch.trace()))).isEqualTo(1);
  }

  @Test
  void ranksOfRingThatReceiveFromAnySourceHaveOneProgram() {
    LaneProgram program = lowered(fromAnySource().trace());

    assertThat(starts(program)).isEqualTo(1);
    assertThat(program.mail().count()).isEqualTo(RANKS);
  }

  /** Each rank gets messages of both neighbours. */
  private static TraceSketch fromAnySource() {
    TraceSketch sketch = new TraceSketch(RANKS);
    for (int distance : new int[] {1, -1}) {
      sketch
          .call(
              MpiCall.ISEND,
              sketch.all(),
              Parameter.DESTINATION,
              Term.rankPlusMod(distance),
              Parameter.COUNT,
              8L)
          .call(MpiCall.IRECV, sketch.all(), Parameter.SOURCE, Term.ANY, Parameter.COUNT, 8L)
          .call(MpiCall.WAITALL, sketch.all(), Parameter.REQUESTS, new long[] {2, 1});
    }
    return sketch;
  }

  /** Rank 0 gets messages of two ranks, so its receive has a choice that others have not. */
  @Test
  void aRankWhoseReceiveHasAChoiceSharesItsProgramWithOthers() {
    TraceSketch sketch = new TraceSketch(RANKS);
    sketch
        .call(
            MpiCall.SEND,
            sketch.all(),
            Parameter.DESTINATION,
            Term.rankPlusMod(1),
            Parameter.COUNT,
            8L)
        .call(MpiCall.RECV, sketch.all(), Parameter.SOURCE, Term.ANY, Parameter.COUNT, 8L)
        .call(MpiCall.SEND, RANKS / 2, Parameter.DESTINATION, 0, Parameter.COUNT, 8L);

    LaneProgram program = lowered(sketch.trace());

    assertThat(program.mail().count()).isEqualTo(1);
    assertThat(program.starts()[0]).isEqualTo(program.starts()[1]);
    assertThat(program.starts()[1]).isEqualTo(program.starts()[2]);
  }

  @Test
  void inRoundsRanksShareCollectivesAndComputeNothing() {
    TraceSketch sketch = fromAnySource().compute(3);
    sketch.call(MpiCall.BARRIER, sketch.all());

    LaneProgram program = Lowering.inRounds(Programs.of(sketch.trace()));

    assertThat(starts(program)).isEqualTo(1);
    assertThat(program.mail().count()).isEqualTo(RANKS);
    assertThat(program.computeTimes()).isEmpty();
    assertThat(program.collectives().communicators.all()).containsExactly(Communicator.WORLD);
    assertThat(program.collectives().members.count()).isEqualTo(RANKS);
  }

  /** An allgather by ring has as many rounds as ranks, of which one is lowered. */
  @Test
  void instructionsOfARingDoNotGrowWithItsRanks() {
    LaneProgram few = ofAllgather(600);
    LaneProgram many = ofAllgather(6000);

    assertThat(many.code()).hasSameSizeAs(few.code());
    assertThat(starts(many)).isEqualTo(starts(few));
    assertThat(many.channels().count()).isEqualTo(6000);
  }

  private static LaneProgram ofAllgather(int ranks) {
    TraceSketch sketch = new TraceSketch(ranks);
    sketch.call(MpiCall.ALLGATHER, sketch.all(), Parameter.COUNT, 64L);
    return lowered(sketch.trace(), Map.of("collectives.allgather", "ring"));
  }

  /** Ranks agree in the same way whenever they duplicate the world, which some programs do often. */
  @Test
  void duplicatesOfACommunicatorShareChannels() {
    LaneProgram many = ofDuplicates(18);

    assertThat(many.channels().count()).isEqualTo(ofDuplicates(1).channels().count());
    assertThat(starts(many)).isEqualTo(1);
  }

  private static LaneProgram ofDuplicates(int duplicates) {
    TraceSketch sketch = new TraceSketch(RANKS);
    for (int i = 0; i < duplicates; i++) {
      int copy = sketch.communicator(IntStream.range(0, RANKS).toArray());
      sketch.call(MpiCall.COMM_DUP, sketch.all(), Parameter.NEW_COMMUNICATOR, copy);
    }
    return lowered(sketch.trace());
  }

  private static TraceSketch ring(TraceSketch sketch) {
    return sketch
        .call(
            MpiCall.SEND,
            sketch.all(),
            Parameter.DESTINATION,
            Term.rankPlusMod(1),
            Parameter.COUNT,
            8L,
            Parameter.TAG,
            7)
        .call(
            MpiCall.RECV,
            sketch.all(),
            Parameter.SOURCE,
            Term.rankPlusMod(-1),
            Parameter.COUNT,
            8L,
            Parameter.TAG,
            7);
  }

  /** Number of programs that ranks have. */
  private static long starts(LaneProgram program) {
    return Arrays.stream(program.starts()).distinct().count();
  }

  private static LaneProgram lowered(Trace trace) {
    return lowered(trace, Map.of());
  }

  private static LaneProgram lowered(Trace trace, Map<String, String> figures) {
    Programs programs = Programs.of(trace);
    Machine machine = Machine.fit(
        Replays.platform("loggp-default", figures), programs.ranks(), MappingSpec.parse("blocked"));
    return Lowering.of(
        programs, new Lane(machine, ReplayOptions.defaults()), Demands.of(trace, false));
  }
}
