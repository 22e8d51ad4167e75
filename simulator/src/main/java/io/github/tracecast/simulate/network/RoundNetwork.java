package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.IntConsumer;

/**
 * Carries messages to mailboxes in rounds. A message arrives in the round after it was sent, and its
 * sender stands still until then. The messages of a round arrive in the order of their senders' ranks.
 *
 * <p>All other messages arrive when they are sent, so they never come here. One thread.
 */
public final class RoundNetwork implements Network {
  private final Slots slots;

  /** By channel: the sender. */
  private final int[] source;

  /** The messages of the current round, by slot. */
  private IntArrayList sent = new IntArrayList();

  /** The messages of the round before, empty except while they arrive. */
  private IntArrayList arriving = new IntArrayList();

  public RoundNetwork(LaneProgram program, Slots slots) {
    this.slots = slots;
    this.source = program.channels().sources();
  }

  @Override
  public boolean ordersDepartures() {
    return true;
  }

  @Override
  public void sent(int slot, int channel) {
    slots.setChannel(slot, channel);
  }

  @Override
  public void starts(int slot) {
    sent.add(slot);
  }

  /** Whether no message was sent in the current round. */
  public boolean isEmpty() {
    return sent.isEmpty();
  }

  /** The sender of a message. */
  public int sender(int slot) {
    return source[slots.channel(slot)];
  }

  /** Begins the next round. All messages of the last one arrive. */
  public void next(IntConsumer arrives) {
    IntArrayList all = sent;
    sent = arriving;
    arriving = all;
    all.sort((a, b) -> Integer.compare(sender(a), sender(b)));
    all.forEach(arrives);
    all.clear();
  }

  /** Describes nothing: between rounds, no message is under way. */
  @Override
  public void describe(StateSink sink) {}
}
