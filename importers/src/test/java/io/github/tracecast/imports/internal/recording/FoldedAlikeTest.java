package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The recorder, in C, folds and unites calls while the program runs. The compressor, in Java, does
 * so with the single calls of the same run. Both make the same trace.
 */
@ResourceLock("mpi")
@Order(1)
class FoldedAlikeTest {
  /** The recorder rounds each kept time to a fraction of the time. */
  private static final double ROUNDED = 1e-4;

  /** A nanosecond, in microseconds. */
  private static final double TICK = 1e-3;

  /** A window that differs from the recorder's window. No loop body of the programs is as long. */
  private static final CompressOptions BY_SINGLE_CALLS = CompressOptions.DEFAULT
      .withDetail(CompressOptions.DeltaDetail.GROUPS)
      .withWindow(CompressOptions.DEFAULT.window() - 1);

  @TempDir
  Path folder;

  @ParameterizedTest
  @CsvSource({
    "OPENMPI, patterns.c",
    "OPENMPI, stencil.c",
    "OPENMPI, pairs.c",
    "OPENMPI, families.c",
    "OPENMPI, coupled.c",
    "MPICH, stencil.c",
    "MPICH, families.c"
  })
  void recorderAndCompressorMakeTheSameTrace(MpiInstallation mpi, String source) throws Exception {
    Path program = mpi.compile(folder, source, "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");
    assertThat(mpi.run(program, 4, logs).exitCode()).isZero();
    Trace recorder = Recordings.compress(
        logs, CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});
    Trace compressor = Recordings.compress(logs, BY_SINGLE_CALLS, events -> {});

    assertThat(withoutTimes(recorder)).isEqualTo(withoutTimes(compressor));
    assertThat(recorder.loops()).isEqualTo(compressor.loops());
    assertThat(recorder.groups()).isEqualTo(compressor.groups());
    assertThat(recorder.communicators()).isEqualTo(compressor.communicators());
    assertThat(recorder.datatypes()).isEqualTo(compressor.datatypes());
    assertThat(recorder.callSites()).isEqualTo(compressor.callSites());
    for (int event = 0; event < recorder.events().size(); event++) {
      for (Delta.Kind kind : Delta.Kind.values()) {
        List<Delta> folded = times(recorder.events().get(event), kind);
        List<Delta> single = times(compressor.events().get(event), kind);
        assertThat(count(folded)).as("event %d", event).isEqualTo(count(single));
        assertThat(sum(folded))
            .as("event %d", event)
            .isCloseTo(sum(single), within(ROUNDED * sum(single) + TICK * count(single)));
      }
    }
  }

  @Test
  void callsThatAreOneEventAreCountedAlike() throws Exception {
    MpiInstallation mpi = MpiInstallation.OPENMPI;
    Path program = mpi.compile(folder, "waitsome.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");
    assertThat(mpi.run(program, 4, logs, "10", "test").exitCode()).isZero();
    Trace recorder = Recordings.compress(
        logs, CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});
    Trace compressor = Recordings.compress(logs, BY_SINGLE_CALLS, events -> {});

    assertThat(calls(recorder)).isEqualTo(calls(compressor));
  }

  private static List<Delta> calls(Trace trace) {
    return trace.events().stream()
        .flatMap(event -> times(event, Delta.Kind.CALLS).stream())
        .toList();
  }

  private static List<Event> withoutTimes(Trace trace) {
    return trace.events().stream()
        .map(event ->
            new Event(event.call(), event.callSite(), event.ranks(), event.parameters(), List.of()))
        .toList();
  }

  private static List<Delta> times(Event event, Delta.Kind kind) {
    return event.deltas().stream().filter(delta -> delta.kind() == kind).toList();
  }

  private static long count(List<Delta> deltas) {
    return deltas.stream()
        .flatMap(delta -> delta.byExecution().stream())
        .mapToLong(times -> times.count())
        .sum();
  }

  private static double sum(List<Delta> deltas) {
    return deltas.stream()
        .flatMap(delta -> delta.byExecution().stream())
        .mapToDouble(times -> times.sum())
        .sum();
  }
}
