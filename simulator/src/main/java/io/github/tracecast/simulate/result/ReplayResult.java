package io.github.tracecast.simulate.result;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;

/**
 * The result of a replay. Times are simulated seconds.
 *
 * @param ranks the time account of each rank, in order
 * @param events the account of each executed event of the trace, in order
 * @param calls number of MPI calls of the program, over all ranks
 * @param eventsReplayed number of replayed MPI calls; the other calls were skipped
 * @param skips the skipped iterations, in the order of the replay
 * @param messages number of messages, including the messages of collectives
 * @param bytes payload of these messages
 * @param programMessages number of the program's own point-to-point messages
 * @param programBytes payload of these messages
 * @param traffic messages and bytes between each pair of ranks
 * @param links load of each used link, busiest first
 * @param warnings limits of the prediction, as text for the user
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
   * The time account of a rank. {@code endSeconds} is the sum of compute and call time.
   *
   * @param endSeconds time at which the rank's program ended
   * @param waitSeconds the part of {@code callSeconds} that is waiting, for other ranks or for data
   *     in transit; the rest is the calls' own work (LogGP's o)
   */
  public record RankTimes(
      int rank, double endSeconds, double computeSeconds, double callSeconds, double waitSeconds) {}

  /**
   * The time account of an event, over all ranks and executions.
   *
   * @param event index into the trace's events
   * @param calls number of executions
   * @param computeSeconds computation before the calls
   * @param waitSeconds the part of {@code callSeconds} that is waiting
   * @param variation the variation of the time inside the calls between ranks, see {@link
   *     CallsByRank#variation}; empty if it was not requested
   */
  public record EventTimes(
      int event,
      long calls,
      double computeSeconds,
      double callSeconds,
      double waitSeconds,
      double longestSeconds,
      OptionalDouble variation) {}

  /**
   * The load of a link.
   *
   * @param level level of the link, such as node or global
   * @param messages number of messages that crossed the link
   * @param bytes payload that crossed the link
   * @param utilization the link's busy time, with headers and MPI's factors, divided by the run's
   *     time. It is above 1 only if an engine without contention sends more than the link can carry
   */
  public record LinkLoad(
      String link, String level, long messages, long bytes, double utilization) {}

  /** The links with the highest utilization, highest first. At equal utilization, links with more bytes come first. */
  public List<LinkLoad> busiestLinks(int most) {
    IntToDoubleFunction utilization = links instanceof LinkLoads.Used used
        ? used::utilization
        : index -> links.get(index).utilization();
    int[] top = new int[most];
    int count = 0;
    for (int link = 0; link < links.size(); link++) {
      double here = utilization.applyAsDouble(link);
      if (count == most && here <= utilization.applyAsDouble(top[count - 1])) {
        continue;
      }
      int at = count < most ? count++ : count - 1;
      while (at > 0 && here > utilization.applyAsDouble(top[at - 1])) {
        top[at] = top[--at];
      }
      top[at] = link;
    }
    return Arrays.stream(top, 0, count).mapToObj(links::get).toList();
  }

  /** The predicted run time: the time at which the last rank ends. */
  public double predictedSeconds() {
    return ranks.stream().mapToDouble(RankTimes::endSeconds).max().orElse(0);
  }

  /** The possible error of the prediction in seconds, see {@link Skip#deviationSeconds}. */
  public double deviationSeconds() {
    return skips.stream().mapToDouble(Skip::deviationSeconds).sum();
  }

  /** Half of the width of the prediction's confidence interval if random loops were sampled, seconds; otherwise 0. */
  public double halfWidthSeconds() {
    return skips.stream().mapToDouble(Skip::halfWidthSeconds).reduce(0, Math::hypot);
  }

  /** Average end time per rank. */
  public double meanRankSeconds() {
    return ranks.stream().mapToDouble(RankTimes::endSeconds).average().orElse(0);
  }
}
