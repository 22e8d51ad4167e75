package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Evaluates lanes together as far as they agree on which messages come first: those that fall out are evaluated once more among
 * themselves. As most lanes stay, one falls out at most as often as their number can be halved.
 */
final class Evaluations {
  /** Told of each evaluation. */
  interface Outcome {
    /**
     * @param column a lane of the evaluation that it is right for
     * @param lane which of all lanes that is
     */
    void of(LaneProgram program, Evaluation run, int column, int lane);
  }

  private Evaluations() {}

  /**
   * Evaluates all lanes.
   *
   * @param lanes lanes that choose alike
   * @param slowdowns as many
   * @param progress told from time to time how many MPI calls have been replayed
   * @throws UnsuitableException if they cannot be evaluated
   */
  static void of(
      Programs programs,
      EventTable table,
      List<Lane> lanes,
      List<Slowdown> slowdowns,
      LongConsumer progress,
      Outcome outcome) {
    boolean skips = lanes.getFirst().options().fastForward().enabled();
    int[] left = IntStream.range(0, lanes.size()).toArray();
    while (left.length > 0) {
      int[] group = left;
      Figures figures =
          new Figures.OfMachines(Arrays.stream(group).mapToObj(slowdowns::get).toList());
      LaneProgram program =
          Lowering.of(programs, table, Arrays.stream(group).mapToObj(lanes::get).toList(), figures);
      Evaluation run = new Evaluation(program, skips, progress);
      run.run();
      int[] live = run.live.live();
      for (int column : live) {
        outcome.of(program, run, column, group[column]);
      }
      left = IntStream.range(0, group.length)
          .filter(column -> Arrays.binarySearch(live, column) < 0)
          .map(column -> group[column])
          .toArray();
    }
  }

  /**
   * Evaluates one machine, with lanes that follow it.
   *
   * @param figures whose lanes but the first {@link Figures#follow}
   * @throws UnsuitableException if it cannot be evaluated
   */
  static Evaluation following(
      Programs programs, EventTable table, Lane lane, Figures figures, LongConsumer progress) {
    boolean skips = lane.options().fastForward().enabled();
    Figures laid = skips ? new Figures.WithOrigins(figures, 1 + programs.depth()) : figures;
    Evaluation run =
        new Evaluation(Lowering.of(programs, table, List.of(lane), laid), skips, progress);
    run.run();
    return run;
  }

  /**
   * Evaluates one machine whose links messages take one after the other.
   *
   * @throws UnsuitableException if it cannot be evaluated, or a message takes no time
   */
  static void withContention(
      Programs programs, EventTable table, Lane lane, LongConsumer progress, Outcome outcome) {
    LaneProgram program =
        Lowering.of(programs, table, List.of(lane), new Figures.OfMachines(List.of(Slowdown.NONE)));
    boolean skips = lane.options().fastForward().enabled();
    Evaluation run = Evaluation.contended(program, lane.machine(), skips, progress);
    run.run();
    outcome.of(program, run, 0, 0);
  }
}
