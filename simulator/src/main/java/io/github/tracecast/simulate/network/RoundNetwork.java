package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.lowering.LaneProgram;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Delivers messages to mailboxes in rounds. A message arrives in the round after its send, and its
 * sender stands until this round. Messages of a round arrive in the order of their senders' ranks.
 *
 * <p>Messages that do not go to mailboxes arrive when they are sent. One thread.
 */
public final class RoundNetwork extends Free {
  /** For each channel, the sender. */
  private final int[] source;

  private final Slots slots;

  /** The slots of the messages that were sent in the current round. */
  private final IntArrayList sent = new IntArrayList();

  public RoundNetwork(LaneProgram program, Slots slots) {
    super(program, slots);
    this.slots = slots;
    this.source = program.channels().sources();
  }

  @Override
  public void order(int message) {
    sent.add(message);
  }

  @Override
  public boolean holds(int sender) {
    return true;
  }

  private int sender(int slot) {
    return source[slots.channel(slot)];
  }

  /** Begins the next round: all messages of the current round arrive. */
  @Override
  public boolean next() {
    if (sent.isEmpty()) {
      return false;
    }
    sent.sort((a, b) -> Integer.compare(sender(a), sender(b)));
    int[] arriving = sent.toIntArray();
    sent.clear();
    for (int slot : arriving) {
      int sender = sender(slot);
      to().mayMeet(slot, slots.channel(slot));
      to().resumes(sender);
    }
    to().allStand();
    return true;
  }
}
