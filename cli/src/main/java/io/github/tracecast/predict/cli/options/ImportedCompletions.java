package io.github.tracecast.predict.cli.options;

import io.github.tracecast.compress.CompressOptions.Completions;
import io.github.tracecast.trace.text.Names;
import picocli.CommandLine.Option;

/** The option of commands that read single calls of another tool. */
public final class ImportedCompletions {
  @Option(
      names = "--completions",
      paramLabel = "KIND",
      defaultValue = "counted",
      description =
          "How to keep waits and tests of DUMPI and OTF2 that complete some of their requests, and polls: counted (successive"
              + " calls are one event with the number of completed requests) or exact (each call) (default: ${DEFAULT-VALUE}).")
  private String kind;

  /** Returns the chosen form. */
  public Completions kind() {
    return Names.one("--completions", kind, Completions.values());
  }
}
