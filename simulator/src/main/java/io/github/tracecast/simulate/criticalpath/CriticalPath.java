package io.github.tracecast.simulate.criticalpath;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lowering.Demands;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.replay.LaneGroups;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * The components of a LogGP run's time along its critical path, the chain of computation and
 * messages that ends last.
 *
 * <p>No rank waits on that chain, so its parts add up to the run's time. Each part is also the
 * derivative of the run's time with respect to a factor on that part. For example, if all latencies
 * grow by 1%, the time of the run grows by 1% of the seconds of {@link Share#LATENCY}, as long as
 * the same chain ends last.
 *
 * @param seconds the run's time
 * @param byShare the time of each share on the path
 * @param byEvent for each event of the trace, the time that its messages and the computation before
 *     it have on the path
 * @param byRanks for each group of consecutive ranks, its time on the path; a message counts for
 *     its sender
 * @param ranksOfGroup number of ranks in each group; the last group may have fewer
 */
public record CriticalPath(
    double seconds,
    Map<Share, Double> byShare,
    List<Double> byEvent,
    List<Double> byRanks,
    int ranksOfGroup) {
  /** The largest number of groups of ranks, each of which takes a lane. */
  private static final int GROUPS = 64;

  /**
   * Finds the critical path. If several chains end last, the result is one of them.
   *
   * @param progress receives the number of replayed MPI calls from time to time
   * @return empty if the program has to run in order of simulated time, see {@link #obstacle}
   * @throws ReplayException with the reason, if the program has an error
   */
  public static Optional<CriticalPath> of(Programs programs, Lane lane, LongConsumer progress) {
    int ranksOfGroup = Math.ceilDiv(programs.ranks(), GROUPS);
    LaneFigures.OfPath figures = new LaneFigures.OfPath(
        programs.trace().events().size(),
        Math.ceilDiv(programs.ranks(), ranksOfGroup),
        ranksOfGroup,
        origins(programs, lane));
    return of(programs, lane, figures, progress);
  }

  /**
   * Finds only {@link #byShare}, in a fraction of the time of {@link #of(Programs, Lane,
   * LongConsumer)}.
   *
   * @return empty whenever {@link #of(Programs, Lane, LongConsumer)} is empty
   * @throws ReplayException whenever {@link #of(Programs, Lane, LongConsumer)} throws one
   */
  public static Optional<CriticalPath> shares(Programs programs, Lane lane, LongConsumer progress) {
    return of(programs, lane, LaneFigures.OfPath.ofShares(origins(programs, lane)), progress);
  }

  private static Optional<CriticalPath> of(
      Programs programs, Lane lane, LaneFigures.OfPath figures, LongConsumer progress) {
    return LaneGroups.following(programs, lane, figures, progress)
        .map(run -> of(run.ranks(), figures));
  }

  /**
   * Returns, as text, the property of the program that makes it impossible to find a critical path.
   * The check takes a fraction of the time of the search for the path.
   *
   * @return the text; empty if there is no such property, or if only a replay can show it
   */
  public static Optional<String> obstacle(Programs programs, Lane lane) {
    try {
      return Optional.ofNullable(
          Lowering.of(programs, lane, Demands.of(programs.trace(), false)).whyInTime());
    } catch (ReplayException e) {
      return Optional.empty(); // the replay will report the error with more detail
    }
  }

  /** The number of origin lanes, which are needed to skip loops. */
  private static int origins(Programs programs, Lane lane) {
    return lane.options().fastForward().enabled() ? 1 + programs.depth() : 0;
  }

  private static CriticalPath of(RankStates ranks, LaneFigures.OfPath figures) {
    Map<Share, Double> byShare = new EnumMap<>(Share.class);
    for (Share share : Share.values()) {
      byShare.put(share, seconds(ranks, LaneFigures.OfPath.laneOf(share)));
    }
    return new CriticalPath(
        seconds(ranks, 0),
        byShare,
        IntStream.range(0, figures.events())
            .mapToObj(event -> seconds(ranks, figures.laneOfEvent(event)))
            .toList(),
        IntStream.range(0, figures.groups())
            .mapToObj(group -> seconds(ranks, figures.laneOfGroup(group)))
            .toList(),
        figures.ranksOfGroup());
  }

  private static double seconds(RankStates ranks, int lane) {
    return Picos.seconds(ranks.picos(ranks.last(0), lane));
  }
}
