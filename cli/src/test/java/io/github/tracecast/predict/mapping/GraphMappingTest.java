package io.github.tracecast.predict.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.Cli;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.Replay;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.trace.codec.TraceFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphMappingTest {
  @TempDir
  private Path folder;

  /** A program on a machine, and the traffic of its messages. */
  private record Placed(
      Machine machine, TrafficGraph graph, List<TopologyMatch> matches, Optional<int[]> byGrid) {
    double bytesTimesHops(int[] slots) {
      return graph.bytesTimesHops(machine, slots);
    }
  }

  private Placed place(String pattern, String mode, String shape) {
    Path trace = folder.resolve("t.ctrace");
    Cli.generate(trace, pattern + " --steps 2 --bytes 1000");
    Programs programs = Programs.of(TraceFiles.read(trace));
    Platform platform =
        PlatformCatalogue.load("bluegene-l", Map.of("node.mode", mode, "network.shape", shape));
    Machine machine = Machine.fit(platform, programs.ranks(), MappingSpec.parse("xyzt"));
    TrafficGraph graph;
    try (LogGpEngine engine = new LogGpEngine(machine)) {
      Lane lane = new Lane(machine, ReplayOptions.defaults());
      Replay replay = new Replay(programs, lane, engine, calls -> {});
      replay.run();
      graph = TrafficGraph.of(programs.ranks(), replay);
    }
    List<TopologyMatch> matches = TopologyFindings.quick(
            MessagePattern.of(programs, EventTable.of(programs.trace())))
        .matches();
    return new Placed(
        machine, graph, matches, GraphMapping.place(graph, matches, List.of(machine)));
  }

  @ParameterizedTest
  @CsvSource({
    "stencil --shape 2d --neighbours faces --ranks 64, coprocessor, 4x4x4",
    "stencil --shape 2d --neighbours faces --ranks 256, virtual-node, 8x4x4",
    "stencil:periodic --shape 2d --neighbours faces --ranks 512, coprocessor, 8x8x8",
    "stencil --shape 3d --neighbours faces --ranks 512, coprocessor, 8x8x8",
    "stencil --shape 3d --ranks 128, virtual-node, 4x4x4",
    "wavefront --shape 8x4, coprocessor, 4x4x2",
    "ring --ranks 64, coprocessor, 4x4x4"
  })
  void aRecognisedGridHasRoutesAsShortAsTheBlindSearchFinds(
      String pattern, String mode, String shape) {
    Placed placed = place(pattern, mode, shape);

    int[] blind = GraphMapping.find(placed.graph(), List.of(placed.machine()));

    assertThat(placed.byGrid().map(placed::bytesTimesHops))
        .hasValueSatisfying(
            hops -> assertThat(hops).isLessThanOrEqualTo(placed.bytesTimesHops(blind)));
  }

  /** 31 x 32 steps to the east: 16 x 32 stay in a node, the others cross one cable; to the south 3 x 32 cross two. */
  @Test
  void aFlatGridIsFoldedIntoATorusOfTwoCores() {
    Placed placed = place("stencil --neighbours faces --shape 32x32", "virtual-node", "8x8x8");

    double edges = 15 * 32 + 28 * 32 + 3 * 32 * 2;

    assertThat(placed.byGrid().map(placed::bytesTimesHops))
        .hasValue(edges * 2 * 2 * 1000); // both ways, two steps
  }

  @Test
  void eachRankHasASlotOfItsOwn() {
    Placed placed = place("stencil --neighbours faces --shape 6x6", "virtual-node", "4x4x2");

    assertThat(placed.byGrid().orElseThrow()).doesNotHaveDuplicates().hasSize(36);
  }

  @Test
  void whatIsNoGridIsNotPlaced() {
    assertThat(place("alltoall --algorithm pairwise --ranks 16", "coprocessor", "4x4x2")
            .byGrid())
        .isEmpty();
  }
}
