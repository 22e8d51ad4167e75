package io.github.tracecast.simulate.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.Slowdown;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
    Machine machine = Machine.fit(
        PlatformCatalogue.load("loggp-default", Map.of()), RANKS, MappingSpec.parse("blocked"));
    return Lowering.of(
        Programs.of(trace),
        EventTable.of(trace),
        List.of(new Lane(machine, ReplayOptions.defaults())),
        new LaneFigures.OfMachines(List.of(Slowdown.NONE)));
  }
}
