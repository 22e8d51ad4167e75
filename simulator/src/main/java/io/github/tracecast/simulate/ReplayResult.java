package io.github.tracecast.simulate;

import java.util.List;

/**
 * What a replay found. Times are simulated seconds.
 *
 * @param engine name of the timing engine
 * @param ranks per rank, in order: where its time went
 * @param events per event of the trace that was executed, in order
 * @param calls MPI calls of the program, over all ranks
 * @param eventsReplayed how many of them were replayed; the others were skipped
 * @param skips what was skipped where, in the order in which it was first reached
 * @param messages messages sent, those of collectives' algorithms included
 * @param bytes their payload
 * @param programMessages messages that the program itself sent point to point
 * @param programBytes their payload
 * @param traffic who sent how much to whom
 * @param links load of each link that carried anything, busiest first
 * @param warnings what makes the prediction less than it could be, for people
 */
public record ReplayResult(
    String engine,
    List<RankTimes> ranks,
    List<EventTimes> events,
    long calls,
    long eventsReplayed,
    List<Skip> skips,
    long messages,
    long bytes,
    long programMessages,
    long programBytes,
    Traffic traffic,
    List<LinkLoad> links,
    List<String> warnings) {

  /**
   * One rank's account; {@code endSeconds} = compute + call.
   *
   * @param endSeconds when its program ended
   * @param computeSeconds in computation
   * @param callSeconds inside MPI calls
   * @param waitSeconds of these: waiting, for others or for data under way; the rest is the calls' own
   *     work (LogGP's o)
   */
  public record RankTimes(
      int rank, double endSeconds, double computeSeconds, double callSeconds, double waitSeconds) {}

  /**
   * One event's account, over all ranks and executions.
   *
   * @param event index into the trace's events
   * @param calls executions
   * @param computeSeconds computation before the calls
   * @param callSeconds inside the calls
   * @param waitSeconds of these: waiting
   * @param longestSeconds the longest call
   */
  public record EventTimes(
      int event,
      long calls,
      double computeSeconds,
      double callSeconds,
      double waitSeconds,
      double longestSeconds) {}

  /**
   * One link's load.
   *
   * @param link the link's name
   * @param messages messages over it
   * @param bytes payload over it
   * @param utilization share of the run during which its payload bandwidth was used, 0 to 1 and, where
   *     ranks end early, at most a little above
   */
  public record LinkLoad(String link, long messages, long bytes, double utilization) {}

  /** The prediction: when the last rank ends. */
  public double predictedSeconds() {
    return ranks.stream().mapToDouble(RankTimes::endSeconds).max().orElse(0);
  }

  /** What the prediction may be off for skipping what was not exactly periodic, seconds; see {@link Skip#deviationSeconds}. */
  public double deviationSeconds() {
    return skips.stream().mapToDouble(Skip::deviationSeconds).sum();
  }

  /** Half the confidence interval of the prediction where loops with random computation were sampled, seconds; otherwise 0. */
  public double halfWidthSeconds() {
    return skips.stream().mapToDouble(Skip::halfWidthSeconds).reduce(0, Math::hypot);
  }

  /** Mean over ranks of their ends. */
  public double meanRankSeconds() {
    return ranks.stream().mapToDouble(RankTimes::endSeconds).average().orElse(0);
  }
}
