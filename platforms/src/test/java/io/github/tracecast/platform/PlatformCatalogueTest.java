package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlatformCatalogueTest {

  static List<String> names() {
    return PlatformCatalogue.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyFigureOfEveryMachineHasASource(String name) {
    Platform platform = PlatformCatalogue.load(name, Map.of());

    assertThat(platform.name()).isEqualTo(name);
    assertThat(platform.description()).isNotBlank();
    assertThat(platform.provenance()).containsOnlyKeys(platform.figures().keySet());
    assertThat(platform.provenance().values())
        .noneMatch(source -> source.contains("no source given"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyMachineHoldsAHundredRanks(String name) {
    Machine machine =
        Machine.fit(PlatformCatalogue.load(name, Map.of()), 100, new MappingSpec.Default());

    assertThat(machine.ranks()).isEqualTo(100);
    assertThat((long) machine.nodes() * machine.ranksPerNode()).isGreaterThanOrEqualTo(100);
  }

  @Test
  void onTheIdealMachineNothingButComputationTakesTime() {
    Platform platform = PlatformCatalogue.load("ideal", Map.of());
    Machine machine = Machine.fit(platform, 1000, new MappingSpec.Default());

    assertThat(machine.routes().latencySeconds(0, 999)).isZero();
    assertThat(machine.routes().bandwidthBytesPerSecond(0, 999)).isInfinite();
    assertThat(platform.node().memoryLatency()).isEqualTo(Piecewise.constant(0));
    assertThat(platform.node().memoryBytesPerSecond()).isInfinite();
    assertThat(platform.mpi().sendOverhead().seconds(1 << 30)).isZero();
    assertThat(platform.mpi().receiveOverhead().seconds(1 << 30)).isZero();
    assertThat(platform.mpi().rendezvousHandshake()).isFalse();
    assertThat(platform.mpi().eagerLimitBytes()).isGreaterThan(1L << 50);
  }

  @Test
  void blueGeneHasThePublishedFigures() {
    Platform platform = PlatformCatalogue.load("bluegene-l", Map.of());

    assertThat(platform.packets()).contains(new Packets(240, 16, 32, 14));
    assertThat(platform.tree().orElseThrow().oneWaySeconds(65_536)).isEqualTo(2.5e-6);
    assertThat(platform.tree().orElseThrow().payloadBytesPerSecond()).isEqualTo(350e6 * 252 / 256);
    assertThat(platform.interrupt()).contains(new InterruptNetwork(1.5e-6));
    assertThat(platform.node().flopsPerSecond()).isEqualTo(2.8e9);
  }

  /** Documents that figures of the catalogue are from, as their sources name them. */
  private static final List<String> DOCUMENTS = List.of(
      "ALCF user guides",
      "Ajima et al.",
      "Almasi et al.",
      "Alverson, Froese, Kaplan, Roweth",
      "CINECA",
      "CODES",
      "De Sensi et al.",
      "DeSensi, cloud_noise",
      "EuroBen",
      "Fujitsu",
      "HLC-Lab/pico",
      "IBM",
      "KAUST",
      "LUMI architecture",
      "LUMI user guide",
      "Lockwood on Frontier",
      "MPICH 3",
      "Microsoft",
      "NERSC documentation",
      "NVIDIA",
      "OLCF user documents",
      "SeisSol documentation",
      "TOP500",
      "TRUBA",
      "University of Canterbury",
      "arXiv",
      "converged-computing/performance-study",
      "eth-cscs/");

  /** Linpack's rate over its rate a watt is the power of all nodes. For Blue Gene, the lists name the power. */
  @Test
  void powersAreThoseOfThePublishedRuns() {
    assertBusyWatts("summit", 122.3e15 / 13.889e9 / 4_356);
    assertBusyWatts("leonardo", 238.7e15 / 32.2e9 / 3_456);
    assertBusyWatts("fugaku", 442.01e15 / 14.78e9 / (7_630_848 / 48));
    assertBusyWatts("frontier", 1.102e18 / 52.23e9 / (8_730_112 / 944));
    assertBusyWatts("perlmutter", 70.9e15 / 27.37e9 / 1_536);
    assertBusyWatts("bluegene-l", 44.80e3 / 2_048);
    assertBusyWatts("bluegene-q", 7.9e6 / 98_304);
    assertThat(PlatformCatalogue.names().stream()
            .filter(name -> PlatformCatalogue.load(name, Map.of()).power().isPresent()))
        .hasSize(7);
  }

  private static void assertBusyWatts(String machine, double watts) {
    assertThat(PlatformCatalogue.load(machine, Map.of()).power().orElseThrow().busyWatts())
        .as(machine)
        .isCloseTo(watts, withinPercentage(0.1));
  }

  static List<String> machines() {
    List<String> definitions = List.of("ideal", "loggopsim", "loggp-default", "graphene");
    return PlatformCatalogue.names().stream()
        .filter(name -> !definitions.contains(name))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("machines")
  void eachFigureOfAMachineNamesADocumentOrAFitOrIsAnAssumption(String name) {
    assertThat(PlatformCatalogue.load(name, Map.of()).provenance()).allSatisfy((key, source) -> {
      boolean described = source.startsWith("default")
          || source.equals("by mpi.collectives") // whose own source counts
          || source.contains("assumption: ")
          || source.startsWith("fitted to ");
      assertThat(described || DOCUMENTS.stream().anyMatch(source::contains))
          .as("%s: %s", key, source)
          .isTrue();
    });
  }

  @ParameterizedTest
  @MethodSource("names")
  void noFigureIsQuotedFromMemory(String name) {
    assertThat(PlatformCatalogue.load(name, Map.of()).provenance().values())
        .noneMatch(source -> source.contains("memory (") || source.contains("from memory"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void aMachinesNetworkCanBeChecked(String name) {
    Machine machine =
        Machine.fit(PlatformCatalogue.load(name, Map.of()), 64, new MappingSpec.Default());
    NetworkCheck check = NetworkCheck.of(machine);

    assertThat(check.nodes()).isEqualTo(machine.nodes());
    assertThat(check.allToAllBytesPerSecond()).isLessThanOrEqualTo(check.injectionBytesPerSecond());
  }

  @Test
  void frontiersTaperIsThatOfItsDocuments() {
    NetworkCheck check = NetworkCheck.of(
        Machine.fit(PlatformCatalogue.load("frontier", Map.of()), 64, new MappingSpec.Default()));

    // 12.8 TB/s of injection and 7.3 TB/s of global links a group
    assertThat(check.nodes()).isEqualTo(74 * 128);
    assertThat(check.nodes() / 74 * check.injectionBytesPerSecond()).isEqualTo(12.8e12);
    assertThat(check.levels().get("global").bytesPerSecond() / 74).isEqualTo(7.3e12);
  }

  @Test
  void theJsonSchemaHasEveryKeyOfEveryTopology() {
    String schema = PlatformCatalogue.jsonSchema();

    assertThat(schema)
        .contains("\"adaptive_threshold\"", "\"hosts_per_cabinet\"", "\"eager_limit\"", "\"edges\"")
        .contains("\"dragonfly-plus\"");
  }
}
