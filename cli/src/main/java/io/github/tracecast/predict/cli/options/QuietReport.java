package io.github.tracecast.predict.cli.options;

import picocli.CommandLine.Option;

/** {@code --quiet} of commands that print a report. */
public final class QuietReport {
  @Option(
      names = {"-q", "--quiet"},
      description = "Shows no progress and prints only the first line of the report, and warnings.")
  private boolean quiet;

  public boolean asked() {
    return quiet;
  }
}
