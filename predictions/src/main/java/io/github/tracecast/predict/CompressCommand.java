package io.github.tracecast.predict;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.RawTraces;
import io.github.tracecast.predict.internal.OptionValues;
import io.github.tracecast.predict.internal.UsageException;
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

/** {@code tracecast compress}: a raw trace of each single event to one comprehensive trace. */
@Command(
    name = "compress",
    mixinStandardHelpOptions = true,
    description = {
      "Compresses a raw trace, which holds each single event, into one trace of near-constant size.",
      "Nothing but times is lost, and of those --deltas and --deltas-detail say how much is kept."
    })
final class CompressCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "IN",
      description =
          "The listing that tracecast expand --all writes, a .prv file of Paraver, or SimGrid's time-independent traces of one run: a file, the"
              + " files of all ranks, an index, a folder or a tar archive of them; gzipped or not.")
  private List<Path> inputs;

  @Mixin
  private TraceOutput output;

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "5000",
      description =
          "Calls and loops that the longest loop body may hold (default: ${DEFAULT-VALUE}).")
  private int window;

  @Option(
      names = "--deltas",
      paramLabel = "KIND",
      defaultValue = "histogram",
      description =
          "What is kept of times: none, minavgmax or histogram (default: ${DEFAULT-VALUE}).")
  private String deltas;

  @Option(
      names = "--buckets",
      paramLabel = "N",
      defaultValue = "16",
      description = "Bins of a histogram at most (default: ${DEFAULT-VALUE}).")
  private int buckets;

  @Option(
      names = "--deltas-detail",
      paramLabel = "DETAIL",
      defaultValue = "groups",
      description =
          "Whose times are kept apart: shared (nobody's), groups (of ranks, and of positions in a loop, that lastingly"
              + " differ), ranks (each rank's), all (each single time, in order) (default: ${DEFAULT-VALUE}).")
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
