package io.github.tracecast.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lowering.Demands;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops of steps for like messages of a collective, compared with the same messages one by one. */
class StepLoopsTest {
  private static final int NEVER = Integer.MAX_VALUE;

  /** Below and above the eager limit. */
  private static final long[] BYTES = {64, 200_000};

  @ParameterizedTest
  @EnumSource(
      names = {
        "BARRIER",
        "BCAST",
        "ALLREDUCE",
        "GATHER",
        "SCATTER",
        "ALLGATHER",
        "ALLTOALL",
        "REDUCE_SCATTER_BLOCK"
      })
  void loopsOfEachAlgorithmTakeTheSameTimes(Operation operation) {
    for (String algorithm : Algorithms.names(operation)) {
      for (int ranks : new int[] {7, 8, 12}) {
        for (long bytes : BYTES) {
          Case of = new Case(operation, algorithm, ranks, bytes);
          assertThat(freely(of.lowered(2))).as("%s", of).isEqualTo(freely(of.lowered(NEVER)));
          for (String engine : List.of(Engines.LOGGP, Engines.FLOWS)) {
            assertThat(of.inTime(engine, 2))
                .as("%s, %s", of, engine)
                .isEqualTo(of.inTime(engine, NEVER));
          }
        }
      }
    }
  }

  /** The time of each rank if messages do not delay each other. */
  private static List<Long> freely(LaneProgram program) {
    Interpreter run = new Interpreter(program, calls -> {});
    run.run();
    return IntStream.range(0, program.programs().ranks())
        .mapToObj(rank -> run.ranks().picos(rank, 0))
        .toList();
  }

  /** A collective that some ranks reach late, several times. */
  private record Case(Operation operation, String algorithm, int ranks, long bytes) {
    private Trace trace() {
      TraceSketch sketch = new TraceSketch(ranks);
      sketch.call(MpiCall.BARRIER, sketch.all());
      for (int time = 0; time < 3; time++) {
        sketch.compute(7 * time);
        sketch.call(
            MpiCall.valueOf(operation.name()),
            sketch.all(),
            Parameter.COUNT,
            bytes,
            Parameter.RECEIVE_COUNT,
            bytes);
        sketch.call(MpiCall.SEND, 0, Parameter.DESTINATION, 1, Parameter.COUNT, 8L);
        sketch.call(MpiCall.RECV, 1, Parameter.SOURCE, 0, Parameter.COUNT, 8L);
      }
      return sketch.trace();
    }

    private Machine machine() {
      return Machine.fit(
          Replays.platform(
              "cluster",
              Map.of("collectives." + operation.key(), algorithm, "node.ranks_per_node", "2")),
          ranks,
          MappingSpec.parse("blocked"));
    }

    private LaneProgram lowered(int loopsFrom) {
      return lowered(trace(), loopsFrom);
    }

    private LaneProgram lowered(Trace trace, int loopsFrom) {
      return Lowering.of(
          Programs.of(trace),
          new Lane(machine(), ReplayOptions.defaults()),
          new Demands(null, false, false, false, loopsFrom));
    }

    private List<Object> inTime(String name, int loopsFrom) {
      LaneProgram program = lowered(loopsFrom);
      Machine machine = machine();
      try (TimingEngine engine = Engines.open(name, machine)) {
        Replay replay = new Replay(
            program,
            new Lane(machine, ReplayOptions.defaults()),
            EventCounts.of(program.programs()),
            engine,
            calls -> {},
            null);
        ReplayResult result = replay.run();
        return Stream.of(
                result.ranks(), result.messages(), result.bytes(), result.traffic(), result.links())
            .map(Object.class::cast)
            .toList();
      }
    }
  }

  @Test
  void memoryOfAPairwiseExchangeFollowsRanks() {
    assertPairwiseFollowsRanks(1200, 2400);
  }

  /** Partners differ in the bits of their numbers. */
  @Test
  void memoryOfAPairwiseExchangeOfAPowerOfTwoFollowsRanks() {
    assertPairwiseFollowsRanks(1024, 2048);
  }

  private static void assertPairwiseFollowsRanks(int few, int many) {
    LaneProgram small = pairwise(few);
    LaneProgram large = pairwise(many);

    assertThat(large.code()).hasSameSizeAs(small.code());
    assertThat(large.channels().count()).isZero();
    assertThat(large.walks().count()).isEqualTo(many);
  }

  private static LaneProgram pairwise(int ranks) {
    TraceSketch sketch = new TraceSketch(ranks);
    sketch.call(MpiCall.ALLTOALL, sketch.all(), Parameter.COUNT, 64L, Parameter.RECEIVE_COUNT, 64L);
    return new Case(Operation.ALLTOALL, "pairwise", ranks, 64).lowered(sketch.trace(), 1000);
  }
}
