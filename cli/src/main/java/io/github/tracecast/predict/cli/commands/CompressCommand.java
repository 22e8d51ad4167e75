package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.RawTraces;
import io.github.tracecast.predict.cli.options.Compression;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.ImportOptions;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.TraceOutput;
import io.github.tracecast.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast compress}: compresses a raw trace to one comprehensive trace. */
@Command(
    name = "compress",
    mixinStandardHelpOptions = true,
    description = {
      "Compresses a raw trace, which contains every event, to near-constant size.",
      "Only details of times are lost; --deltas and --deltas-detail control how much detail stays.",
      "If the input is a trace of Tracecast, its calls and loops stay, and --deltas reduces the detail of its times."
    })
public final class CompressCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "IN",
      description =
          "A listing of tracecast expand --all, a recording (record --raw), a .prv file of Paraver, a trace of"
              + " Tracecast, or the SimGrid time-independent traces of one run. The SimGrid traces may be a file, the files"
              + " of all ranks, an index, a folder or a tar archive, gzipped or not.")
  private List<Path> inputs;

  @Mixin
  private TraceOutput output;

  @Mixin
  private Compression compression;

  @Mixin
  private ImportOptions imports;

  @Mixin
  private Quiet quiet;

  @Override
  public Integer call() {
    CompressOptions options = imports.in(compression.options());
    Trace trace;
    try (ProgressDisplay progress = new ProgressDisplay("compress", "events", -1, !quiet.isSet())) {
      trace = RawTraces.compress(inputs, options, progress.ofReading());
    }
    ErrorLines.warn(spec, output.path(), trace.header().warnings());
    output.write(trace);
    return 0;
  }
}
