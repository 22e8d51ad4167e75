package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.RequestRing;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Goes through all that the further course of an evaluation depends on, in an order that is the same for
 * equal states: slots are named by where they are used, never by their row. One thread.
 */
final class StateWalk {
  /** Sees the state go by. */
  interface Visitor {
    void number(long value);

    /**
     * One time for each lane.
     *
     * @param picos lane {@code k} is at {@code at + k}
     * @param idle whether what it belongs to may have stood still while others went on
     */
    void times(long[] picos, int at, boolean idle);

    /** False when it has seen enough. */
    boolean goesOn();
  }

  private final LaneProgram program;
  private final Evaluation run;
  private final Ranks ranks;
  private final Slots slots;
  private final int lanes;

  /** By slot in a queue: which channel, which place; made anew by each walk. */
  private int[] channelOf = new int[0];

  private int[] placeOf = new int[0];

  StateWalk(LaneProgram program, Evaluation run) {
    this.program = program;
    this.run = run;
    this.ranks = run.ranks;
    this.slots = run.slots;
    this.lanes = program.lanes();
  }

  /**
   * Walks.
   *
   * @param idleRank ranks that may have stood still
   * @param idleChannel channels that nobody may have sent on
   */
  void walk(Visitor visitor, IntPredicate idleRank, IntPredicate idleChannel) {
    for (int rank = 0; rank < ranks.count && visitor.goesOn(); rank++) {
      place(rank, visitor, idleRank.test(rank));
    }
    if (visitor.goesOn()) {
      queues(visitor, idleChannel);
    }
    for (int rank = 0; rank < ranks.count && visitor.goesOn(); rank++) {
      requests(rank, visitor, idleRank.test(rank));
    }
    if (visitor.goesOn()) {
      collectives(visitor, idleRank);
    }
  }

  /** Where a rank stands, and its clock. Iterations left are for the visitor's owner to compare. */
  void place(int rank, Visitor visitor, boolean idle) {
    visitor.number(ranks.at[rank]);
    if (program.code()[ranks.at[rank]] == Op.HALT) {
      return;
    }
    int depth = ranks.depth[rank];
    visitor.number(depth);
    visitor.number(ranks.blocked[rank] ? ranks.pending[rank] : -1);
    visitor.number(ranks.previous[rank]);
    for (int frame = rank * ranks.frames; frame <= rank * ranks.frames + depth; frame++) {
      visitor.number(ranks.ordinal[frame] % program.period());
    }
    int base = rank * lanes;
    visitor.times(ranks.clock, base, idle);
    if (run.interfaces != null) {
      visitor.times(run.interfaces.from(), base, idle);
      visitor.times(run.interfaces.until(), base, idle);
    }
    long[] nextSend = run.transport.nextSend;
    for (int k = base; k < base + lanes; k++) {
      visitor.number(ranks.clock[k] - ranks.callStart[k]);
      visitor.number(run.accounts.overhead[k] - ranks.overheadStart[k]);
      if (nextSend != null) {
        visitor.number(Math.max(0, nextSend[k] - ranks.clock[k]));
        visitor.number(Math.max(0, run.arrivals.nextReceive[k] - ranks.clock[k]));
      }
    }
  }

  private void queues(Visitor visitor, IntPredicate idleChannel) {
    channelOf = Arrays.copyOf(channelOf, slots.state.length);
    placeOf = Arrays.copyOf(placeOf, slots.state.length);
    int[] head = run.transport.head;
    for (int channel = 0; channel < head.length && visitor.goesOn(); channel++) {
      int place = 0;
      for (int slot = head[channel]; slot != Slots.NONE; slot = slots.next[slot]) {
        channelOf[slot] = channel;
        placeOf[slot] = place++;
        visitor.number(channel);
        visitor.number(slots.state[slot]);
        visitor.number(slots.state[slot] == Slots.POSTED ? 0 : slots.cost[slot]);
        visitor.times(slots.picos, slot * lanes, idleChannel.test(channel));
      }
    }
    visitor.number(-1);
  }

  private void requests(int rank, Visitor visitor, boolean idle) {
    ring(ranks.rings[rank], visitor, idle);
    ring(ranks.persistent[rank], visitor, idle);
    visitor.number(ranks.expectedCount[rank]);
    for (int i = 0; i < ranks.expectedCount[rank]; i++) {
      request(ranks.expected[rank][i], visitor, idle);
    }
  }

  private void ring(RequestRing ring, Visitor visitor, boolean idle) {
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

  private void request(int request, Visitor visitor, boolean idle) {
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
        visitor.times(slots.picos, slot * lanes, idle);
      }
      default -> {
        visitor.number(channelOf[slot]);
        visitor.number(placeOf[slot]);
      }
    }
  }

  private void collectives(Visitor visitor, IntPredicate idleRank) {
    for (Meetings meetings : run.networks.meetings) {
      meetings.visit(visitor);
      if (!meetings.waiting.isEmpty()) {
        boolean idle = true;
        for (int i = 0; i < meetings.waiting.size(); i++) {
          idle &= idleRank.test(meetings.waiting.getInt(i));
        }
        visitor.times(meetings.latest, 0, idle);
        for (long busy : meetings.busy) {
          visitor.number(busy);
        }
      }
    }
    int member = 0;
    for (int meeting : program.meetingOfMember()) {
      visitor.number(run.networks.meetings[meeting].ahead(run.networks.numbers[member++]));
    }
    visitor.times(run.networks.free, 0, true);
  }
}
