package io.github.tracecast.repair.times;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.repair.sources.LostSources;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Traces that ScalaTrace itself wrote; skipped where they are not beside the checkout. */
class SharedScalaTracesTest {
  private static final List<String> MACHINES =
      List.of("bluegene-l", "graphene", "cluster", "fat-tree");

  /** Number of time steps of a long run that are replayed. Errors appear in the first steps. */
  private static final long STEPS = 4;

  private static Path folder() {
    String given =
        System.getProperty("TRACECAST_SHARED_TRACES", System.getenv("TRACECAST_SHARED_TRACES"));
    List<Path> roots = given == null
        ? List.of(Path.of("../shared/traces"), Path.of("../../shared/traces"))
        : List.of(Path.of(given));
    return roots.stream()
        .map(root -> root.resolve("scalatrace"))
        .filter(Files::exists)
        .findFirst()
        .orElseGet(() -> Assumptions.abort(
            "SKIPPED: no scalatrace in " + roots + "; TRACECAST_SHARED_TRACES names their folder"));
  }

  static List<String> traces() throws IOException {
    Path root = folder();
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.getFileName().toString().contains(".scalatrace"))
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private static Trace read(String name) {
    Trace trace = Importers.read(folder().resolve(name));
    return LostSources.open(trace) ? LostSources.found(trace) : trace;
  }

  /**
   * Returns the trace with fewer iterations of the time loop. Ranks may differ by one iteration in
   * this loop.
   */
  private static Trace shortened(Trace trace) {
    long most = trace.loops().stream()
        .flatMap(loop -> loop.iterations().pieces().stream())
        .mapToLong(piece -> piece.sequence().number(0, 0))
        .max()
        .orElse(0);
    long fewer = most - most / 50 - STEPS;
    if (most < 200) {
      return trace;
    }
    List<Loop> loops = new ArrayList<>();
    for (Loop loop : trace.loops()) {
      List<Piece> pieces = loop.iterations().pieces().stream()
          .map(piece -> piece.sequence().period() == 1 && piece.sequence().number(0, 0) > fewer
              ? new Piece(piece.ranks(), Sequence.constant(piece.sequence().number(0, 0) - fewer))
              : piece)
          .toList();
      loops.add(new Loop(loop.first(), loop.last(), loop.ranks(), new Values(pieces)));
    }
    return new Trace(
        trace.header(),
        trace.callSites(),
        trace.datatypes(),
        trace.groups(),
        trace.communicators(),
        trace.events(),
        loops);
  }

  private static Lane lane(String machine, int ranks, DeltaMode deltas) {
    return new Lane(
        Machine.fit(PlatformCatalogue.load(machine, Map.of()), ranks, MappingSpec.parse("default")),
        new ReplayOptions(deltas, 1, 1, Map.of()));
  }

  /** Both engines use the matching of the replay. A replay that cannot continue throws an exception. */
  @ParameterizedTest
  @MethodSource("traces")
  void eachReplaysOnEachMachineWithoutAnyOption(String name) {
    Programs programs = Programs.of(shortened(SharedDeltas.separated(read(name))));
    EventCounts counts = EventCounts.of(programs);
    for (DeltaMode deltas : List.of(DeltaMode.AVG, DeltaMode.HISTOGRAM)) {
      List<Lane> lanes = MACHINES.stream()
          .map(machine -> lane(machine, programs.ranks(), deltas))
          .toList();

      List<ReplayResult> results = new LogGpReplays(programs, counts).of(lanes, calls -> {});

      assertThat(results)
          .hasSize(4)
          .allSatisfy(result -> assertThat(result.calls()).isEqualTo(counts.total()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "A.4, 0.20",
    "A.8, 0.20",
    "A.16, 0.14",
    "A.32, 0.15",
    "B.4, 0.12",
    "B.8, 0.12",
    "B.16, 0.10"
  })
  void luIsPredictedAsLongAsItWasRecorded(String run, double error) {
    for (String name : List.of("I", "II")) {
      Trace trace = SharedDeltas.separated(read("lu/" + run + "/" + name + ".scalatrace"));
      Programs programs = Programs.of(trace);
      DeltaTable table = DeltaTable.of(trace);
      double recorded = (table.recordedComputeSeconds() + table.recordedCommunicationSeconds())
          / programs.ranks();

      ReplayResult result = new LogGpReplays(programs, EventCounts.of(programs))
          .of(List.of(lane("graphene", programs.ranks(), DeltaMode.AVG)), calls -> {})
          .getFirst();

      assertThat(result.predictedSeconds() / recorded).isBetween(1 - error, 1 + error);
    }
  }
}
