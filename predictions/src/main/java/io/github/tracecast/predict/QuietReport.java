package io.github.tracecast.predict;

import picocli.CommandLine.Option;

/** {@code --quiet} of commands that print a report. */
final class QuietReport {
  @Option(
      names = "--quiet",
      description = "Shows no progress and prints only the first line of the report.")
  private boolean quiet;

  boolean asked() {
    return quiet;
  }
}
