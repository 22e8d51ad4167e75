package io.github.tracecast.predict.usage;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.trace.text.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * The production run that a recorded run represents: the same run with more time steps.
 *
 * @param steps the time steps of the whole run
 * @param recordedSteps the time steps of the recorded run
 * @param loop the loop of the recorded time steps
 * @param usage what the whole run uses
 */
public record WholeRun(double steps, long recordedSteps, StepLoop loop, RunUsage usage) {
  /** The columns of the number of time steps and of the usage. */
  public static final List<Column<WholeRun>> COLUMNS = Column.joined(
      List.of(
          Column.ratio("steps", "", WholeRun::steps),
          Column.count("recorded_steps", "", WholeRun::recordedSteps),
          Column.count("recorded_iterations", "", run -> run.loop().iterations()),
          Column.longName("step_site", "", run -> run.loop().site())),
      Column.ofPart(RunUsage.COLUMNS, WholeRun::usage));

  /**
   * Scales a recorded run to its full length.
   *
   * @param usage what the recorded run uses
   * @throws io.github.tracecast.trace.text.UsageException if the trace has no time steps, or the
   *     time is too short for one step
   */
  public static WholeRun of(RunLength length, Optional<StepLoop> loop, RunUsage usage) {
    RunLength full = length.inSteps(usage.seconds(), loop);
    StepLoop found = loop.orElseThrow();
    return new WholeRun(
        full.steps(), full.recordedSteps(found), found, usage.times(full.factor(found)));
  }

  /** Text such as {@code Whole run of 100,000 iterations of the loop at site 7 (250 in the trace): 11 h 7 min, ...}. */
  public String words() {
    return "Whole run of " + stepsText() + ": " + usage.words();
  }

  /**
   * The number of time steps, and the trace's iterations that count as time steps. If each iteration
   * counts as one, the text calls it an iteration.
   */
  public String stepsText() {
    String place = " of the loop at site " + loop.siteNumber();
    String traced = Numbers.count(loop.iterations());
    long inLoop = loop.stepsInLoop(recordedSteps);
    return recordedSteps == loop.iterations()
        ? Numbers.counted(Math.round(steps), "iteration") + place + " (" + traced + " in the trace)"
        : Numbers.counted(Math.round(steps), "step") + " ("
            + (inLoop == recordedSteps ? "" : Numbers.count(inLoop) + " of ")
            + Numbers.counted(recordedSteps, "step") + " = " + traced + " iterations" + place
            + " in the trace)";
  }
}
