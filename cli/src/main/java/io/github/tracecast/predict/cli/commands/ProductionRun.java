package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.usage.RunLength;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The length of the production run that a recorded run represents. */
final class ProductionRun {
  static final String OPTION = "--steps";

  @Option(
      names = OPTION,
      paramLabel = "N|TIME",
      description =
          "The length of the production run: its time steps (100000), or its time here, in a sweep at the first point (12h)."
              + " Adds what that run takes: time, node hours, energy and cost (docs/sweep.md).")
  private @Nullable String steps;

  /** Returns the stated length. */
  Optional<RunLength> length() {
    return Optional.ofNullable(steps).map(RunLength::parse);
  }
}
