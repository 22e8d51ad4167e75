package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.CollectiveStep;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;

/**
 * The unmatched messages, or the unmatched posted receives, of each channel. If collectives
 * overlap, a message of a collective matches only receives with the same number of the collective.
 * One thread.
 */
final class ChannelQueues {
  private final SlotQueues queues;

  private final RunChannels channels;
  private final RankStates ranks;
  private final Slots slots;

  /** Whether collectives may overlap, so that their messages match by the collective's number. */
  private final boolean numbered;

  ChannelQueues(LaneProgram program, RankStates ranks, Slots slots, RunChannels channels) {
    this.channels = channels;
    this.ranks = ranks;
    this.slots = slots;
    this.numbered = program.overlap();
    this.queues = new SlotQueues(slots, channels.lasting());
  }

  /** Returns the channel of a {@link CollectiveStep}, and reserves memory for its queue. */
  int channelOf(int source, int destination, CollectiveStep step) {
    int channel = channels.between(source, destination, step.stream());
    queues.reach(channel);
    return channel;
  }

  void add(int channel, int slot) {
    queues.add(channel, slot);
    channels.keep(channel);
  }

  /** Stores in a slot the number of the collective of a rank or strand, for matching. */
  void setCollective(int row, int channel, int slot) {
    if (overlaps(channel)) {
      slots.setNumber(slot, ranks.collective(row));
      slots.setChannel(slot, ranks.meeting(row));
    }
  }

  private boolean overlaps(int channel) {
    return numbered && channels.ofCollective(channel);
  }

  /** The number of the collective of a rank or strand; 0 if collectives do not overlap. */
  long collectiveOf(int row) {
    return numbered ? ranks.collective(row) : 0;
  }

  /**
   * Removes and returns the channel's first receive, or first message, of a collective. If
   * collectives do not overlap, all entries belong to collective 0.
   */
  int match(long collective, int channel, boolean receive) {
    int slot = queues.first(channel);
    if (overlaps(channel)) {
      while (slot != Slots.NONE && slots.number(slot) != collective) {
        slot = slots.next(slot);
      }
    }
    if (slot == Slots.NONE || (slots.state(slot) == Slots.POSTED) != receive) {
      return Slots.NONE;
    }
    queues.remove(channel, slot);
    channels.release(channel);
    return slot;
  }

  /** Cancels a receive, unless a message has matched it; then returns false. */
  boolean withdraw(int receive) {
    for (int channel = 0; channel < channels.lasting(); channel++) {
      if (queues.remove(channel, receive)) {
        return true;
      }
    }
    return false;
  }

  void describe(CollectiveNetworks networks, StateSink sink) {
    for (int channel = 0; channel < channels.lasting() && sink.needsMore(); channel++) {
      describe(channel, networks, sink);
    }
    for (int channel : channels.temporary()) {
      describe(channel, networks, sink);
    }
    sink.number(Slots.NONE);
  }

  private void describe(int channel, CollectiveNetworks networks, StateSink sink) {
    if (queues.first(channel) == Slots.NONE) {
      return;
    }
    sink.number(channels.name(channel));
    for (int slot = queues.first(channel); slot != Slots.NONE; slot = slots.next(slot)) {
      if (slots.state(slot) == Slots.POSTED) {
        sink.receive(slot, channel);
      } else {
        sink.message(slot, channel);
      }
      // a message in flight is not idle: its start time determines when other ranks continue
      boolean idle = slots.state(slot) != Slots.FLYING && sink.isQuiet(channel);
      slots.describe(slot, idle, sink);
      if (overlaps(channel)) {
        networks.describe(slots.channel(slot), slots.number(slot), sink);
      }
    }
    sink.number(Slots.NONE);
  }
}
