package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.fastforward.PeriodicFastForward;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.Slowdown;
import io.github.tracecast.simulate.lowering.AlikeSearch;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.StuckReport;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Replays lanes together while they agree on the order of messages and on the skipped iterations.
 * Dropped lanes are replayed again as a separate group.
 */
public final class LaneGroups {
  /** Receives the result of each group. */
  public interface Outcome {
    /**
     * @param columns the lanes of the run whose results are valid
     * @param lanes the numbers of these lanes among all lanes
     */
    void of(Interpreter run, int[] columns, int[] lanes);
  }

  /** From this number of ranks on, translating the programs leaves hundreds of megabytes of garbage. */
  private static final int MANY_RANKS = 1 << 18;

  private LaneGroups() {}

  /**
   * Replays all lanes, in groups that agree.
   *
   * @param lanes lanes that lead to the same instructions, see {@link Lane#choices}
   * @param progress receives the number of replayed MPI calls from time to time
   * @return empty if all lanes were replayed; otherwise the program of all lanes, which has to run
   *     in order of simulated time
   */
  public static Optional<LaneProgram> of(
      Programs programs,
      List<Lane> lanes,
      List<Slowdown> slowdowns,
      LongConsumer progress,
      Outcome outcome) {
    boolean skips = lanes.getFirst().options().fastForward().enabled();
    int[] left = IntStream.range(0, lanes.size()).toArray();
    while (left.length > 0) {
      int[] group = left;
      LaneFigures figures = new LaneFigures.OfMachines(
          Arrays.stream(group).mapToObj(slowdowns::get).toList());
      Supplier<LaneProgram> lowered =
          () -> lower(programs, Arrays.stream(group).mapToObj(lanes::get).toList(), figures);
      // no variable refers to the program of all ranks, so its memory is free after the reduction
      LaneProgram program = AlikeSearch.reduce(lowered.get());
      if (program.whyInTime() != null) {
        return Optional.of(program);
      }
      Interpreter run = program.ranks() < programs.ranks()
          ? ofGroups(program, lowered, progress, skips)
          : replayed(program, progress, skips);
      int[] live = run.ranks().live().all();
      outcome.of(run, live, Arrays.stream(live).map(column -> group[column]).toArray());
      left = IntStream.range(0, group.length)
          .filter(column -> Arrays.binarySearch(live, column) < 0)
          .map(column -> group[column])
          .toArray();
    }
    return Optional.empty();
  }

  private static LaneProgram lower(Programs programs, List<Lane> lanes, LaneFigures figures) {
    LaneProgram program = Lowering.of(programs, lanes, figures);
    if (programs.ranks() >= MANY_RANKS) {
      System.gc(); // without this call, the heap would grow, and the garbage would stay resident
    }
    return program;
  }

  /**
   * Replays a program of groups of alike ranks. If the replay cannot end, or leaves messages or
   * receives without a match, all ranks are replayed, so that the report names each of them.
   */
  private static Interpreter ofGroups(
      LaneProgram program, Supplier<LaneProgram> all, LongConsumer progress, boolean skips) {
    try {
      Interpreter run = replayed(program, progress, skips);
      if (StuckReport.leftOver(run).isEmpty()) {
        return run;
      }
    } catch (ReplayException e) {
      // the replay of all ranks fails too, and names the rank
    }
    return replayed(all.get(), progress, skips);
  }

  /** @param skips whether the run skips iterations that repeat exactly */
  private static Interpreter replayed(LaneProgram program, LongConsumer progress, boolean skips) {
    Interpreter run = new Interpreter(program, progress);
    if (skips && program.recurs()) {
      run.skipBy(PeriodicFastForward.onLanes(run));
    }
    run.run();
    return run;
  }

  /**
   * Replays on one machine, with further lanes for the components of its times.
   *
   * @param figures the meaning of the lanes, all of which follow the first lane; loops are skipped
   *     only with {@link LaneFigures#origins}
   * @return empty if the program has to run in order of simulated time
   */
  public static Optional<Interpreter> following(
      Programs programs, Lane lane, LaneFigures figures, LongConsumer progress) {
    LaneProgram program = Lowering.of(programs, List.of(lane), figures);
    return program.whyInTime() == null
        ? Optional.of(replayed(program, progress, lane.options().fastForward().enabled()))
        : Optional.empty();
  }
}
