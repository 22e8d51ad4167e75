package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.Meetings;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.mpi.RequestCalls;
import io.github.tracecast.simulate.mpi.RequestRing;
import io.github.tracecast.simulate.mpi.Strands;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.network.TimedNetwork;
import io.github.tracecast.simulate.state.StateWriter;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Describes everything on which the rest of a run in the order of time depends, except the engine's
 * events. One use.
 */
final class TimedImage {
  private final Interpreter run;
  private final StateWriter state;
  private final LaneProgram program;
  private final RankStates ranks;
  private final Slots slots;
  private final TimedNetwork timed;

  TimedImage(Interpreter run, StateWriter state) {
    this.run = run;
    this.state = state;
    this.program = run.program;
    this.ranks = run.ranks;
    this.slots = run.slots;
    this.timed = run.timed;
  }

  void write() {
    for (int rank = 0; rank < ranks.count; rank++) {
      rank(rank);
    }
    messages();
    queues();
    mailboxes();
    collectives();
  }

  private void rank(int rank) {
    state.rank();
    state.put(ranks.at[rank]);
    if (program.code()[ranks.at[rank]] == Op.HALT) {
      look(rank);
      return;
    }
    state.put(ranks.previous[rank]);
    state.put(ranks.depth[rank]);
    for (int depth = 1; depth <= ranks.depth[rank]; depth++) {
      state.put(ranks.loop[rank * ranks.frames + depth]);
      state.left(ranks.left[rank * ranks.frames + depth]);
    }
    state.time(ranks.callStart.first(rank));
    wait(rank);
    state.put(ranks.overhead.first(rank) - ranks.overheadStart.first(rank));
    state.put(ranks.undelivered[rank]);
    ring(ranks.rings[rank], rank);
    ring(ranks.persistent[rank], rank);
    look(rank);
    if (run.processors != null) {
      state.time(Math.max(timed.now(), run.processors.heldUntil(rank)));
      state.time(Math.max(timed.now(), run.processors.nextMessage(rank)));
    }
    for (int row = run.strands.firstOf(rank); row != Strands.NONE; row = run.strands.after(row)) {
      state.put(ranks.at[row]);
      collective(row);
      wait(row);
      state.first(run.strands.request(row));
    }
    state.put(StateWriter.NONE);
  }

  private void look(int rank) {
    if (run.looks != null) {
      run.looks[rank].describe(state, rank);
    }
  }

  /** Describes the clock of a rank or a strand, and what it waits for. */
  private void wait(int row) {
    state.time(ranks.clock.first(row));
    if (ranks.nextSend != null) {
      state.time(ranks.nextSend.first(row));
      state.time(ranks.nextReceive.first(row));
    }
    if (run.processors != null) {
      state.put(run.processors.asked(row) ? 1 : 0);
    }
    if (ranks.interfaces != null) {
      state.time(ranks.interfaces.from()[row]);
      state.time(ranks.interfaces.until()[row]);
    }
    state.put(ranks.blocked[row] ? ranks.pending[row] : StateWriter.NONE);
    state.put(ranks.expectedCount[row]);
    for (int i = 0; i < ranks.expectedCount[row]; i++) {
      request(ranks.expected[row][i], row);
    }
  }

  private void collective(int row) {
    state.put(ranks.meeting[row]);
    state.put(run.networks.meetings[ranks.meeting[row]].ahead(ranks.collective[row]));
  }

  private void ring(RequestRing ring, int rank) {
    int reach = ring.reach();
    state.put(reach);
    for (int offset = 1; offset <= reach; offset++) {
      int request = ring.get(offset);
      if (request != Slots.NONE) {
        state.put(offset);
        request(request, rank);
      }
    }
    state.put(StateWriter.NONE);
  }

  private void request(int request, int row) {
    int slot = request >> 2;
    state.put(request & 3);
    if ((request & 3) == RequestCalls.PERSISTENT) {
      if (state.first(slot)) {
        state.put(slots.channel[slot]);
        state.put(slots.cost[slot]);
        state.put(slots.protocol[slot]);
        state.put(Math.min(0, slots.active[slot]));
        if (slots.active[slot] >= 0) {
          request(slots.active[slot], row);
        }
      }
      return;
    }
    slot(slot, run.strands.owner(row));
    if ((request & 3) == RequestCalls.RECEIVER && slots.state[slot] != Slots.POSTED) {
      state.done(
          run.strands.owner(row), Math.max(slots.picos.first(slot), timed.postedPicos(slot)));
    }
  }

  /** Describes a slot, with all its data at its first mention. */
  private void slot(int slot, int rank) {
    if (!state.first(slot)) {
      return;
    }
    state.put(slots.state[slot]);
    state.put(slots.cost[slot]);
    switch (slots.state[slot]) {
      case Slots.ARRIVED -> state.done(rank, slots.picos.first(slot));
      case Slots.READY -> {
        state.time(slots.picos.first(slot));
        state.time(slots.picos.first(slot) + program.costs().handshake.first(slots.cost[slot]));
      }
      case Slots.FLYING -> {
        state.put(timed.start(slot) == TimedNetwork.NONE ? 0 : 1);
        state.time(slots.picos.first(slot));
      }
      case Slots.POSTED -> state.time(slots.picos.first(slot));
      default -> state.put(0);
    }
  }

  /** Describes messages in flight, by channel and in the order of sending. */
  private void messages() {
    IntArrayList all = new IntArrayList();
    slots.forEachUsed(slot -> {
      if (slots.state[slot] == Slots.FLYING || slots.state[slot] == Slots.READY) {
        all.add(slot);
      }
    });
    IntArrays.quickSort(
        all.elements(),
        0,
        all.size(),
        (a, b) -> timed.channel(a) == timed.channel(b)
            ? Long.compare(timed.number(a), timed.number(b))
            : Integer.compare(timed.channel(a), timed.channel(b)));
    state.put(all.size());
    for (int i = 0; i < all.size(); i++) {
      int slot = all.getInt(i);
      state.put(timed.channel(slot));
      slot(slot, program.channels().destination(timed.channel(slot)));
      state.put(slots.users[slot]);
      met(timed.receiveOf(slot), slot);
      met(timed.watcherOf(slot), slot);
    }
  }

  private void met(int other, int message) {
    if (other == TimedNetwork.NONE) {
      state.put(StateWriter.NONE);
    } else {
      slot(other, program.channels().destination(timed.channel(message)));
    }
  }

  private void queues() {
    int[] head = run.transport.head;
    for (int channel = 0; channel < head.length; channel++) {
      if (head[channel] == Slots.NONE) {
        continue;
      }
      state.put(channel);
      for (int slot = head[channel]; slot != Slots.NONE; slot = slots.next[slot]) {
        slot(slot, program.channels().destination(channel));
        if (program.overlap() && (program.channels().context(channel) & 1) == 1) {
          state.put(run.networks.meetings[slots.channel[slot]].ahead(slots.number[slot]));
        }
      }
      state.put(StateWriter.NONE);
    }
  }

  private void mailboxes() {
    for (int mailbox = 0; mailbox < program.mail().count(); mailbox++) {
      int rank = program.mail().rank(mailbox);
      for (int slot = run.mailboxes.asked[mailbox]; slot != Slots.NONE; slot = slots.next[slot]) {
        slot(slot, rank);
        state.put(slots.channel[slot]);
      }
      state.put(StateWriter.NONE);
      for (int slot = run.mailboxes.given[mailbox]; slot != Slots.NONE; slot = slots.next[slot]) {
        slot(slot, rank);
        state.put(slots.channel[slot]);
      }
      state.put(run.mailboxes.probed[mailbox]);
    }
  }

  private void collectives() {
    for (Meetings meetings : run.networks.meetings) {
      meetings.describe(state);
      for (int open = 0; open < meetings.open(); open++) {
        gathering(meetings.gatheringOf(open));
      }
    }
    int member = 0;
    for (int meeting : program.collectives().meetingOfMember()) {
      state.put(run.networks.meetings[meeting].ahead(run.networks.numbers[member++]));
    }
    run.networks.forEachGathered(this::gathering);
  }

  private void gathering(Meetings.Gathering gathering) {
    if (gathering == null) {
      state.put(StateWriter.NONE);
      return;
    }
    for (int i = 0; i < gathering.waiting.size(); i++) {
      state.put(run.strands.owner(gathering.waiting.getInt(i)));
    }
    state.put(gathering.bytes);
    state.put(gathering.meetings.ahead(gathering.number));
    state.time(gathering.latest.first(0));
    state.time(gathering.startPicos);
  }
}
