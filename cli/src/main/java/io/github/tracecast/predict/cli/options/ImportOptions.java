package io.github.tracecast.predict.cli.options;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Completions;
import io.github.tracecast.trace.text.Names;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that read another tool's trace, which lists single calls. */
public final class ImportOptions {
  @Option(
      names = "--completions",
      paramLabel = "KIND",
      defaultValue = "counted",
      description =
          "How to keep polls (such as MPI_Test) and calls that complete only some of their requests (such as"
              + " MPI_Waitsome) in DUMPI and OTF2 traces. counted merges successive calls into one event with the number of"
              + " completed requests; exact keeps each call (default: ${DEFAULT-VALUE}).")
  private String completions;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Number of ranks that are read in parallel (default: all processors). It does not change the trace.")
  private @Nullable Integer jobs;

  /** Returns options of compression, with the completions and threads replaced by these options. */
  public CompressOptions in(CompressOptions options) {
    return options
        .withCompletions(Names.one("--completions", completions, Completions.values()))
        .withThreads(OptionValues.jobs(jobs));
  }
}
