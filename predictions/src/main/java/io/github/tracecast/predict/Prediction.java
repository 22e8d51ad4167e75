package io.github.tracecast.predict;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayResult;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/**
 * What a replay on a platform says about a program. Times are simulated seconds, but for {@link
 * Cost}, which is what the prediction itself took and the only part that two runs may disagree on.
 *
 * @param trace the trace, as the user named it
 * @param traceRanks ranks of the trace
 * @param rankClasses groups of ranks that share a program
 * @param traceEvents events of the compressed trace
 * @param replay what the replay found
 * @param callSites where the time goes by call site, most time inside MPI first
 * @param recorded what the trace itself recorded
 * @param computation how the trace recorded its computation, and where
 * @param machine the platform fitted to the run
 * @param setup what was simulated
 * @param warnings what makes the prediction less than it could be
 * @param cost what the prediction took
 */
public record Prediction(
    String trace,
    int traceRanks,
    int rankClasses,
    int traceEvents,
    ReplayResult replay,
    List<CallSiteTimes> callSites,
    Recorded recorded,
    RecordedComputation computation,
    Machine machine,
    Setup setup,
    List<String> warnings,
    Cost cost) {

  /**
   * What was simulated.
   *
   * @param engine the timing engine
   * @param engineVersion its version, or {@code unknown}
   * @param contention none, links, or flows: SimGrid's own model
   * @param figuresSet figures of the machine that the user replaced
   * @param mapping which rank goes where, as the user gave it
   * @param deltas which of a delta's values was used: avg, min, max or histogram
   * @param seed seed of random draws
   * @param computeScale factor on all computation
   * @param computeScaleAt further factors by call site, as the user named them
   * @param fastForward whether steady loops were skipped
   */
  public record Setup(
      String engine,
      String engineVersion,
      String contention,
      SortedMap<String, String> figuresSet,
      String mapping,
      String deltas,
      long seed,
      double computeScale,
      SortedMap<String, Double> computeScaleAt,
      FastForward fastForward) {}

  /**
   * What the prediction itself took.
   *
   * @param wallSeconds of the replay, the machine's construction included
   * @param peakMemoryBytes most memory that the process has had resident
   */
  public record Cost(double wallSeconds, long peakMemoryBytes) {}

  /** When the last rank ends. */
  public double predictedSeconds() {
    return replay.predictedSeconds();
  }

  /** How computation was recorded and scaled, in one line. */
  public String computationText() {
    return computation.text(machine.platform().name() + "'s", setup.computeScale());
  }

  /** MPI calls replayed a second of wall time. */
  public double eventsPerSecond() {
    return perSecond(replay.eventsReplayed());
  }

  /** Messages replayed a second of wall time, those of collectives' algorithms included. */
  public double messagesPerSecond() {
    return perSecond(replay.messages());
  }

  /** The links that are in use for most of the run, at most so many; equal ones in the order of their bytes. */
  public List<ReplayResult.LinkLoad> busiestLinks(int most) {
    return replay.links().stream()
        .sorted(Comparator.comparingDouble(ReplayResult.LinkLoad::utilization).reversed())
        .limit(most)
        .toList();
  }

  private double perSecond(long number) {
    return cost.wallSeconds() > 0 ? number / cost.wallSeconds() : 0;
  }

  /** Computation of the ranks. */
  public Spread compute() {
    return Spread.of(replay, ReplayResult.RankTimes::computeSeconds);
  }

  /** Time of the ranks inside MPI calls. */
  public Spread communication() {
    return Spread.of(replay, ReplayResult.RankTimes::callSeconds);
  }

  /** The part of {@link #communication} that is waiting, for others or for data under way. */
  public Spread waiting() {
    return Spread.of(replay, ReplayResult.RankTimes::waitSeconds);
  }
}
