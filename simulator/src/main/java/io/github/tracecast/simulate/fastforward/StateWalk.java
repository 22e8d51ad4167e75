package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.Meetings;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.mpi.RequestRing;
import io.github.tracecast.simulate.mpi.Strands;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateVisitor;
import java.util.function.IntPredicate;

/**
 * Walks through everything on which the rest of an evaluation depends. The order is the same for
 * equal states, because slots have names by their use and not by their row. One thread.
 */
final class StateWalk {
  private final LaneProgram program;
  private final Interpreter run;
  private final SlotNames names = new SlotNames();
  private final MessageWalk messages;
  private final RankStates ranks;
  private final Slots slots;
  private final int lanes;

  StateWalk(LaneProgram program, Interpreter run) {
    this.program = program;
    this.run = run;
    this.messages = new MessageWalk(program, run, names);
    this.ranks = run.ranks;
    this.slots = run.slots;
    this.lanes = program.lanes();
  }

  /**
   * Walks through the state.
   *
   * @param idleRank ranks that may have stood still
   * @param idleChannel channels on which no rank may have sent
   */
  void walk(StateVisitor visitor, IntPredicate idleRank, IntPredicate idleChannel) {
    for (int rank = 0; rank < ranks.count && visitor.goesOn(); rank++) {
      place(rank, visitor, idleRank.test(rank));
    }
    if (visitor.goesOn()) {
      messages.walk(visitor, idleRank, idleChannel);
    }
    for (int rank = 0; rank < ranks.count && visitor.goesOn(); rank++) {
      strands(rank, visitor, idleRank.test(rank));
      requests(rank, visitor, idleRank.test(rank));
    }
    if (visitor.goesOn()) {
      collectives(visitor, idleRank);
    }
  }

  /** Visits a rank's position and clock. The owner of the visitor compares the iterations left. */
  void place(int rank, StateVisitor visitor, boolean idle) {
    visitor.number(ranks.at[rank]);
    if (program.code()[ranks.at[rank]] == Op.HALT) {
      return;
    }
    int depth = ranks.depth[rank];
    visitor.number(depth);
    visitor.number(ranks.blocked[rank] ? ranks.pending[rank] : -1);
    visitor.number(ranks.previous[rank]);
    visitor.times(ranks.callStart, rank, idle);
    visitor.times(ranks.clock, rank, idle);
    for (int lane : run.live.live()) {
      visitor.number(ranks.overhead.get(rank, lane) - ranks.overheadStart.get(rank, lane));
    }
    port(rank, visitor);
    if (run.networks.meetings.length > 0) {
      run.networks.visit(ranks.meeting[rank], ranks.collective[rank], visitor);
    }
  }

  private void port(int row, StateVisitor visitor) {
    if (ranks.interfaces != null) {
      visitor.busy(ranks.interfaces.from(), ranks.interfaces.until(), row * lanes);
    }
    if (ranks.nextSend != null) {
      visitor.gap(ranks.nextSend, row);
      visitor.gap(ranks.nextReceive, row);
    }
  }

  private void requests(int rank, StateVisitor visitor, boolean idle) {
    ring(ranks.rings[rank], visitor, idle);
    ring(ranks.persistent[rank], visitor, idle);
    expected(rank, visitor, idle);
  }

  private void expected(int row, StateVisitor visitor, boolean idle) {
    visitor.number(ranks.expectedCount[row]);
    for (int i = 0; i < ranks.expectedCount[row]; i++) {
      request(ranks.expected[row][i], visitor, idle);
    }
  }

  /** Visits the non-blocking collectives that a rank has in progress. */
  private void strands(int rank, StateVisitor visitor, boolean idle) {
    int place = 0;
    for (int row = run.strands.firstOf(rank); row != Strands.NONE; row = run.strands.after(row)) {
      names.name(run.strands.request(row), SlotNames.STRANDS, place++);
      visitor.number(ranks.at[row]);
      visitor.number(ranks.blocked[row] ? ranks.pending[row] : -1);
      run.networks.visit(ranks.meeting[row], ranks.collective[row], visitor);
      visitor.times(ranks.clock, row, idle);
      port(row, visitor);
      expected(row, visitor, idle);
    }
    visitor.number(-1);
  }

  private void ring(RequestRing ring, StateVisitor visitor, boolean idle) {
    int reach = ring.reach();
    for (int offset = 1; offset <= reach; offset++) {
      int request = ring.get(offset);
      if (request != Slots.NONE) {
        visitor.number(offset);
        request(request, visitor, idle);
      }
    }
    visitor.number(-1);
  }

  private void request(int request, StateVisitor visitor, boolean idle) {
    int slot = request >> 2;
    visitor.number(request & 3);
    visitor.number(slots.state[slot]);
    switch (slots.state[slot]) {
      case Slots.PERSISTENT -> {
        visitor.number(slots.channel[slot]);
        visitor.number(slots.cost[slot]);
        visitor.number(slots.protocol[slot]);
        visitor.number(Math.min(0, slots.active[slot]));
        if (slots.active[slot] >= 0) {
          request(slots.active[slot], visitor, idle);
        }
      }
      case Slots.ARRIVED -> {
        visitor.number(slots.cost[slot]);
        visitor.times(slots.picos, slot, idle);
      }
      default -> names.visit(slot, visitor);
    }
  }

  private void gathering(
      Meetings.Gathering gathering, StateVisitor visitor, IntPredicate idleRank) {
    if (gathering == null) {
      visitor.number(-1);
      return;
    }
    visitor.number(gathering.waiting.size());
    boolean idle = true;
    for (int i = 0; i < gathering.waiting.size(); i++) {
      int rank = run.strands.owner(gathering.waiting.getInt(i));
      visitor.number(rank);
      idle &= idleRank.test(rank);
    }
    visitor.times(gathering.latest, 0, idle);
    for (int k = 0; k < lanes; k++) {
      visitor.number(gathering.busy.get(0, k));
    }
  }

  private void collectives(StateVisitor visitor, IntPredicate idleRank) {
    for (Meetings meetings : run.networks.meetings) {
      meetings.visit(visitor);
      for (int open = 0; open < meetings.open(); open++) {
        gathering(meetings.gatheringOf(open), visitor, idleRank);
      }
    }
    int member = 0;
    for (int meeting : program.collectives().meetingOfMember()) {
      visitor.number(run.networks.meetings[meeting].ahead(run.networks.numbers[member++]));
    }
    visitor.times(run.networks.free, 0, true);
  }
}
