package io.github.tracecast.predict;

import picocli.CommandLine.Option;

/** {@code --quiet} of commands that always print their full output. */
final class QuietProgress {
  @Option(names = "--quiet", description = "Shows no progress.")
  private boolean quiet;

  boolean asked() {
    return quiet;
  }
}
