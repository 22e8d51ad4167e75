package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.platform.topology.Cabinets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 46",
    "1, 46",
    "16, 46",
    "17, 78",
    "240, 270",
    "241, 316",
    "480, 540",
    "1000000, 1125026"
  })
  void blueGenesPacketsAreWholeChunksWithATrailer(long message, long wire) {
    assertThat(new Packets(240, 16, 32, 14).wireBytes(message)).isEqualTo(wire);
  }

  @ParameterizedTest
  @CsvSource({"0, 256", "252, 256", "253, 512", "2520, 2560"})
  void treePacketsAreAlwaysFull(long message, long wire) {
    TreeNetwork tree = PlatformCatalogue.load("bluegene-l", Map.of()).tree().orElseThrow();

    assertThat(tree.packets().wireBytes(message)).isEqualTo(wire);
  }

  @Test
  void wireBytesNeverFallAndAPacketMoreIsAPacketMore() {
    Packets packets = new Packets(240, 16, 32, 14);
    for (long bytes = 0; bytes < 2000; bytes++) {
      assertThat(packets.wireBytes(bytes + 1)).isGreaterThanOrEqualTo(packets.wireBytes(bytes));
      assertThat(packets.wireBytes(bytes + 240))
          .isEqualTo(packets.wireBytes(bytes) + (bytes == 0 ? 224 : 270));
    }
    assertThatThrownBy(() -> packets.wireBytes(Long.MAX_VALUE))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void aPlatformWithoutPacketsPutsMessagesOnTheWireAsTheyAre() {
    assertThat(PlatformCatalogue.load("graphene", Map.of()).wireBytes(12_345)).isEqualTo(12_345);
    assertThat(PlatformCatalogue.load("bluegene-l", Map.of()).wireBytes(240)).isEqualTo(270);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "3, 2", "4, 2", "512, 9", "513, 10", "65536, 16"})
  void aTreeHasALevelForEveryDoubling(int nodes, int levels) {
    TreeNetwork tree = PlatformCatalogue.load("bluegene-l", Map.of()).tree().orElseThrow();

    assertThat(tree.levels(nodes)).isEqualTo(levels);
    assertThat(tree.oneWaySeconds(nodes)).isCloseTo(levels * 156.25e-9, within(1e-18));
  }

  @Test
  void aPiecewiseCostIsThatOfItsSegment() {
    Piecewise overhead = PlatformCatalogue.load("graphene", Map.of()).mpi().sendOverhead();

    assertThat(overhead.seconds(0)).isEqualTo(8.93e-6);
    assertThat(overhead.seconds(1419)).isEqualTo(8.93e-6 + 7.65e-10 * 1419);
    assertThat(overhead.seconds(1420)).isEqualTo(1.397e-5 + 2.974e-10 * 1420);
    assertThat(overhead.seconds(65_536)).isEqualTo(2.379e-4);
    assertThat(overhead.seconds(10_000_000)).isZero();
    assertThat(Piecewise.constant(2).seconds(99)).isEqualTo(2);
  }

  @Test
  void grapheneIsTheAuthorsMachine() {
    Platform graphene = PlatformCatalogue.load("graphene", Map.of());
    MpiCosts mpi = graphene.mpi();

    Node node = graphene.node();
    assertThat(node.cores()).isEqualTo(1);
    assertThat(node.physicalCores()).isEqualTo(4);
    assertThat(node.flopsPerSecond()).isEqualTo(4.18e9);
    assertThat(node.instructionsPerSecond()).isEqualTo(4.18e9);
    assertThat(node.memoryBytesPerSecond()).isEqualTo(6e9);
    assertThat(node.memoryLatency()).isEqualTo(Piecewise.constant(1.5e-9));
    assertThat(node.copy()).isEqualTo(Piecewise.constant(0));
    assertThat(((Cabinets) graphene.topology()).hostsPerCabinet()).containsExactly(39, 35, 30, 40);
    assertThat(mpi.receiveOverhead())
        .isEqualTo(new Piecewise(
            new long[] {0, 1420, 32_768, 65_536},
            new double[] {8.14e-6, 1.270e-5, 3.096e-5, 0},
            new double[] {8.396e-10, 9.092e-10, 6.956e-10, 0}));
    assertThat(mpi.bandwidthFactor())
        .hasToString("0:0.401;1420:0.9136;32768:1.0783;65536:0.9561;327680:0.9299");
    assertThat(mpi.latencyFactor())
        .hasToString("0:1.355;1420:3.437;32768:5.722;65536:11.99;327680:9.65");
    assertThat(mpi.latencyFactor().at(65_535)).isEqualTo(5.722);
    assertThat(mpi.eagerLimitBytes()).isEqualTo(65_536);
    assertThat(mpi.detachedLimitBytes()).isEqualTo(327_680);
    assertThat(mpi.rendezvousHandshake()).isFalse();
  }

  @Test
  void segmentsMustAscendFromZero() {
    assertThatThrownBy(() -> new Factor(new long[] {1}, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Factor(new long[] {0, 5, 5}, new double[] {1, 1, 1}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Piecewise(new long[] {0}, new double[] {1, 2}, new double[] {0}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
