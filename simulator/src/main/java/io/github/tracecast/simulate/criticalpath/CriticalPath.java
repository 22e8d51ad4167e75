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
 * The composition of a LogGP run's time: the sum of times along the chain of computation and
 * messages that ends last.
 *
 * <p>No rank waits on that chain, so its parts add up to the run's time. Each part is also the
 * derivative of the run's time to a factor on that part. For example, let all latencies become 1%
 * longer. Then the run takes longer by 1% of the seconds of {@link Share#LATENCY}, as long as the
 * same chain ends last.
 *
 * @param seconds the run's time
 * @param byShare its parts by share
 * @param byEvent by event of the trace: the computation before it and the time of its messages
 * @param byRanks by group of consecutive ranks; a message counts for its sender
 * @param ranksOfGroup number of ranks in each group; the last group may have fewer
 */
public record CriticalPath(
    double seconds,
    Map<Share, Double> byShare,
    List<Double> byEvent,
    List<Double> byRanks,
    int ranksOfGroup) {
  /** Most groups of ranks. */
  private static final int GROUPS = 64;

  /**
   * Finds the critical path. If several chains end last, one of these is taken.
   *
   * @param progress receives the number of replayed MPI calls from time to time
   * @return empty if the program has to run in the order of time, see {@link #obstacle}
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
   * Finds the parts {@link #byShare} alone, which takes a fraction of the time.
   *
   * @return empty where {@link #of(Programs, Lane, LongConsumer)} is empty
   * @throws ReplayException where that throws one
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
   * Returns the property of the program that prevents finding its path, as text. This takes a
   * fraction of the time of finding the path.
   *
   * @return text; empty if there is no such property, or if only a run can show it
   */
  public static Optional<String> obstacle(Programs programs, Lane lane) {
    try {
      return Optional.ofNullable(
          Lowering.of(programs, lane, Demands.of(programs.trace(), false)).whyInTime());
    } catch (ReplayException e) {
      return Optional.empty(); // the replay reports this better
    }
  }

  /** Lanes that skipping loops needs. */
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
    return Picos.seconds(ranks.picos(ranks.last(), lane));
  }
}
