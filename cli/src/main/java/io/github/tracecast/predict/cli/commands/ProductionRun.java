package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.usage.Production;
import io.github.tracecast.predict.usage.RunLength;
import io.github.tracecast.trace.text.UsageException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The production runs that a recorded run represents. */
final class ProductionRun {
  static final String OPTION = "--steps";

  @Option(
      names = OPTION,
      paramLabel = "N|TIME",
      description =
          "The length of the production run: its time steps (100000), or its time here, in a sweep at the first point (12h)."
              + " Adds what that run takes: time, node hours, energy and cost. In a sweep also \"12h times=500 deadline=3d against=nodes\" (or cost, energy):"
              + " marks points that end no run in time, and chooses among the others (docs/sweep.md).")
  private @Nullable String steps;

  /** Returns the stated length of a run, for a command that chooses nothing. */
  Optional<RunLength> length() {
    Production stated = production();
    if (stated.isForSweepsOnly()) {
      throw new UsageException(
          OPTION + ": found " + steps + "; expected only a length, such as 12h, except in sweep");
    }
    return stated.length();
  }

  /** Returns the stated runs. */
  Production production() {
    return steps == null ? Production.RECORDED : Production.parse(steps);
  }
}
