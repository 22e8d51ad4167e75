package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.ImportOptions;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.TraceOutput;
import io.github.tracecast.predict.model.TraceOrigin;
import io.github.tracecast.predict.model.TraceReading;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Names;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast import}: converts a foreign trace to Tracecast's format. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = "Converts a trace of another tool to a Tracecast trace. The format is detected"
        + " automatically.")
public final class ImportCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description =
          "A file or a folder with a trace: ${bundle:trace-formats}. Files may be gzipped. A tar archive may hold at most 1,000,000"
              + " files. The total size of these files may be at most 64 GiB, or a tenth of the free disk space"
              + " if this is less.")
  private Path file;

  @Option(
      names = "--find-sources",
      paramLabel = "WHEN",
      arity = "0..1",
      defaultValue = "auto",
      fallbackValue = "always",
      description =
          "Whether to find the senders of receives from MPI_ANY_SOURCE in a trace without tags: never, always or auto"
              + " (default: ${DEFAULT-VALUE}). auto finds the senders if several ranks send to such a receive.")
  private String findSources;

  @Option(
      names = "--shared-deltas",
      paramLabel = "HOW",
      defaultValue = "separated",
      description =
          "How to use computation times if the recorder kept one histogram for all ranks, as ScalaTrace does."
              + " separated assigns each time to the ranks and loop iterations that had it; as-recorded gives"
              + " all ranks the same times (default: ${DEFAULT-VALUE}).")
  private String sharedDeltas;

  @Mixin
  private ImportOptions options;

  @Mixin
  private TraceOutput output;

  @Mixin
  private Quiet quiet;

  @Override
  public Integer call() {
    TraceReading reading = new TraceReading(
        Names.one("--find-sources", findSources, TraceReading.Sources.values()),
        Names.one("--shared-deltas", sharedDeltas, TraceReading.Times.values()),
        options.in(CompressOptions.DEFAULT));
    Trace trace;
    try (ProgressDisplay progress = new ProgressDisplay("import", "events", -1, !quiet.isSet())) {
      trace = new TraceOrigin(file, reading).read(progress.ofReading()).trace();
    }
    output.write(trace);
    ErrorLines.warn(spec, output.path(), trace.header().warnings());
    return 0;
  }
}
