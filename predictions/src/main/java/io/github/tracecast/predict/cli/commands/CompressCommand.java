package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.RawTraces;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.QuietProgress;
import io.github.tracecast.predict.cli.options.TraceOutput;
import io.github.tracecast.predict.settings.OptionValues;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.Trace;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast compress}: compresses a raw trace to one comprehensive trace. */
@Command(
    name = "compress",
    mixinStandardHelpOptions = true,
    description = {
      "Compresses a raw trace, which contains every event, to near-constant size.",
      "Only detail of times is lost; --deltas and --deltas-detail control how much is kept."
    })
public final class CompressCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "IN",
      description =
          "A listing of tracecast expand --all, a .prv file of Paraver, or the SimGrid time-independent traces of one run: a file, the"
              + " files of all ranks, an index, a folder or a tar archive; gzipped or not.")
  private List<Path> inputs;

  @Mixin
  private TraceOutput output;

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Maximum number of calls and loops in a loop body (default: ${DEFAULT-VALUE}).")
  private int window;

  @Option(
      names = "--deltas",
      paramLabel = "KIND",
      defaultValue = "histogram",
      description = "How to keep times: none, minavgmax or histogram (default: ${DEFAULT-VALUE}).")
  private String deltas;

  @Option(
      names = "--buckets",
      paramLabel = "N",
      defaultValue = "16",
      description = "Maximum number of bins of a histogram (default: ${DEFAULT-VALUE}).")
  private int buckets;

  @Option(
      names = "--deltas-detail",
      paramLabel = "DETAIL",
      defaultValue = "groups",
      description =
          "Which times are kept separately: shared (none), groups (ranks and positions in a loop that differ consistently),"
              + " ranks (each rank), all (every single time, in order) (default: ${DEFAULT-VALUE}).")
  private String detail;

  @Mixin
  private QuietProgress quiet;

  @Override
  public Integer call() {
    CompressOptions options = options();
    Trace trace;
    try (ProgressDisplay progress = new ProgressDisplay("compress", "lines", -1, !quiet.asked())) {
      trace = RawTraces.compress(inputs, options, progress);
    }
    PrintWriter err = spec.commandLine().getErr();
    trace.header().notes().forEach(note -> err.println("warning: " + note));
    output.write(trace);
    return 0;
  }

  private CompressOptions options() {
    CompressOptions chosen = CompressOptions.DEFAULT
        .withDeltas(OptionValues.one("--deltas", deltas, CompressOptions.Deltas.values()))
        .withDetail(
            OptionValues.one("--deltas-detail", detail, CompressOptions.DeltaDetail.values()));
    try {
      return chosen.withWindow(window).withBuckets(buckets);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
