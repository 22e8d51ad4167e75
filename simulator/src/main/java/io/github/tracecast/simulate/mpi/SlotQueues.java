package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.network.Slots;
import java.util.Arrays;

/**
 * Queues of messages or of receives, one for each channel or mailbox, linked by {@link Slots#next}.
 * A slot enters at most one queue, and only once. One thread.
 */
final class SlotQueues {
  private final Slots slots;

  /** The first and the last slot of each queue, side by side in one cache line. */
  private int[] ends;

  SlotQueues(Slots slots, int queues) {
    this.slots = slots;
    ends = new int[2 * queues];
    Arrays.fill(ends, Slots.NONE);
  }

  /** Extends the table of queues to a queue with this number. */
  void reach(int queue) {
    if (2 * queue >= ends.length) {
      int before = ends.length;
      ends = Arrays.copyOf(ends, Math.max(64, 4 * queue));
      Arrays.fill(ends, before, ends.length, Slots.NONE);
    }
  }

  /** The first slot of a queue, or {@link Slots#NONE}. {@link Slots#next} leads to the other slots. */
  int first(int queue) {
    return ends[2 * queue];
  }

  void add(int queue, int slot) {
    if (ends[2 * queue] == Slots.NONE) {
      ends[2 * queue] = slot;
    } else {
      slots.setNext(ends[2 * queue + 1], slot);
    }
    ends[2 * queue + 1] = slot;
  }

  /** Removes a slot from a queue. Returns false if the slot is not in the queue. */
  boolean remove(int queue, int slot) {
    if (first(queue) == slot) {
      ends[2 * queue] = slots.next(slot);
      return true;
    }
    int before = first(queue);
    while (before != Slots.NONE && slots.next(before) != slot) {
      before = slots.next(before);
    }
    if (before == Slots.NONE) {
      return false;
    }
    slots.setNext(before, slots.next(slot));
    if (ends[2 * queue + 1] == slot) {
      ends[2 * queue + 1] = before;
    }
    return true;
  }
}
