package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * What a run by LogGP takes its time for: the sum of the times along the chain of computation and messages
 * that ends when the last rank does. Nobody waits on that chain, so its parts add up to the run's time, and
 * each part is the derivative of that time to a factor on its figure: with all latencies longer by 1%, the
 * run takes 1% of {@link Share#LATENCY}'s seconds longer, as long as the same chain stays the last.
 *
 * @param seconds the run's time
 * @param byShare its parts by what they are
 * @param byEvent by event of the trace: the computation before it, what its messages take
 * @param byRanks by groups of consecutive ranks, as many ranks each as {@code ranksOfGroup}: a message's way counts for
 *     its sender
 * @param ranksOfGroup ranks of each group but perhaps the last
 */
public record CriticalPath(
    double seconds,
    Map<Share, Double> byShare,
    List<Double> byEvent,
    List<Double> byRanks,
    int ranksOfGroup) {
  /** Groups of ranks that are told apart. */
  private static final int GROUPS = 64;

  /**
   * Finds it; where several chains are the last, one of them.
   *
   * @param progress told from time to time how many MPI calls have been replayed
   * @return empty where the program cannot be lowered, or has something wrong with it
   */
  public static Optional<CriticalPath> of(Programs programs, Lane lane, LongConsumer progress) {
    int ranksOfGroup = Math.ceilDiv(programs.ranks(), GROUPS);
    Figures.OfPath figures = new Figures.OfPath(
        programs.trace().events().size(),
        Math.ceilDiv(programs.ranks(), ranksOfGroup),
        ranksOfGroup);
    return run(programs, lane, figures, progress).map(run -> of(run.ranks, figures));
  }

  /**
   * Its parts {@link #byShare} alone, which takes a fraction of the time.
   *
   * @return empty where {@link #of(Programs, Lane, LongConsumer)} is
   */
  public static Optional<Map<Share, Double>> shares(
      Programs programs, Lane lane, LongConsumer progress) {
    return run(programs, lane, new Figures.OfShares(), progress).map(run -> byShare(run.ranks));
  }

  /**
   * What of the program itself is in the way of following it, which takes a fraction of the time of doing so.
   *
   * @return in words; empty where there is nothing, or only running it can tell
   */
  public static Optional<String> obstacle(Programs programs, Lane lane) {
    try {
      Lowering.of(programs, EventTable.of(programs.trace()), List.of(lane), new Figures.OfShares());
      return Optional.empty();
    } catch (UnsuitableException e) {
      return Optional.of(e.getMessage());
    } catch (ReplayException | ArithmeticException e) {
      return Optional.empty(); // which the replay says better
    }
  }

  private static Optional<Evaluation> run(
      Programs programs, Lane lane, Figures figures, LongConsumer progress) {
    try {
      return Optional.of(Evaluations.following(
          programs, EventTable.of(programs.trace()), lane, figures, progress));
    } catch (UnsuitableException | ReplayException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Map<Share, Double> byShare(Ranks ranks) {
    Map<Share, Double> byShare = new EnumMap<>(Share.class);
    for (Share share : Share.values()) {
      byShare.put(share, seconds(ranks, Figures.OfShares.laneOf(share)));
    }
    return byShare;
  }

  private static CriticalPath of(Ranks ranks, Figures.OfPath figures) {
    return new CriticalPath(
        seconds(ranks, 0),
        byShare(ranks),
        IntStream.range(0, figures.events())
            .mapToObj(event -> seconds(ranks, figures.laneOfEvent(event)))
            .toList(),
        IntStream.range(0, figures.groups())
            .mapToObj(group -> seconds(ranks, figures.laneOfGroup(group)))
            .toList(),
        figures.ranksOfGroup());
  }

  private static double seconds(Ranks ranks, int lane) {
    return Picos.seconds(ranks.clock.get(ranks.last(), lane));
  }
}
