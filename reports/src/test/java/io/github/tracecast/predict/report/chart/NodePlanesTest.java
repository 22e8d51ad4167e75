package io.github.tracecast.predict.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePlanesTest {
  private static Machine torus(String shape, int ranks) {
    return Machine.fit(
        PlatformCatalogue.load("bluegene-l", Map.of("network.shape", shape)),
        ranks,
        MappingSpec.parse("default"));
  }

  @Test
  void aSmallTorusHasACellForEachNodeInOrder() {
    Machine machine = torus("4x3x2", 8);
    NodePlanes planes = new NodePlanes(machine);

    assertThat(planes.columns()).isEqualTo(4);
    assertThat(planes.rows()).isEqualTo(3);
    assertThat(planes.planes()).isEqualTo(2);
    assertThat(IntStream.range(0, 24).map(planes::cell))
        .containsExactlyElementsOf(IntStream.range(0, 24).boxed().toList());
    assertThat(planes.nodesByName()).containsEntry("(3,2,1)", 23).hasSize(24);
    assertThat(planes.summary()).doesNotContain("a cell has");
    assertThat(planes.names()).containsExactly("z=0", "z=1");
    assertThat(new NodePlanes(torus("4x3x10", 8)).names())
        .startsWith("z=0–1", "z=2–3")
        .hasSize(5);
    assertThat(new NodePlanes(torus("4x3x1", 8)).names()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"64x32x32 | 65536 | 8", "33x1x9 | 64 | 4", "40x32x4 | 1024 | 2"})
  void onALargeOneNeighboursShareACellOfFewNodes(String shape, int ranks, int most) {
    Machine machine = torus(shape, ranks);
    NodePlanes planes = new NodePlanes(machine);
    int[] nodes = new int[planes.cells()];

    IntStream.range(0, machine.nodes()).forEach(node -> nodes[planes.cell(node)]++);

    assertThat(planes.columns()).isLessThanOrEqualTo(32);
    assertThat(planes.rows()).isLessThanOrEqualTo(32);
    assertThat(planes.planes()).isLessThanOrEqualTo(8);
    assertThat(planes.nodesOfCell()).isEqualTo(most);
    assertThat(IntStream.of(nodes)).allMatch(count -> count >= 1 && count <= most);
  }
}
