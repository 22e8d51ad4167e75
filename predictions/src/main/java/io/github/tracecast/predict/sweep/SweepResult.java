package io.github.tracecast.predict.sweep;

import java.util.List;

/**
 * What a sweep found. The same command gives an equal one, however often it was interrupted.
 *
 * @param trace the trace, as the user named it
 * @param ranks its ranks
 * @param platforms the machines' names
 * @param engines names of the timing engines, each with its version
 * @param plan what was varied
 * @param outcomes what became of each point, in order
 * @param warnings what makes the predictions less than they could be, and what was varied without effect
 */
public record SweepResult(
    String trace,
    int ranks,
    List<String> platforms,
    List<String> engines,
    SweepPlan plan,
    List<Outcome> outcomes,
    List<Warning> warnings) {

  /**
   * A warning.
   *
   * @param text in one line
   * @param points number of points that it is about
   */
  public record Warning(String text, int points) {}

  public SweepResult {
    platforms = List.copyOf(platforms);
    engines = List.copyOf(engines);
    outcomes = List.copyOf(outcomes);
    warnings = List.copyOf(warnings);
  }

  /** Number of points that could not be predicted. */
  public int failed() {
    return (int) outcomes.stream().filter(Outcome.Failed.class::isInstance).count();
  }
}
