package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.TraceInput;
import io.github.tracecast.predict.cli.options.TraceOutput;
import io.github.tracecast.predict.record.MpiCompilers;
import io.github.tracecast.predict.record.Payload;
import io.github.tracecast.predict.record.Preloading;
import io.github.tracecast.predict.record.RecorderLibrary;
import io.github.tracecast.predict.record.RecordingFolder;
import io.github.tracecast.predict.record.SupervisedRun;
import io.github.tracecast.predict.retime.Measurement;
import io.github.tracecast.predict.retime.Retiming;
import io.github.tracecast.predict.settings.OptionValues;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Unit;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast retime}: measures the computation of single ranks on this machine. */
@Command(
    name = "retime",
    mixinStandardHelpOptions = true,
    description = {
      "Measures a program's computation on this machine, one rank at a time, and writes the trace with the new times.",
      "The rank runs alone. Its MPI calls get what they got in the recorded run, from the folder that record --payload wrote.",
      "Its times hold for all ranks that execute the same calls."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the trace was written",
      "2:the program took another path than the recorded one, failed, or could not be started"
    })
public final class RetimeCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  private static final double MICROS = 1e6;

  @Spec
  private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace of the recorded run.")
  private Path trace;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description =
          "The program and its arguments, after --, without a launcher, such as: -- ./app ARGUMENTS.")
  private List<String> command;

  @Option(
      names = "--payload",
      paramLabel = "FOLDER",
      required = true,
      description = "The folder that record --payload wrote.")
  private Path folder;

  @Option(
      names = "--rank",
      paramLabel = "RANK",
      description =
          "Measures this rank; repeat the option for more (default: all ranks of the payload, one of each class).")
  private List<Integer> ranks = List.of();

  @Option(
      names = "--counter",
      paramLabel = "COUNTER",
      defaultValue = "time",
      description =
          "How to measure computation: time, cpu-time or instructions (default: ${DEFAULT-VALUE}).")
  private String counter;

  @Option(
      names = "--mpicc",
      paramLabel = "MPICC",
      description = "Compiler of the program's MPI (default: found by the program).")
  private String compiler;

  @Mixin
  private TraceInput input;

  @Mixin
  private TraceOutput output;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (command == null || command.isEmpty()) {
      throw new UsageException("found no program; expected one after --, such as: -- ./app");
    }
    OptionValues.one("--counter", counter, Provenance.Counter.values());
    Programs programs = input.read(trace).programs();
    Payload payload = Payload.in(folder);
    List<Measurement> measurements = new ArrayList<>();
    for (int rank : chosen(programs, payload)) {
      Measurement one = measured(programs, rank, payload.file(rank));
      measurements.add(one);
      report(programs, one);
    }
    output.write(Retiming.of(programs, measurements));
    return 0;
  }

  private List<Integer> chosen(Programs programs, Payload payload) {
    List<Integer> kept = payload.ranks();
    for (int rank : ranks) {
      if (!kept.contains(rank)) {
        throw new UsageException(
            "--rank: found " + rank + "; expected one of the ranks in " + folder + ": " + kept);
      }
    }
    Map<Integer, Integer> byClass = new HashMap<>();
    List<Integer> chosen = new ArrayList<>();
    for (int rank : ranks.isEmpty() ? kept : ranks) {
      if (rank >= programs.ranks()) {
        throw new UsageException("--payload: found rank " + rank + "; expected ranks below "
            + programs.ranks() + ", as in " + trace);
      }
      if (byClass.putIfAbsent(programs.classOf(rank), rank) == null) {
        chosen.add(rank);
      }
    }
    if (chosen.isEmpty()) {
      throw new UsageException("--payload: found no file rank.N.payload in " + folder
          + "; expected those that record --payload wrote");
    }
    return chosen;
  }

  private Measurement measured(Programs programs, int rank, Path answers)
      throws IOException, InterruptedException {
    RecorderLibrary recorder = new RecorderLibrary(spec.commandLine().getErr()::println);
    Path mpicc = MpiCompilers.of(compiler, List.copyOf(command));
    Preloading preloading = Preloading.of(
        List.of(recorder.preloaded(mpicc), recorder.payload(mpicc)), command, System.getenv());
    Path logs = Files.createTempDirectory("tracecast-retime");
    Map<String, String> environment = new HashMap<>(preloading.environment());
    environment.put("TRACECAST_RECORD", logs.toString());
    environment.put("TRACECAST_COUNTER", counter);
    environment.put("TRACECAST_COMPLETIONS", "exact");
    environment.put("TRACECAST_RAW", "1");
    environment.put("TRACECAST_ANSWERS", answers.toAbsolutePath().toString());
    try (SupervisedRun run = SupervisedRun.start(preloading.command(), environment, recorder)) {
      int exitCode = run.await();
      if (exitCode != 0) {
        throw new UsageException(
            "rank " + rank + ": the program ended with exit code " + exitCode + "; expected 0");
      }
      if (!Files.exists(logs.resolve("rank." + rank + ".log"))) {
        throw new UsageException("rank " + rank
            + ": the program made no MPI calls; expected the program that was recorded");
      }
      return Measurement.of(programs, rank, logs);
    } finally {
      RecordingFolder.remove(logs);
    }
  }

  private void report(Programs programs, Measurement one) {
    PrintWriter out = spec.commandLine().getOut();
    int alike = Retiming.ranksLike(programs, one.rank()).size();
    String amounts = one.unit() == Unit.MICROSECONDS
        ? String.format(
            Locale.ROOT,
            "%.6f s, recorded %.6f s",
            one.measured() / MICROS,
            one.recorded() / MICROS)
        : String.format(
            Locale.ROOT, "%.0f instructions, recorded %.0f", one.measured(), one.recorded());
    out.println("rank " + one.rank() + ", for " + Numbers.counted(alike, "rank")
        + ": computation " + amounts
        + (one.complete() ? "" : "; measured up to call " + one.calls()));
    out.flush();
  }
}
