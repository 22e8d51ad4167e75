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
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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

  private static final Pattern SENDS = Pattern.compile("rank (\\d+) sends to (\\d+)");

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

  /** The tree of five ranks: neighbours first, or ranks that differ in the highest bit first. */
  @ParameterizedTest
  @CsvSource({
    "OPENMPI, lsb, 1>0 2>0 3>2 4>0",
    "OPENMPI, msb, 1>0 2>0 3>1 4>0",
    "MPICH, lsb, 1>0 2>0 3>2 4>0",
    "MPICH, msb, 1>0 2>0 3>1 4>0"
  })
  void recorderMergesAlongTheRadixTree(MpiInstallation mpi, String tree, String edges)
      throws Exception {
    Path program = mpi.compile(folder, "loops.c", "mpicc", "-DTOGETHER");
    Path shown = mpi.compile(folder, "edges.c", "mpicc", "-shared", "-fPIC");
    Path logs = Files.createTempDirectory(folder, "logs");
    MpiInstallation.Ended ended = mpi.run(
        program,
        5,
        logs,
        Map.of("TRACECAST_RADIX_TREE", tree, "LD_PRELOAD", mpi.library() + ":" + shown));

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(SENDS
            .matcher(ended.output())
            .results()
            .map(sends -> sends.group(1) + ">" + sends.group(2)))
        .as(ended.output())
        .containsOnly(edges.split(" "));
    Trace merged = Recordings.compress(logs, CompressOptions.DEFAULT, events -> {});
    assertThat(merged.header().ranks()).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void sharedTimesAreOneDistributionForAllRanks(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "stencil.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");
    assertThat(mpi.record(program, 4, logs).exitCode()).isZero();
    CompressOptions options =
        CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.SHARED);
    Trace shared = Recordings.compress(logs, options, events -> {});
    Trace separate = Recordings.compress(
        logs, options.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});

    for (int at = 0; at < shared.events().size(); at++) {
      Event event = shared.events().get(at);
      for (Delta.Kind kind : Delta.TIMES) {
        List<Delta> times = times(event, kind);
        assertThat(times).extracting(Delta::after).doesNotHaveDuplicates();
        assertThat(times).allMatch(delta -> delta.byExecution().size() == 1);
        assertThat(sum(times))
            .isCloseTo(
                sum(times(separate.events().get(at), kind)),
                within(ROUNDED * sum(times) + TICK * count(times)));
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
