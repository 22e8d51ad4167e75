package io.github.tracecast.predict;

import picocli.CommandLine.Option;

/** {@code --quiet} of commands that print a report. */
final class QuietReport {
  @Option(
      names = "--quiet",
      description = "No progress display; of the report, its first line only.")
  private boolean quiet;

  boolean asked() {
    return quiet;
  }
}
