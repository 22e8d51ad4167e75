package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.predict.cli.options.Compression;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.QuietProgress;
import io.github.tracecast.predict.print.RecordingReport;
import io.github.tracecast.predict.record.MpiCompilers;
import io.github.tracecast.predict.record.Preloading;
import io.github.tracecast.predict.record.RecorderLibrary;
import io.github.tracecast.predict.record.RecordingCheck;
import io.github.tracecast.predict.record.RecordingFolder;
import io.github.tracecast.predict.record.SupervisedRun;
import io.github.tracecast.predict.settings.OptionValues;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.predict.settings.Version;
import io.github.tracecast.predict.text.Shell;
import io.github.tracecast.trace.Encoding;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.TraceFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast record}: records a run of an MPI program as one comprehensive trace. */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    description = {
      "Runs an unmodified MPI program and writes one trace of its MPI calls.",
      "The recorder is preloaded into the program. The program's results and exit code do not change."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "N:exit code of the command; 0 after --library has written its files",
      "2:the command ended with 0 but left no trace, or could not be started"
    })
public final class RecordCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  private enum Completions {
    COUNTED,
    EXACT
  }

  @Spec
  private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "recorded.ctrace",
      description = "Where to write the trace (default: ${DEFAULT-VALUE}).")
  private Path output;

  @Option(names = "--text", description = "Writes the text form instead of the binary form.")
  private boolean text;

  @Option(
      names = "--counter",
      paramLabel = "COUNTER",
      defaultValue = "time",
      description = {
        "How to measure computation between calls: time, cpu-time or instructions (default: ${DEFAULT-VALUE}).",
        "cpu-time excludes the time that a rank waits for a core, which matters with more ranks than cores.",
        "Instructions are converted to time by node.instruction_rate of a machine. If the processor or system cannot count them,"
            + " time is used."
      })
  private String counter;

  @Option(
      names = "--completions",
      paramLabel = "KIND",
      description = {
        "How to keep waits and tests that complete some of their requests, and polls: counted or exact (default: counted, with --payload exact).",
        "counted adds successive calls up to one event with the number of completed requests, and a replay completes them when they"
            + " end. exact keeps each call and what it completed."
      })
  private String completions;

  @Option(
      names = "--mpicc",
      paramLabel = "MPICC",
      description =
          "Compiler of the program's MPI (default: the one that belongs to the launcher).")
  private String compiler;

  @Option(
      names = "--raw",
      paramLabel = "FOLDER",
      description = "Also keeps every single event in a new folder, with one log per rank.")
  private Path raw;

  @Option(
      names = "--verify",
      description =
          "Also compares the expanded trace with every recorded event, rank by rank, and prints the result.")
  private boolean verify;

  @Option(
      names = "--payload",
      paramLabel = "RANKS",
      arity = "0..1",
      fallbackValue = "classes",
      description = {
        "Also keeps what ranks receive, for tracecast retime, in the folder FILE.payload.",
        "RANKS is a list such as 0,4-7. Without it, one rank is kept of those that execute the same calls."
      })
  private String payload;

  @Option(
      names = "--payload-limit",
      paramLabel = "SIZE",
      defaultValue = "4GB",
      description =
          "Keeps at most this much payload, in equal shares of the ranks (default: ${DEFAULT-VALUE}).")
  private String payloadLimit;

  @Mixin
  private Compression compression;

  @Mixin
  private QuietProgress quiet;

  @Option(
      names = "--library",
      paramLabel = "FOLDER",
      description =
          "Runs nothing. Writes the recorder into a folder for linking with programs whose MPI is linked statically, and prints how.")
  private Path linkable;

  @Option(
      names = "--linked",
      description = "The program was linked with the recorder, so nothing is preloaded.")
  private boolean linked;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command to run, after --, such as: -- mpirun -n 4 ./app ARGUMENTS.")
  private List<String> command = List.of();

  private CompressOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (command.isEmpty() != (linkable != null)) {
      throw new UsageException(
          command.isEmpty()
              ? "found no command; expected one after --, such as: -- mpirun -n 4 ./app"
              : "--library: found a command; expected none, because nothing is run");
    }
    options = compression.options();
    RecorderLibrary recorder = new RecorderLibrary(this::say);
    if (linkable != null) {
      return putInto(linkable.toAbsolutePath(), recorder);
    }
    OptionValues.one("--counter", counter, Provenance.Counter.values());
    if (completions == null) {
      completions = payload == null ? "counted" : "exact";
    }
    OptionValues.one("--completions", completions, Completions.values());
    if (payload != null && !completions.equals("exact")) {
      throw new UsageException("--completions: found " + completions
          + "; expected exact, because retime answers call by call what --payload keeps");
    }
    KeptPayload kept = KeptPayload.of(payload, payloadLimit, output, linked);
    List<Path> libraries = linked ? List.of() : libraries(recorder);
    Path beside = output.toAbsolutePath().getParent();
    if (!Files.isDirectory(beside)) {
      throw new UsageException("-o: found no folder " + beside + "; expected an existing folder");
    }
    RecordingFolder.leftovers(beside).forEach(left -> say("note: " + left));
    Path logs = raw == null ? RecordingFolder.create(output) : rawFolder();
    kept.create();
    RecordingFolder.describe(logs, Shell.command(command), "Tracecast " + Version.number());
    try (SupervisedRun run = start(libraries, logs, recorder, kept)) {
      int exitCode = run.await();
      if (run.isInterrupted() || SupervisedRun.isSignal(exitCode)) {
        say("The run was interrupted. The trace holds what was recorded until then.");
      }
      int result = compressed(logs, exitCode, kept);
      spec.commandLine().getErr().flush();
      return result;
    } catch (UsageException e) {
      discard(logs);
      throw e;
    }
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private Path rawFolder() throws IOException {
    if (Files.exists(raw)) {
      throw new UsageException(
          "--raw: found " + raw + ", which already exists; expected a new folder");
    }
    return Files.createDirectories(raw.toAbsolutePath());
  }

  private int putInto(Path folder, RecorderLibrary recorder) throws IOException {
    List<Path> files = recorder.linked(MpiCompilers.ofLauncher(compiler, "mpicc"));
    Files.createDirectories(folder);
    for (Path file : files) {
      Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("If the MPI libraries are static, link before them:");
    out.println("  -Wl,@" + folder + "/tracecast-record.link " + folder + "/libtracecast-record.a");
    out.println("If they are shared:");
    out.println("  -Wl,--no-as-needed " + folder + "/libtracecast-record.so -Wl,-rpath," + folder);
    out.println("Then: tracecast record --linked -o app.ctrace -- mpirun -n 4 ./app");
    return 0;
  }

  private List<Path> libraries(RecorderLibrary recorder) {
    Path mpicc = MpiCompilers.of(compiler, List.copyOf(command));
    return payload == null
        ? List.of(recorder.preloaded(mpicc))
        : List.of(recorder.preloaded(mpicc), recorder.payload(mpicc));
  }

  /** @param libraries to preload */
  private SupervisedRun start(
      List<Path> libraries, Path logs, RecorderLibrary recorder, KeptPayload kept) {
    List<String> words = command;
    Map<String, String> environment = new HashMap<>(kept.environment());
    if (!libraries.isEmpty()) {
      Preloading preloading = Preloading.of(libraries, command, System.getenv());
      words = preloading.command();
      environment.putAll(preloading.environment());
    }
    environment.put("TRACECAST_RECORD", logs.toString());
    environment.put("TRACECAST_COUNTER", counter);
    environment.put("TRACECAST_COMPLETIONS", completions);
    if (raw != null || verify || Recordings.needsCalls(options)) {
      environment.put("TRACECAST_RAW", "1");
    }
    return SupervisedRun.start(words, environment, recorder);
  }

  private int compressed(Path logs, int exitCode, KeptPayload kept) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    if (!Recordings.isRecording(logs)) {
      String nothing = "nothing was recorded: no rank called MPI_Init with the recorder. Either the"
          + " program does not use MPI, or it is linked statically with MPI (record --library), or"
          + " a script or launcher option sets LD_PRELOAD or withholds the environment";
      if (exitCode == 0) {
        throw new UsageException(nothing);
      }
      err.println("error: " + nothing);
      discard(logs);
      return exitCode;
    }
    try {
      Trace trace;
      try (ProgressDisplay progress =
          new ProgressDisplay("compress", "calls", -1, !quiet.asked())) {
        trace = Recordings.compress(logs, options, progress);
      }
      TraceFiles.write(trace, output, text ? Encoding.TEXT : Encoding.BINARY);
      RecordingReport.warnings(trace).forEach(warning -> err.println("warning: " + warning));
      if (verify) {
        RecordingCheck.hold(logs, trace);
        err.println("verified: the expanded trace equals the recorded calls of every rank");
      }
      List<String> about = kept.finish(trace);
      if (!quiet.asked()) {
        RecordingReport.lines(trace, output).forEach(err::println);
        about.forEach(err::println);
      }
      discard(logs);
    } catch (TraceException e) {
      err.println("error: " + e.getMessage());
      err.println("The recording stays in " + logs + "; tracecast import reads it.");
      return exitCode == 0 ? ExitCode.USAGE : exitCode;
    }
    return exitCode;
  }

  private void discard(Path logs) throws IOException {
    if (raw == null) {
      RecordingFolder.remove(logs);
    }
  }
}
