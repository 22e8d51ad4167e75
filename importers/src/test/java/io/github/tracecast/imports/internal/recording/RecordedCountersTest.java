package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Computation counted otherwise than in time. A test machine may have no counter of instructions.
 * The kernel's count of nanoseconds replaces it, because it uses the same code path.
 */
@ResourceLock("mpi")
@Order(1)
class RecordedCountersTest {
  /** Each call is a separate event, so that sums can be compared with those of the log. */
  private static final Map<String, String> PROCESSOR_TIME = Map.of(
      "TRACECAST_COUNTER", "cpu-time", "TRACECAST_RAW", "1", "TRACECAST_COMPLETIONS", "exact");

  /** PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK. */
  private static final Map<String, String> INSTRUCTIONS = Map.of(
      "TRACECAST_COUNTER",
      "instructions",
      "TRACECAST_PERF_EVENT",
      "1:1",
      "TRACECAST_RAW",
      "1",
      "TRACECAST_COMPLETIONS",
      "exact");

  /** PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS. */
  private static final String PAGE_FAULTS = "1:2";

  /** No kernel has it. */
  private static final String NO_EVENT = "0xffffffff:0";

  private static final Pattern RATE = Pattern.compile(
      "computation was counted in instructions; .* executed (\\S+) instructions per second; .*");

  /** Floats keep times while they are few: seven digits. */
  private static final double RELATIVE = 1e-6;

  /**
   * Events a second. The kernel's event counts nanoseconds, so about 10^9; in runs of a few
   * microseconds the clock and the counter are read at different moments.
   */
  private static final double LOW_RATE = 1e8;

  private static final double HIGH_RATE = 1e10;

  @TempDir
  Path folder;

  private Path logs(
      MpiInstallation mpi, Path program, int ranks, Map<String, String> how, String... arguments)
      throws Exception {
    Path logs = Files.createTempDirectory(folder, "logs");
    MpiInstallation.Ended ended = mpi.run(program, ranks, logs, how, arguments);
    if (ended.output().contains("cannot count instructions")) {
      Assumptions.abort("SKIPPED: no event of the kernel's can be counted: " + ended.output());
    }
    return logs;
  }

  private static Trace trace(Path logs) {
    return Recordings.compress(
        logs, CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});
  }

  private interface LoggedComputation {
    void accept(int rank, String call, long ticks);
  }

  /** Passes on what each rank logged, call by call. */
  private static void eachLogged(Path logs, LoggedComputation to) throws IOException {
    for (int rank = 0; Files.exists(logs.resolve("rank." + rank + ".log")); rank++) {
      Path file = logs.resolve("rank." + rank + ".log");
      LogDefinitions definitions = new LogDefinitions(file);
      LoggedEvent event = new LoggedEvent();
      try (LogReader log = LogReader.of(file)) {
        while (log.more()) {
          RecordKind kind = RecordKind.next(log);
          if (kind == RecordKind.CALL) {
            event.read(log, definitions);
            to.accept(rank, event.call().mpiName(), event.computeTicks());
          } else {
            definitions.skip(log, kind);
          }
        }
      }
    }
  }

  /** The computation before the calls of a name. */
  private static Map<String, LongSummaryStatistics> logged(Path logs) throws IOException {
    Map<String, LongSummaryStatistics> all = new TreeMap<>();
    eachLogged(
        logs,
        (rank, call, ticks) ->
            all.computeIfAbsent(call, name -> new LongSummaryStatistics()).accept(ticks));
    return all;
  }

  private static List<Distribution> computation(Trace trace, String call, Unit unit) {
    return trace.events().stream()
        .filter(event -> event.call().mpiName().equals(call))
        .map(Event::deltas)
        .flatMap(List::stream)
        .filter(delta -> delta.kind() == Delta.Kind.COMPUTE)
        .peek(delta -> assertThat(delta.unit()).isEqualTo(unit))
        .flatMap(delta -> delta.byExecution().stream())
        .toList();
  }

  /** @param ticks of the log in one of the unit */
  private static void assertThatTheTraceHasWhatWasLogged(
      Trace trace, Path logs, Unit unit, double ticks) throws IOException {
    Map<String, LongSummaryStatistics> logged = logged(logs);
    assertThat(logged).isNotEmpty();
    logged.forEach((call, values) -> {
      List<Distribution> told = computation(trace, call, unit);
      double sum = values.getSum() / ticks;
      assertThat(told.stream().mapToLong(Distribution::count).sum())
          .as(call)
          .isEqualTo(values.getCount());
      assertThat(told.stream().mapToDouble(Distribution::sum).sum())
          .as(call)
          .isCloseTo(sum, within(RELATIVE * sum));
      assertThat(told.stream().mapToDouble(Distribution::min).min().orElseThrow())
          .as(call)
          .isCloseTo(values.getMin() / ticks, within(RELATIVE * values.getMin() / ticks));
      assertThat(told.stream().mapToDouble(Distribution::max).max().orElseThrow())
          .as(call)
          .isCloseTo(values.getMax() / ticks, within(RELATIVE * values.getMax() / ticks));
    });
  }

  private static double rate(Trace trace) {
    return trace.header().notes().stream()
        .map(RATE::matcher)
        .filter(Matcher::matches)
        .mapToDouble(note -> Double.parseDouble(note.group(1)))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "OPENMPI,stencil.c,3,300",
    "MPICH,stencil.c,3,300",
    "OPENMPI,patterns.c,2,1",
    "MPICH,patterns.c,2,1"
  })
  void instructionsComeBackAsTheyWereCounted(
      MpiInstallation mpi, String source, int ranks, String argument) throws Exception {
    Path logs = logs(mpi, mpi.compile(folder, source, "mpicc"), ranks, INSTRUCTIONS, argument);

    Trace merged = trace(logs);
    assertThatTheTraceHasWhatWasLogged(merged, logs, Unit.INSTRUCTIONS, 1);
    assertThat(merged.header().origin()).isEqualTo("tracecast record, computation in instructions");
    assertThat(rate(merged)).as("nanoseconds a second").isBetween(LOW_RATE, HIGH_RATE);
    assertThat(merged.events())
        .flatExtracting(Event::deltas)
        .filteredOn(delta -> delta.kind() == Delta.Kind.INSIDE)
        .extracting(Delta::unit)
        .containsOnly(Unit.MICROSECONDS);

    if (source.equals("stencil.c")) { // the ranks' separate files have the same content
      Files.delete(logs.resolve("merged.log"));
      assertThat(trace(logs)).isEqualTo(merged);
    }
  }

  /** Counts page faults. Their number is known, and the recorder itself causes some too. */
  @ParameterizedTest
  @EnumSource
  void nothingIsCountedButWhatTheProgramDoes(MpiInstallation mpi) throws Exception {
    Map<String, String> how = new HashMap<>(INSTRUCTIONS);
    how.put("TRACECAST_PERF_EVENT", PAGE_FAULTS);

    Path logs = logs(mpi, mpi.compile(folder, "rough.c", "mpicc"), 2, how, "faults");

    List<Long> first = new ArrayList<>();
    eachLogged(logs, (rank, call, ticks) -> {
      if (rank == 0 && call.equals("MPI_Barrier")) {
        first.add(ticks);
      }
    });
    assertThat(first.subList(1, 8)) // the first ones have those of code and stack as well
        .containsExactly(101L, 201L, 301L, 401L, 501L, 601L, 701L);
  }

  /** The trace keeps one period of the executions of each rank. */
  @ParameterizedTest
  @EnumSource
  void countsThatRecurAreCountedEachTime(MpiInstallation mpi) throws Exception {
    Map<String, String> how = new HashMap<>(INSTRUCTIONS);
    how.put("TRACECAST_PERF_EVENT", PAGE_FAULTS);

    Path logs = logs(mpi, mpi.compile(folder, "rough.c", "mpicc"), 2, how, "turns");

    assertThatTheTraceHasWhatWasLogged(trace(logs), logs, Unit.INSTRUCTIONS, 1);
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI,6", "MPICH,6"})
  void processorTimeComesBackAsItWasCounted(MpiInstallation mpi, int ranks) throws Exception {
    Path logs = logs(mpi, mpi.compile(folder, "stencil.c", "mpicc"), ranks, PROCESSOR_TIME, "200");

    Trace merged = trace(logs);
    assertThatTheTraceHasWhatWasLogged(merged, logs, Unit.MICROSECONDS, 1000);
    assertThat(merged.header().origin())
        .isEqualTo("tracecast record, computation in processor time");
    assertThat(merged.header().notes()).isEmpty();

    Files.delete(logs.resolve("merged.log"));
    assertThat(trace(logs)).isEqualTo(merged);
  }

  @ParameterizedTest
  @EnumSource
  void eachThreadHasACounterOfItsOwn(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "rough.c", "mpicc");

    Path logs = logs(mpi, program, 2, INSTRUCTIONS, "threads");

    Trace trace = trace(logs);
    assertThatTheTraceHasWhatWasLogged(trace, logs, Unit.INSTRUCTIONS, 1);
    assertThat(trace.header().notes()).singleElement().asString().matches(RATE);
  }

  @ParameterizedTest
  @EnumSource
  void threadsWithoutACounterAreToldFromTheirTime(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "rough.c", "mpicc");

    Path logs = logs(mpi, program, 2, INSTRUCTIONS, "threads without files");

    Trace trace = trace(logs);
    assertThatTheTraceHasWhatWasLogged(trace, logs, Unit.INSTRUCTIONS, 1);
    assertThat(trace.header().notes())
        .contains(
            "some computation was not counted in instructions, because its thread or core had no counter; its instructions are estimated from its time"
                + " (2 of 2 ranks, the first is 0)");
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI,killed", "MPICH,killed", "OPENMPI,pcontrol", "MPICH,pcontrol"})
  void whatIsLeftOfARunIsInInstructionsToo(MpiInstallation mpi, String how) throws Exception {
    Path program = mpi.compile(folder, "rough.c", "mpicc");

    Path logs = logs(mpi, program, 2, INSTRUCTIONS, how);

    Trace trace = trace(logs);
    assertThatTheTraceHasWhatWasLogged(trace, logs, Unit.INSTRUCTIONS, 1);
    assertThat(rate(trace)).isBetween(LOW_RATE, HIGH_RATE);
  }

  @ParameterizedTest
  @EnumSource
  void withoutACounterComputationIsInTimeAndOneLineSaysWhy(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "families.c", "mpicc");
    Map<String, String> how = new HashMap<>(INSTRUCTIONS);
    how.put("TRACECAST_PERF_EVENT", NO_EVENT);
    Path logs = Files.createTempDirectory(folder, "logs");

    MpiInstallation.Ended ended = mpi.run(program, 3, logs, how);

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output().lines().filter(line -> line.startsWith("tracecast: ")))
        .singleElement()
        .asString()
        .matches(
            "tracecast: rank \\d, and perhaps other ranks, cannot count instructions, so they record computation as time: the processor has no such counter; .*");
    Trace trace = trace(logs);
    assertThatTheTraceHasWhatWasLogged(trace, logs, Unit.MICROSECONDS, 1000);
    assertThat(trace.header().notes()).isEmpty();
    assertThat(trace.header().origin()).isEqualTo("tracecast record");
  }

  /** One rank cannot count, but the trace still has one unit. */
  @ParameterizedTest
  @CsvSource({"OPENMPI,true", "MPICH,true", "OPENMPI,false", "MPICH,false"})
  void whatSomeRanksCannotCountIsToldByTheRateOfTheOthers(MpiInstallation mpi, boolean merged)
      throws Exception {
    Path program = mpi.compile(folder, "stencil.c", "mpicc");
    Path script =
        Files.writeString(folder.resolve("one-without"), """
        #!/bin/sh
        if [ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 1 ]; then export TRACECAST_PERF_EVENT=%s; fi
        exec %s "$@"
        """.formatted(NO_EVENT, program));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Path logs = Files.createTempDirectory(folder, "logs");
    MpiInstallation.Ended ended = mpi.run(script, 4, logs, INSTRUCTIONS, "300");
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output())
        .contains("tracecast: rank 1, and perhaps other ranks, cannot count instructions");
    if (ended.output().contains("tracecast: rank 0")) {
      Assumptions.abort("SKIPPED: no event of the kernel's can be counted: " + ended.output());
    }
    if (!merged) {
      Files.delete(logs.resolve("merged.log"));
    }

    Trace trace = trace(logs);

    assertThat(trace.header().notes())
        .contains(
            "computation was recorded as time, but on other ranks as instructions; it is converted at the instruction rate of the ranks that counted instructions"
                + " (1 of 4 ranks, the first is 1)");
    double rate = rate(trace);
    Map<String, LongSummaryStatistics> logged = logged(logs);
    double told = computation(trace, "MPI_Irecv", Unit.INSTRUCTIONS).stream()
        .mapToDouble(Distribution::sum)
        .sum();
    assertThat(rate).isBetween(LOW_RATE, HIGH_RATE);
    assertThat(told) // nanoseconds all, of which those of rank 1 are instructions at that rate
        .isBetween(
            logged.get("MPI_Irecv").getSum() * Math.min(1, 0.999 * rate / 1e9),
            logged.get("MPI_Irecv").getSum() * Math.max(1, 1.001 * rate / 1e9));
  }
}
