package io.github.tracecast.predict;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.predict.internal.OptionValues;
import io.github.tracecast.predict.internal.UsageException;
import io.github.tracecast.trace.Encoding;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.TraceFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast record}: a run of an MPI program to one comprehensive trace. */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    description = {
      "Runs an MPI program as it is, with the recorder preloaded, and writes one trace of its MPI calls.",
      "The program's results and exit code stay as they are."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "N:that of the command that was run; 0 where --library has put the files there",
      "2:the command ended with 0, but there is no trace of it; or it could not be started"
    })
final class RecordCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  /** What computation can be counted in; the recorder has the same names. */
  private enum Counter {
    TIME,
    CPU_TIME,
    INSTRUCTIONS
  }

  @Spec
  private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "recorded.ctrace",
      description = "Where to write the trace (${DEFAULT-VALUE}).")
  private Path output;

  @Option(names = "--text", description = "Writes text for people instead of the binary form.")
  private boolean text;

  @Option(
      names = "--counter",
      paramLabel = "COUNTER",
      defaultValue = "time",
      description = {
        "What computation between calls is counted in: time, cpu-time or instructions (${DEFAULT-VALUE}).",
        "cpu-time leaves out what a rank waits for a core, where there are more ranks than cores.",
        "Instructions take on another machine what its node.instruction_rate says; without a processor and a system that count them,"
            + " it is time."
      })
  private String counter;

  @Option(
      names = "--mpicc",
      paramLabel = "MPICC",
      description =
          "The compiler of the program's MPI; by default the one that belongs to the command's launcher.")
  private String compiler;

  @Option(
      names = "--raw",
      paramLabel = "FOLDER",
      description = "Also keeps each single event, in a log for each rank in a new folder.")
  private Path raw;

  @Option(
      names = "--verify",
      description =
          "Also compares what the trace expands to with each single event as it was recorded, rank by rank, and says so.")
  private boolean verify;

  @Mixin
  private QuietProgress quiet;

  @Option(
      names = "--library",
      paramLabel = "FOLDER",
      description =
          "Runs nothing, but puts the recorder into a folder, to be linked with programs of an MPI that is linked statically, and says how.")
  private Path linkable;

  @Option(
      names = "--linked",
      description = "The program was linked with the recorder; nothing is preloaded.")
  private boolean linked;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "What to run, after --, such as: -- mpirun -n 4 ./app ARGUMENTS.")
  private List<String> command = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (command.isEmpty() != (linkable != null)) {
      throw new UsageException(
          command.isEmpty()
              ? "found no command; expected one after --, such as: -- mpirun -n 4 ./app"
              : "--library: found a command too; expected none, as nothing is run");
    }
    if (linkable != null) {
      return putInto(linkable.toAbsolutePath());
    }
    OptionValues.one("--counter", counter, Counter.values());
    Path library = linked
        ? null
        : RecorderLibrary.build(RecorderLibrary.compiler(compiler, command.getFirst()));
    Path beside = output.toAbsolutePath().getParent();
    if (!Files.isDirectory(beside)) {
      throw new UsageException("-o: found no folder " + beside + "; expected one that is there");
    }
    Path logs = raw == null ? Files.createTempDirectory(beside, ".tracecast-record-") : kept();
    try {
      int exitCode = run(library, logs);
      return compressed(logs, exitCode);
    } finally {
      if (raw == null) {
        remove(logs);
      }
    }
  }

  private Path kept() throws IOException {
    if (Files.exists(raw)) {
      throw new UsageException("--raw: found " + raw + " there already; expected a new folder");
    }
    return Files.createDirectories(raw.toAbsolutePath());
  }

  private int putInto(Path folder) throws IOException {
    List<Path> files = RecorderLibrary.linked(RecorderLibrary.compiler(compiler, "mpicc"));
    Files.createDirectories(folder);
    for (Path file : files) {
      Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("Link, before MPI's own libraries, where these are static:");
    out.println("  -Wl,@" + folder + "/tracecast-record.link " + folder + "/libtracecast-record.a");
    out.println("and where they are shared:");
    out.println("  -Wl,--no-as-needed " + folder + "/libtracecast-record.so -Wl,-rpath," + folder);
    out.println("Then: tracecast record --linked -o app.ctrace -- mpirun -n 4 ./app");
    return 0;
  }

  /** @param library to preload; null for none */
  private int run(Path library, Path logs) throws InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    Map<String, String> environment = builder.environment();
    if (library != null) {
      environment.merge("LD_PRELOAD", library.toString(), (own, ours) -> ours + ":" + own);
    }
    environment.put("TRACECAST_RECORD", logs.toString());
    environment.put("TRACECAST_COUNTER", counter);
    if (raw != null || verify) {
      environment.put("TRACECAST_RAW", "1");
    }
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      throw new UsageException("cannot run " + command.getFirst() + ": " + e.getMessage());
    }
  }

  private int compressed(Path logs, int exitCode) {
    PrintWriter err = spec.commandLine().getErr();
    try {
      Trace trace;
      try (ProgressDisplay progress =
          new ProgressDisplay("compress", "calls", -1, !quiet.asked())) {
        trace = Recordings.compress(logs, CompressOptions.DEFAULT, progress);
      }
      TraceFiles.write(trace, output, text ? Encoding.TEXT : Encoding.BINARY);
      trace.header().notes().forEach(note -> err.println("warning: " + note));
      if (verify) {
        RecordingCheck.hold(logs, trace);
        err.println("verified: the trace expands to the calls that were recorded, rank by rank");
      }
    } catch (TraceException e) {
      if (exitCode == 0) {
        throw e;
      }
      err.println("error: " + e.getMessage());
    }
    return exitCode;
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
