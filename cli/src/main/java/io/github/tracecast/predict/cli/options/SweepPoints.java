package io.github.tracecast.predict.cli.options;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweptJobs;
import io.github.tracecast.tools.extrapolate.Scaling;
import io.github.tracecast.trace.text.UsageException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the points of a sweep. */
public final class SweepPoints {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--vary",
      paramLabel = "KEY=RANGE",
      required = true,
      description =
          "Varies a setting; repeatable. KEY is a key of the machine, such as network.link_latency; an option of"
              + " predict, such as platform, engine or compute-scale; the word ranks; compute-scale-at.SITE; or"
              + " job1.start, which sets start of the first --job. RANGE is a"
              + " list (A,B,C) or N values from START to END: START:END:linN for equal steps, START:END:logN for equal"
              + " ratios. Values have units.")
  private List<String> varied;

  @Option(
      names = "--zip",
      description =
          "Takes the first values of all --vary together, then the second values, and so on, instead of every combination.")
  private boolean zip;

  @Option(
      names = "--sensitivity",
      description =
          "Adds the results of tracecast sensitivity to each point. These results state how the time changes"
              + " with latency, overhead, gap, gap per byte, bandwidth and computation speed, and how much"
              + " slower each part may become before the run is 1, 2, 5 or 10%% slower. Requires --engine flows"
              + " or loggp.")
  private boolean sensitivity;

  @Option(
      names = "--scaling",
      paramLabel = "weak|strong",
      description =
          "With --vary ranks: weak if the computation per rank is constant, strong if the total computation is"
              + " constant (default: fitted to the recordings). Needed with one recording.")
  private @Nullable String scaling;

  /** Returns the points of a sweep, each of which varies the settings of a base prediction. */
  public SweepPlan plan(PredictionRequest base, SweptJobs jobs) {
    SweepPlan plan = new SweepPlan(
        base,
        varied.stream().map(Axis::parse).toList(),
        zip,
        sensitivity,
        Scaling.parse(scaling),
        jobs);
    if (plan.base().platform().isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "found neither --platform nor --vary platform=P,Q; " + PlatformCatalogue.expected());
    }
    return plan;
  }

  /** Refuses an axis if the option with the same setting is given too. */
  public void check(SweepPlan plan) {
    for (Axis axis : plan.axes()) {
      String option = "--" + axis.key();
      if (SweepPlan.OPTIONS.contains(axis.key())
          && command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new UsageException("--vary: found " + axis.key() + ", which " + option
            + " also sets; expected only one of the two");
      }
    }
  }
}
