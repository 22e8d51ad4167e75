package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Slower;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * The efficiencies of a run as defined by the POP centre ("POP Standard Metrics for Parallel
 * Performance Analysis", https://pop-coe.eu). The product of the factors is the parallel
 * efficiency: parallel efficiency = load balance x communication efficiency, and communication
 * efficiency = serialisation x transfer. Useful computation is a rank's time outside MPI calls.
 *
 * @param meanComputeSeconds useful computation, average per rank
 * @param maxComputeSeconds useful computation of the rank that computes longest
 * @param seconds the run's time
 * @param idealSeconds the time of the same run on an ideal network, without costs of messages
 * @param waitingForRanks the waiting that remains on an ideal network, for ranks that arrive later
 * @param waitingForNetwork the remaining waiting, for data in transfer
 */
public record Efficiencies(
    double meanComputeSeconds,
    double maxComputeSeconds,
    double seconds,
    double idealSeconds,
    Spread waitingForRanks,
    Spread waitingForNetwork) {
  /**
   * A run is also replayed on an ideal network only if it has at most this many ranks. Each
   * further lane increases memory by a quarter, which is 90 MB for 262,144 ranks.
   */
  private static final int MOST_RANKS = 1 << 17;

  public static final List<Column<Efficiencies>> SHARES = List.of(
      Column.share("parallel_efficiency", "parallel efficiency", Efficiencies::parallel),
      Column.share("load_balance", "load balance", Efficiencies::loadBalance),
      Column.share("communication_efficiency", "", Efficiencies::communication),
      Column.share("serialisation_efficiency", "serialisation", Efficiencies::serialisation),
      Column.share("transfer_efficiency", "transfer", Efficiencies::transfer));

  /** Further columns in JSON: time on an ideal network, waiting for ranks, waiting for the network. */
  public static final List<Column<Efficiencies>> TIMES = Column.joined(
      List.of(Column.time("ideal_network_seconds", "", Efficiencies::idealSeconds)),
      Spread.columns("waiting_for_ranks_seconds", "", Efficiencies::waitingForRanks),
      Spread.columns("waiting_for_network_seconds", "", Efficiencies::waitingForNetwork));

  public static final List<String> NAMES = Column.keys(SHARES);

  /**
   * Returns the efficiencies of a run.
   *
   * @param ideal the same run on an ideal network
   * @return empty if no rank computes
   */
  private static Optional<Efficiencies> of(ReplayResult run, ReplayResult ideal) {
    Spread compute = Spread.of(run.ranks(), RankTimes::computeSeconds);
    if (compute.max() == 0) {
      return Optional.empty();
    }
    List<RankTimes> ranks = run.ranks();
    double[] forRanks = IntStream.range(0, ranks.size())
        .mapToDouble(rank ->
            Math.min(ranks.get(rank).waitSeconds(), ideal.ranks().get(rank).waitSeconds()))
        .toArray();
    return Optional.of(new Efficiencies(
        compute.mean(),
        compute.max(),
        run.predictedSeconds(),
        ideal.predictedSeconds(),
        Spread.of(ranks, rank -> forRanks[rank.rank()]),
        Spread.of(ranks, rank -> rank.waitSeconds() - forRanks[rank.rank()])));
  }

  /**
   * Replays a run by LogGP: on all lanes, and on the ideal network of the first lane unless the run
   * deadlocks there or computes nothing. All are lanes of one replay if possible.
   */
  static List<ReplayResult> replays(PreparedTrace trace, List<Lane> lanes, LongConsumer progress) {
    try {
      if (isReplayed(trace)) {
        List<Lane> all = new ArrayList<>(lanes);
        all.add(ideal(lanes.getFirst()));
        return EndingReplays.byLogGp(trace, all, progress);
      }
    } catch (ReplayException e) {
      // on the ideal network, messages may match in an order that deadlocks the program
    }
    return EndingReplays.byLogGp(trace, lanes, progress);
  }

  /**
   * Returns the efficiencies of a run from the results of {@link #replays}.
   *
   * @param lanes the number of lanes without the ideal network
   */
  static Optional<Efficiencies> of(ReplayResult run, List<ReplayResult> replays, int lanes) {
    return replays.size() == lanes ? Optional.empty() : of(run, replays.getLast());
  }

  /** Whether a run is also replayed on an ideal network. */
  static boolean isReplayed(PreparedTrace trace) {
    return trace.programs().ranks() <= MOST_RANKS && RecordedComputation.isIn(trace.trace());
  }

  /**
   * Returns the efficiencies of a run by any engine. LogGP replays it on an ideal network, where
   * all engines agree.
   *
   * @return the efficiencies; empty if no rank computes, or if the run does not end on the ideal
   *     network
   */
  public static Optional<Efficiencies> of(PreparedTrace trace, Lane lane, ReplayResult run) {
    if (!isReplayed(trace)) {
      return Optional.empty();
    }
    try {
      List<Lane> ideal = List.of(ideal(lane));
      return of(run, EndingReplays.byLogGp(trace, ideal, calls -> {}).getFirst());
    } catch (ReplayException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the same machine with zero latencies, zero time per byte and zero costs of MPI calls.
   * Protocols and collectives stay the same, so that both lanes can be replayed together.
   */
  static Lane ideal(Lane lane) {
    return new Lane(lane.machine().with(new Slower(0, 0, 0, 0, 0)), lane.options());
  }

  /** Average useful computation of a rank, divided by the longest useful computation of a rank. */
  public double loadBalance() {
    return meanComputeSeconds / maxComputeSeconds;
  }

  /** Longest useful computation of a rank, divided by the time on an ideal network. */
  public double serialisation() {
    return maxComputeSeconds / idealSeconds;
  }

  /** Time on an ideal network, divided by the run's time. */
  public double transfer() {
    return idealSeconds / seconds;
  }

  /** Longest useful computation of a rank, divided by the run's time. */
  public double communication() {
    return maxComputeSeconds / seconds;
  }

  /** Average useful computation of a rank, divided by the run's time. */
  public double parallel() {
    return meanComputeSeconds / seconds;
  }

  /** The parallel efficiency and its factors in one line. */
  public String words() {
    return "parallel efficiency " + Numbers.wholePercent(parallel()) + ": load balance "
        + Numbers.wholePercent(loadBalance()) + ", serialisation "
        + Numbers.wholePercent(serialisation()) + ", transfer "
        + Numbers.wholePercent(transfer());
  }

  /** Returns the values in the order of {@link #NAMES}. */
  public List<Double> values() {
    return List.of(parallel(), loadBalance(), communication(), serialisation(), transfer());
  }
}
