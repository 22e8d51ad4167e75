package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankPartition;
import io.github.tracecast.trace.Values;
import org.jspecify.annotations.Nullable;

/**
 * Groups of ranks with the same instructions, apart from channels and costs. They make the same
 * calls, have the same iterations and computation, and take their arguments from the same sequences
 * of the trace. One thread.
 */
final class LikeRanks {
  /** A group of ranks; the first one is lowered for all. */
  static final class Group {
    private int size;

    /** The start of the instructions that the ranks of the group share. */
    private int start;

    /** The entries of the rank that was lowered. */
    private @Nullable Recipe recipe;

    /** Number of its ranks. */
    int size() {
      return size;
    }

    int start() {
      return start;
    }

    @Nullable Recipe recipe() {
      return recipe;
    }

    /** Notes the instructions of its first rank. */
    void lowered(int at, Recipe entries) {
      start = at;
      recipe = entries;
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
   * @param shares false if no ranks share instructions
   * @param timed see {@link Purpose#timed}
   */
  static LikeRanks of(Programs programs, EventTable table, boolean shares, boolean timed) {
    if (!shares || programs.ranks() == 1) {
      return new LikeRanks(new int[programs.ranks()], new Group[1]);
    }
    RankPartition partition = new RankPartition(programs.ranks());
    for (Event event : programs.trace().events()) {
      split(partition, event);
      if (timed) {
        event.deltas().forEach(delta -> partition.split(delta.ranks()));
      }
    }
    for (Loop loop : programs.trace().loops()) {
      partition.split(loop.ranks());
      split(partition, loop.iterations());
    }
    boolean[] suits = new boolean[programs.classCount()];
    for (int id = 0; id < suits.length; id++) {
      suits[id] = suits(programs.program(id), table, timed);
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

  /**
   * The group of a rank; null if its instructions may differ from all other ranks' instructions.
   */
  @Nullable Group of(int rank) {
    return groups[groupOf[rank]];
  }

  private static boolean suits(TaskProgram program, EventTable table, boolean timed) {
    for (int row = 0; row < program.length(); row++) {
      if (program.operation(row) == TaskProgram.EMIT
          && !suits(table.call(program.argument(row)), timed)) {
        return false;
      }
    }
    return true;
  }

  /** Whether at most the channels and costs of a call depend on the rank. */
  private static boolean suits(MpiCall call, boolean timed) {
    return !call.makesPersistentRequest()
        && call.role() != MpiCall.Role.PROBE
        && !call.isOfProbedMessage()
        && (!timed || !CallLowering.meets(call))
        && !CallLowering.isStarted(call);
  }

  private static void split(RankPartition partition, Event event) {
    partition.split(event.ranks());
    for (Values values : event.parameters().values()) {
      split(partition, values);
    }
  }

  private static void split(RankPartition partition, Values values) {
    for (Piece piece : values.pieces()) {
      partition.split(piece.ranks());
    }
  }
}
