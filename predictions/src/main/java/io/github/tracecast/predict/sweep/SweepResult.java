package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a sweep found. The same command gives an equal one, however often it was interrupted.
 *
 * @param trace the trace, as the user named it
 * @param ranks its ranks
 * @param computation how computation was recorded and scaled, in one line
 * @param platforms the machines' names
 * @param engines names of the timing engines, each with its version
 * @param plan what was varied
 * @param outcomes what became of each point, in order
 * @param warnings what makes the predictions less than they could be, and what was varied without effect
 */
public record SweepResult(
    String trace,
    int ranks,
    String computation,
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
  public record Warning(String text, int points) {
    /** It in words, with how many of all points it is about unless that is all of them. */
    public String of(int all) {
      return points == all
          ? text
          : text + " (" + Numbers.count(points) + " of " + Numbers.count(all) + " points)";
    }
  }

  public SweepResult {
    platforms = List.copyOf(platforms);
    engines = List.copyOf(engines);
    outcomes = List.copyOf(outcomes);
    warnings = List.copyOf(warnings);
  }

  /** The predicted time of a point; empty where there is none. */
  public OptionalDouble seconds(int point) {
    return outcomes.get(point) instanceof Outcome.Predicted found
        ? OptionalDouble.of(found.predictedSeconds())
        : OptionalDouble.empty();
  }

  /** The point with the shortest predicted time, of equal ones the first. */
  public Optional<Integer> fastest() {
    return predicted().min(Comparator.comparingDouble(point -> seconds(point).getAsDouble()));
  }

  /** The point with the longest predicted time, of equal ones the first. */
  public Optional<Integer> slowest() {
    return predicted()
        .reduce((a, b) -> seconds(b).getAsDouble() > seconds(a).getAsDouble() ? b : a);
  }

  private Stream<Integer> predicted() {
    return IntStream.range(0, outcomes.size())
        .boxed()
        .filter(point -> seconds(point).isPresent());
  }

  /** Number of points that could not be predicted. */
  public int failed() {
    return (int) outcomes.stream().filter(Outcome.Failed.class::isInstance).count();
  }
}
