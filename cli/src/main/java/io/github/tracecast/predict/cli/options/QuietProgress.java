package io.github.tracecast.predict.cli.options;

import picocli.CommandLine.Option;

/** {@code --quiet} of commands that always print their full output. */
public final class QuietProgress {
  @Option(
      names = {"-q", "--quiet"},
      description = "Shows no progress.")
  private boolean quiet;

  public boolean asked() {
    return quiet;
  }
}
