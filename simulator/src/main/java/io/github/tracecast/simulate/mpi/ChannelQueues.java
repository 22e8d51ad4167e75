package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.CollectiveStep;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;

/**
 * What has not met, by channel: messages without a posted receive, or receives without a sent message.
 * If collectives overlap, their messages meet only receives of the same collective, by its number.
 * One thread.
 */
final class ChannelQueues {
  private final SlotQueues queues;

  private final RunChannels channels;
  private final RankStates ranks;
  private final Slots slots;

  /** Whether collectives overlap. */
  private final boolean numbered;

  ChannelQueues(LaneProgram program, RankStates ranks, Slots slots, RunChannels channels) {
    this.channels = channels;
    this.ranks = ranks;
    this.slots = slots;
    this.numbered = program.overlap();
    this.queues = new SlotQueues(slots, channels.lasting());
  }

  /** The channel of a step, with room for its queue. */
  int channelOf(int source, int destination, CollectiveStep step) {
    int channel = channels.between(source, destination, step.stream());
    queues.reach(channel);
    return channel;
  }

  void add(int channel, int slot) {
    queues.add(channel, slot);
    channels.keep(channel);
  }

  /** Gives a slot the number of a row's collective, by which it will be matched. */
  void setCollective(int row, int channel, int slot) {
    if (overlaps(channel)) {
      slots.setNumber(slot, ranks.collective(row));
      slots.setChannel(slot, ranks.meeting(row));
    }
  }

  private boolean overlaps(int channel) {
    return numbered && channels.ofCollective(channel);
  }

  /** The number of a row's collective; 0 if collectives do not overlap. */
  long collectiveOf(int row) {
    return numbered ? ranks.collective(row) : 0;
  }

  /** Removes the first receive, or the first message, of a collective; of any if collectives do not overlap. */
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
    channels.letGo(channel);
    return slot;
  }

  /** Withdraws a receive if no message has met it. Returns false otherwise. */
  boolean withdraw(int receive) {
    for (int channel = 0; channel < channels.lasting(); channel++) {
      if (queues.remove(channel, receive)) {
        return true;
      }
    }
    return false;
  }

  /** Describes all, queue by queue. */
  void describe(CollectiveNetworks networks, StateSink sink) {
    for (int channel = 0; channel < channels.lasting() && sink.goesOn(); channel++) {
      describe(channel, networks, sink);
    }
    for (int channel : channels.passing()) {
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
      // the start of a message never stands still, because it decides when other ranks continue
      boolean idle = slots.state(slot) != Slots.FLYING && sink.isQuiet(channel);
      slots.describe(slot, idle, sink);
      if (overlaps(channel)) {
        networks.describe(slots.channel(slot), slots.number(slot), sink);
      }
    }
    sink.number(Slots.NONE);
  }
}
