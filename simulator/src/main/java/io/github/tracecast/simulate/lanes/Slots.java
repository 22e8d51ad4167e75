package io.github.tracecast.simulate.lanes;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Messages and receives, from when the first of the two is there until nobody needs them any more; one
 * column a field, row number = slot. A persistent request is a slot too. Rows are used again. One thread.
 */
final class Slots {
  static final int NONE = -1;

  /** Nobody waits, and nobody will: free as soon as it is over. */
  static final int ORPHAN = -2;

  /** A receive is posted; the time is that of the post. */
  static final byte POSTED = 0;

  /** A sender is ready for the rendezvous; the time is its own. */
  static final byte READY = 1;

  /** The arrival is known; it is the time. */
  static final byte ARRIVED = 2;

  /** A persistent request. */
  static final byte PERSISTENT = 3;

  /** A non-blocking collective is under way; the time is not known yet. */
  static final byte RUNNING = 4;

  /** A message starts at the time, and when it will be there is known then; with {@link ContendedNetwork} only. */
  static final byte FLYING = 5;

  /** In {@link #active}: the persistent request is not started; it is over without a message. */
  static final int INACTIVE = -1;

  static final int OVER = -2;

  /** Lane {@code k} of slot {@code s} is at {@code s * lanes + k}; ps. */
  final LaneTimes picos;

  byte[] state = new byte[64];

  /** Row of the message's costs. */
  int[] cost = new int[64];

  /** Next in its channel's queue, or in the list of free slots. */
  int[] next = new int[64];

  /** The rank that waits to receive it, NONE or ORPHAN. */
  int[] receiver = new int[64];

  /** The rank that waits to have sent it, NONE or ORPHAN. */
  int[] sender = new int[64];

  /** How many of sender and receiver still need it. */
  byte[] users = new byte[64];

  /** Of messages in a mailbox: the order in which they were sent; of those of collectives that overlap: the collective's number. */
  long[] number = new long[64];

  /** Of messages in a mailbox: the channel; of receives that ask one, the pattern; of collectives' that overlap: where they meet. */
  int[] channel = new int[64];

  /** Of persistent requests: the channel as above, protocol, the request under way, and where the two rings have it, or NONE. */
  byte[] protocol = new byte[64];

  int[] active = new int[64];
  int[] position = new int[64];
  int[] persistentPosition = new int[64];

  private int used;
  private int free = NONE;

  Slots(int lanes) {
    picos = new LaneTimes(64, lanes);
  }

  int create(byte newState, int newUsers) {
    int slot = free;
    if (slot == NONE) {
      if (used == state.length) {
        grow(2 * used);
      }
      slot = used++;
    } else {
      free = next[slot];
    }
    state[slot] = newState;
    users[slot] = (byte) newUsers;
    next[slot] = NONE;
    receiver[slot] = NONE;
    sender[slot] = NONE;
    return slot;
  }

  /** One of its users is done with it. */
  void release(int slot) {
    if (--users[slot] == 0) {
      next[slot] = free;
      free = slot;
    }
  }

  /** Goes through the slots that somebody still needs. */
  void forEachUsed(IntConsumer action) {
    for (int slot = 0; slot < used; slot++) {
      if (users[slot] > 0) {
        action.accept(slot);
      }
    }
  }

  private void grow(int size) {
    picos.reach(size);
    state = Arrays.copyOf(state, size);
    cost = Arrays.copyOf(cost, size);
    next = Arrays.copyOf(next, size);
    receiver = Arrays.copyOf(receiver, size);
    sender = Arrays.copyOf(sender, size);
    users = Arrays.copyOf(users, size);
    number = Arrays.copyOf(number, size);
    channel = Arrays.copyOf(channel, size);
    protocol = Arrays.copyOf(protocol, size);
    active = Arrays.copyOf(active, size);
    position = Arrays.copyOf(position, size);
    persistentPosition = Arrays.copyOf(persistentPosition, size);
  }
}
