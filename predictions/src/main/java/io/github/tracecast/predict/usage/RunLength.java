package io.github.tracecast.predict.usage;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The length of the production run that a recorded run represents.
 *
 * @param steps the time steps of the run; 0 if its time is given instead
 * @param seconds the time of the run, s; 0 if its steps are given
 * @param recorded the time steps of the recorded run; 0 if each iteration of the loop of time steps
 *     counts as one
 */
public record RunLength(double steps, double seconds, long recorded) {
  private static final Pattern TIME = Pattern.compile("([0-9]{1,9}(?:[.][0-9]{1,6})?)(s|min|h|d)");

  private static final Map<String, Double> SECONDS =
      Map.of("s", 1.0, "min", 60.0, "h", 3600.0, "d", 86_400.0);

  /**
   * The least part of a run in its loop of time steps. In a shorter run, another loop, such as one
   * of the start-up, may take longer than the time steps.
   */
  private static final double LEAST_SHARE = 0.5;

  static final String OPTION = "`steps`: ";

  static final String EXPECTED =
      "a whole number of time steps of at least 1, such as 100000, or a time (s, min, h, d) above 0, such as 12h";

  /**
   * Parses a number of time steps, or a time such as {@code 12h}. Each iteration of the loop counts
   * as a time step.
   *
   * @throws UsageException if the text is neither a number of time steps nor a time
   */
  public static RunLength parse(String text) {
    return seconds(text)
        .map(time -> new RunLength(0, time, 0))
        .orElseGet(() -> new RunLength(number(OPTION, text, EXPECTED), 0, 0));
  }

  /** Returns this length, with the number of time steps of the recorded run. */
  RunLength withRecorded(String text) {
    return new RunLength(
        steps,
        seconds,
        number(
            "`steps` recorded: ",
            text,
            "the number of time steps that the recorded run made, at least 1, such as 100"));
  }

  private static long number(String of, String text, String expected) {
    if (text.matches("[0-9]{1,13}")) {
      long number = Long.parseLong(text);
      if (number >= 1 && number <= Loop.MAX_ITERATIONS) {
        return number;
      }
    }
    throw new UsageException(of + "found " + text + "; expected " + expected);
  }

  /** Parses a time above 0, such as {@code 12h}, to seconds; empty if the text is not such a time. */
  static Optional<Double> seconds(String text) {
    Matcher time = TIME.matcher(text);
    return time.matches() && Double.parseDouble(time.group(1)) > 0
        ? Optional.of(Double.parseDouble(time.group(1)) * SECONDS.getOrDefault(time.group(2), 1.0))
        : Optional.empty();
  }

  /**
   * Returns this length in time steps. If it is a time, these are the steps that a run completes in
   * this time.
   *
   * @param predictedSeconds the time of the recorded steps, s
   * @throws UsageException if the trace has no time steps, or the time is too short for one step
   */
  public RunLength inSteps(double predictedSeconds, Optional<StepLoop> loop) {
    StepLoop found = loop.orElseThrow(() -> new UsageException(
        OPTION + "found a trace without a loop of time steps; expected a trace with such a loop"));
    if (steps > 0) {
      return this;
    }
    double longer = (seconds / predictedSeconds - 1) / found.share();
    double all = recordedSteps(found) + found.stepsInLoop(recordedSteps(found)) * longer;
    if (!(all >= 1)) {
      throw new UsageException(OPTION + "found " + Numbers.time(seconds)
          + ", in which the run does not end its first time step; expected a longer time");
    }
    return new RunLength(all, 0, recorded);
  }

  /**
   * Checks that the iterations of a run's longest loop are probably its time steps. One check suffices
   * for all machines of a sweep.
   *
   * @throws UsageException if the loop takes less than half of the run
   */
  public static void check(Optional<StepLoop> loop) {
    loop.filter(found -> found.share() < LEAST_SHARE).ifPresent(found -> {
      throw new UsageException(
          OPTION + "found a run that spends "
              + Numbers.percent(found.share()) + "% of its time in its longest loop ("
              + Numbers.count(found.iterations()) + " iterations, at site " + found.siteNumber()
              + "); expected at least " + Numbers.percent(LEAST_SHARE)
              + "%, because otherwise the iterations may not be the time steps; record more time steps");
    });
  }

  /** Returns the number of time steps of the recorded run. */
  long recordedSteps(StepLoop loop) {
    return recorded > 0 ? recorded : loop.iterations();
  }

  /** Returns the time of a run with this number of steps, divided by the recorded run's time. */
  double factor(StepLoop loop) {
    return 1 + loop.share() * (steps - recordedSteps(loop)) / loop.stepsInLoop(recordedSteps(loop));
  }
}
