package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lowering.ChannelNumbers;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateVisitor;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.IntPredicate;

/**
 * Walks through messages and receives that have not met, in queues and mailboxes. With contention,
 * it also visits messages that have not started and links that are taken. Its visit names each slot
 * by its place. One thread.
 */
final class MessageWalk {
  private final LaneProgram program;
  private final Interpreter run;
  private final SlotNames names;
  private final ChannelNumbers channels;
  private final Slots slots;

  /** With contention: messages of this walk that have not started. */
  private final IntArrayList unstarted = new IntArrayList();

  /**
   * @param names receives the names of slots during each walk
   */
  MessageWalk(LaneProgram program, Interpreter run, SlotNames names) {
    this.program = program;
    this.run = run;
    this.names = names;
    this.channels = program.channels();
    this.slots = run.slots;
  }

  /** Walks. The parameters are those of {@link StateWalk#walk}. */
  void walk(StateVisitor visitor, IntPredicate idleRank, IntPredicate idleChannel) {
    queues(visitor, idleChannel);
    if (visitor.goesOn() && run.network != null) {
      network(visitor);
    }
    if (visitor.goesOn() && run.departures != null) {
      mailboxes(visitor, idleRank, idleChannel);
    }
  }

  private void queues(StateVisitor visitor, IntPredicate idleChannel) {
    names.makeRoom(slots.state.length);
    if (run.network != null) {
      unstarted.clear();
      for (int slot : run.network.starting()) {
        names.name(slot, SlotNames.STARTING, 0);
      }
    }
    int[] head = run.transport.head;
    for (int channel = 0; channel < head.length && visitor.goesOn(); channel++) {
      int place = 0;
      for (int slot = head[channel]; slot != Slots.NONE; slot = slots.next[slot]) {
        names.name(slot, channel, place++);
        visitor.number(channel);
        visitor.number(slots.state[slot]);
        visitor.number(slots.state[slot] == Slots.POSTED ? 0 : slots.cost[slot]);
        if (program.overlap() && channels.ofCollective(channel)) {
          run.networks.visit(slots.channel[slot], slots.number[slot], visitor);
        }
        visitor.times(slots.picos, slot, mayStandStill(slot, channel, idleChannel));
        if (run.network != null && isUnstarted(slot)) {
          unstarted.add(slot);
        }
      }
    }
    visitor.number(-1);
  }

  /**
   * Whether a slot's time may stand still. The start of a message may not, because it decides when
   * other ranks continue.
   */
  private boolean mayStandStill(int slot, int channel, IntPredicate idleChannel) {
    return slots.state[slot] != Slots.FLYING && idleChannel.test(channel);
  }

  private boolean isUnstarted(int slot) {
    return slots.state[slot] == Slots.READY || slots.state[slot] == Slots.FLYING;
  }

  /**
   * Visits the order of messages that start at the same time, their starts, and how long links are
   * taken.
   */
  private void network(StateVisitor visitor) {
    for (int slot : run.network.starting()) {
      if (names.isIn(SlotNames.STARTING, slot)) {
        unstarted.add(slot);
      }
    }
    run.network.sort(unstarted);
    for (int i = 0; i < unstarted.size(); i++) {
      int slot = unstarted.getInt(i);
      visitor.number(run.network.channel(slot));
      if (names.isIn(SlotNames.STARTING, slot)) {
        visitor.number(-1);
        visitor.number(slots.cost[slot]);
        visitor.times(slots.picos, slot, false);
        names.name(slot, SlotNames.STARTING, i);
      } else {
        visitor.number(names.place(slot));
      }
    }
    visitor.number(-1);
    run.network.forEachBusy((link, picos) -> {
      visitor.number(link);
      visitor.number(picos);
    });
    visitor.number(-1);
  }

  private void mailboxes(StateVisitor visitor, IntPredicate idleRank, IntPredicate idleChannel) {
    int channels = run.transport.head.length;
    int count = program.mail().count();
    for (int mailbox = 0; mailbox < count && visitor.goesOn(); mailbox++) {
      int place = 0;
      boolean idle = idleRank.test(program.mail().rank(mailbox));
      for (int slot = run.mailboxes.asked[mailbox]; slot != Slots.NONE; slot = slots.next[slot]) {
        visitor.number(slots.channel[slot]);
        visitor.times(slots.picos, slot, idle);
        names.name(slot, channels + mailbox, place++);
      }
      visitor.number(-1);
      place = 0;
      for (int slot = run.mailboxes.given[mailbox]; slot != Slots.NONE; slot = slots.next[slot]) {
        message(slot, visitor, idleChannel.test(slots.channel[slot]));
        names.name(slot, channels + count + mailbox, place++);
      }
      visitor.number(-1);
      visitor.number(run.mailboxes.probed[mailbox]);
    }
    IntArrayList waiting = run.departures.inOrder();
    for (int i = 0; i < waiting.size(); i++) {
      // its time decides when it is given, so it never stands still
      message(waiting.getInt(i), visitor, false);
      names.name(waiting.getInt(i), channels + 2 * count, i);
    }
    visitor.number(-1);
  }

  private void message(int slot, StateVisitor visitor, boolean idle) {
    visitor.number(slots.channel[slot]);
    visitor.number(slots.state[slot]);
    visitor.number(slots.cost[slot]);
    visitor.times(slots.picos, slot, idle);
  }
}
