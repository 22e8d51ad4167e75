package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankPartition;
import io.github.tracecast.trace.Values;

/**
 * Groups of ranks whose instructions differ in nothing but channels and costs. They make the same
 * calls, have the same iterations and computation, and take their arguments from the same sequences
 * of the trace. One thread.
 */
final class LikeRanks {
  /** Ranks of which one is lowered for all. */
  static final class Group {
    private int size;
    private int start;
    private Recipe recipe;

    /** Number of its ranks. */
    int size() {
      return size;
    }

    boolean lowered() {
      return recipe != null;
    }

    /**
     * Notes what all its ranks share.
     *
     * @param begins where the instructions begin
     * @param addresses the entries of the rank that was lowered
     */
    void lowered(int begins, Recipe addresses) {
      start = begins;
      recipe = addresses;
    }

    int start() {
      return start;
    }

    Recipe recipe() {
      return recipe;
    }
  }

  private final int[] groupOf;
  private final Group[] groups;

  private LikeRanks(int[] groupOf, Group[] groups) {
    this.groupOf = groupOf;
    this.groups = groups;
  }

  /**
   * Sorts the ranks.
   *
   * @param shares false if no ranks share anything
   */
  static LikeRanks of(Programs programs, EventTable table, boolean shares) {
    if (!shares || programs.ranks() == 1) {
      return new LikeRanks(new int[programs.ranks()], new Group[1]);
    }
    RankPartition partition = new RankPartition(programs.ranks());
    for (Event event : programs.trace().events()) {
      split(partition, event);
    }
    for (Loop loop : programs.trace().loops()) {
      partition.split(loop.ranks());
      split(partition, loop.iterations());
    }
    boolean[] suits = new boolean[programs.classCount()];
    for (int id = 0; id < suits.length; id++) {
      suits[id] = suits(programs.program(id), table);
    }
    int[] groupOf = partition.classOf();
    Group[] groups = new Group[partition.count()];
    for (int rank = 0; rank < groupOf.length; rank++) {
      if (suits[programs.classOf(rank)]) {
        if (groups[groupOf[rank]] == null) {
          groups[groupOf[rank]] = new Group();
        }
        groups[groupOf[rank]].size++;
      }
    }
    return new LikeRanks(groupOf, groups);
  }

  /** The group of a rank; null if its instructions may differ from those of all others. */
  Group of(int rank) {
    return groups[groupOf[rank]];
  }

  private static boolean suits(TaskProgram program, EventTable table) {
    for (int row = 0; row < program.length(); row++) {
      if (program.operation(row) == TaskProgram.EMIT && !suits(table.call(program.argument(row)))) {
        return false;
      }
    }
    return true;
  }

  /** Whether only channels and costs of a call depend on the rank, or nothing does. */
  private static boolean suits(MpiCall call) {
    return !call.makesPersistentRequest()
        && !CallLowering.meets(call)
        && !CallLowering.isStarted(call);
  }

  private static void split(RankPartition partition, Event event) {
    partition.split(event.ranks());
    for (Values values : event.parameters().values()) {
      split(partition, values);
    }
    for (Delta delta : event.deltas()) {
      partition.split(delta.ranks());
    }
  }

  private static void split(RankPartition partition, Values values) {
    for (Piece piece : values.pieces()) {
      partition.split(piece.ranks());
    }
  }
}
