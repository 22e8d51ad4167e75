package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.SideJobOption;
import io.github.tracecast.predict.usage.Production;
import io.github.tracecast.predict.usage.RunLength;
import io.github.tracecast.trace.text.UsageException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The production runs that a recorded run represents. */
final class ProductionRun {
  private static final String OPTION = "--steps";

  @Option(
      names = OPTION,
      paramLabel = "N|TIME",
      description =
          "Scales the result to a production run of N time steps, such as 100000, or of the number of steps"
              + " that the predicted run (in a sweep, the first point) makes in TIME, such as 12h. Adds the"
              + " time, node hours, energy and cost of the"
              + " production run. A time step is an iteration of the loop that takes longest; if the recorded run made 100 time steps, add recorded=100,"
              + " as in \"12h recorded=100\". In a sweep, \"12h times=500 deadline=3d against=nodes\" (or cost,"
              + " energy) also chooses the best point for 500 such runs within 3 days, and marks points whose"
              + " run takes more than 3 days, or whose machine has too few nodes for the 500 runs (docs/sweep.md).")
  private @Nullable String steps;

  /** Returns the length of the run that the user stated, for commands that do not choose among points. */
  Optional<RunLength> length() {
    Production stated = production();
    if (stated.isForSweepsOnly()) {
      throw new UsageException(
          OPTION + ": found " + steps
              + "; expected a length alone, such as 12h or \"12h recorded=100\"; only sweep takes further values");
    }
    return stated.length();
  }

  /** Refuses production runs of several jobs, which end at different times. */
  void check(SideJobOption jobs) {
    if (steps != null && !jobs.isEmpty()) {
      throw new UsageException(SideJobOption.NAME + ": found together with " + OPTION
          + "; expected only one of the two");
    }
  }

  Production production() {
    return steps == null ? Production.RECORDED : Production.parse(steps);
  }
}
