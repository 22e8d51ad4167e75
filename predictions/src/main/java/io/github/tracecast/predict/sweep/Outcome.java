package io.github.tracecast.predict.sweep;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.model.FitRange;
import io.github.tracecast.predict.model.JobTimes;
import io.github.tracecast.predict.model.Spread;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.usage.Energy;
import io.github.tracecast.predict.usage.StepLoop;
import io.github.tracecast.simulate.result.ReplayResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The outcome of a point. */
public sealed interface Outcome {
  /**
   * The point was predicted. Times are simulated seconds.
   *
   * @param predictedSeconds the time at which the last rank ends
   * @param meanRankSeconds average time at which a rank ends
   * @param compute computation of the ranks
   * @param communication time of the ranks inside MPI calls
   * @param waiting the part of {@code communication} that is waiting
   * @param deviationSeconds the possible error from skipped iterations
   * @param intervalHalfWidthSeconds half the confidence interval if loops were sampled, otherwise 0
   * @param fits the range of the time that the interval of extrapolated computation gives; empty if
   *     there is none
   * @param efficiencies load balance, serialisation and transfer; empty unless ranks vary
   * @param mpiCalls MPI calls of the program
   * @param messages messages sent, including those of collectives
   * @param bytes the payload of all messages
   * @param nodes nodes of the machine or of its partition
   * @param usedNodes nodes with ranks
   * @param energy the energy of the run; empty if the machine has no power figures
   * @param steps the loop of the recorded time steps; empty if no loop takes time
   * @param sensitivity sensitivity of each share of the predicted time; empty if not requested
   * @param jobs the times of the trace and of each job that runs beside it; empty without jobs
   * @param warnings reasons why the prediction may be less exact
   */
  record Predicted(
      double predictedSeconds,
      double meanRankSeconds,
      Spread compute,
      Spread communication,
      Spread waiting,
      double deviationSeconds,
      double intervalHalfWidthSeconds,
      Optional<FitRange> fits,
      Optional<Efficiencies> efficiencies,
      long mpiCalls,
      long messages,
      long bytes,
      int nodes,
      int usedNodes,
      Optional<Energy> energy,
      Optional<StepLoop> steps,
      List<ShareSensitivity> sensitivity,
      List<JobTimes> jobs,
      List<String> warnings)
      implements Outcome {
    /** The columns of times. */
    public static final List<Column<Predicted>> TIMES = Column.joined(
        List.of(
            Column.time("predicted_seconds", "predicted", Predicted::predictedSeconds),
            Column.time("mean_rank_seconds", "", Predicted::meanRankSeconds)),
        Spread.columns("compute_seconds", "computation", Predicted::compute),
        Spread.columns("communication_seconds", "communication", Predicted::communication),
        Spread.columns("waiting_seconds", "of which waiting", Predicted::waiting),
        List.of(
            Column.time("deviation_seconds", "", Predicted::deviationSeconds),
            Column.time(
                "interval_half_width_seconds",
                "interval +-",
                Predicted::intervalHalfWidthSeconds)));

    /** The columns of counts and other amounts. */
    public static final List<Column<Predicted>> AMOUNTS = List.of(
        Column.count("mpi_calls", "", Predicted::mpiCalls),
        Column.count("messages", "messages", Predicted::messages),
        Column.count("bytes", "bytes", Predicted::bytes),
        Column.count("nodes", "nodes in all", Predicted::nodes),
        Column.count("used_nodes", "nodes used", Predicted::usedNodes));

    static Predicted of(
        ReplayResult replay,
        Machine machine,
        Optional<FitRange> fits,
        Optional<Efficiencies> efficiencies,
        Optional<Energy> energy,
        Optional<StepLoop> steps,
        List<ShareSensitivity> sensitivity,
        List<JobTimes> jobs,
        List<String> warnings) {
      return new Predicted(
          replay.predictedSeconds(),
          replay.meanRankSeconds(),
          Spread.of(replay.ranks(), ReplayResult.RankTimes::computeSeconds),
          Spread.of(replay.ranks(), ReplayResult.RankTimes::callSeconds),
          Spread.of(replay.ranks(), ReplayResult.RankTimes::waitSeconds),
          replay.deviationSeconds(),
          replay.halfWidthSeconds(),
          fits,
          efficiencies,
          replay.calls(),
          replay.messages(),
          replay.bytes(),
          machine.nodes(),
          machine.usedNodes(),
          energy,
          steps,
          sensitivity,
          jobs,
          List.copyOf(warnings));
    }
  }

  /**
   * The point could not be predicted.
   *
   * @param reason the reason in one line
   */
  record Failed(String reason) implements Outcome {
    private static final int MOST_LINES = 4;

    /** Creates a failure from a message of any length. */
    static Failed of(RuntimeException failure) {
      return new Failed(String.valueOf(failure.getMessage())
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .limit(MOST_LINES)
          .collect(Collectors.joining("; ")));
    }
  }
}
