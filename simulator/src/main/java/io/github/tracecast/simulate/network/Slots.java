package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Messages and receives, one column per field; the row number is the slot. A slot begins with the
 * first of the two. It ends when nobody needs them any more. A persistent request is a slot too.
 * Rows are used again. One thread.
 */
public final class Slots {
  public static final int NONE = -1;

  /** Nobody waits or will wait. The slot becomes free at its end. */
  public static final int ORPHAN = -2;

  /** A rank of another block waits for the end of its send. */
  public static final int REMOTE = -3;

  /** A receive is posted. The time is that of the post. */
  public static final byte POSTED = 0;

  /** A sender is ready for the rendezvous. The time is the sender's. */
  public static final byte READY = 1;

  /** The arrival is known. The time is the arrival. */
  public static final byte ARRIVED = 2;

  /** A persistent request. */
  public static final byte PERSISTENT = 3;

  /** A non-blocking collective is in progress. The time is not known yet. */
  public static final byte RUNNING = 4;

  /**
   * A message starts at the time, and its arrival becomes known after that. Only with a
   * {@link Network}.
   */
  public static final byte FLYING = 5;

  /**
   * In {@link #active}: the persistent request is not started, or it has ended without a message.
   */
  public static final int INACTIVE = -1;

  public static final int OVER = -2;

  /** Lane {@code k} of slot {@code s} is at {@code s * lanes + k}; ps. */
  public final LaneTimes picos;

  public byte[] state = new byte[64];

  /** Row of the message's costs. */
  public int[] cost = new int[64];

  /** Next in its channel's queue, or in the list of free slots. */
  public int[] next = new int[64];

  /** The rank that waits to receive the message, NONE or ORPHAN. */
  public int[] receiver = new int[64];

  /** The rank that waits for the end of its send, NONE, ORPHAN or REMOTE. */
  public int[] sender = new int[64];

  /** Number of users that still need it: the sender, the receiver, or both. */
  public byte[] users = new byte[64];

  /**
   * Of messages in a mailbox: the order of sending. Of messages of overlapping collectives: the
   * collective's number.
   */
  public long[] number = new long[64];

  /**
   * Of messages in a mailbox, and of those with a remote sender: the channel. Of receives that ask
   * one: the pattern. Of messages of overlapping collectives: the meeting.
   */
  public int[] channel = new int[64];

  /**
   * Of persistent requests: the channel as above, the protocol, the current request, and its
   * position in the two rings, or NONE. The position of a message with a remote sender is the slot
   * of that sender.
   */
  public byte[] protocol = new byte[64];

  public int[] active = new int[64];
  public int[] position = new int[64];
  public int[] persistentPosition = new int[64];

  private int used;
  private int free = NONE;

  /**
   * By slot, in the descriptions of a state: its name. Names below the first one belong to earlier
   * descriptions.
   */
  private int[] names = new int[0];

  private int firstName = 1;
  private int nextName = 1;

  public Slots(int lanes) {
    picos = new LaneTimes(64, lanes);
  }

  public int create(byte newState, int newUsers) {
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

  /** Notes that one of its users no longer needs it. */
  public void release(int slot) {
    if (--users[slot] == 0) {
      next[slot] = free;
      free = slot;
    }
  }

  /** Messages whose senders are ready and whose arrivals are not known. */
  IntArrayList inFlight() {
    IntArrayList all = new IntArrayList();
    forEachUsed(slot -> {
      if (state[slot] == READY || state[slot] == FLYING) {
        all.add(slot);
      }
    });
    return all;
  }

  /** Visits the slots that somebody still needs. */
  public void forEachUsed(IntConsumer action) {
    for (int slot = 0; slot < used; slot++) {
      if (users[slot] > 0) {
        action.accept(slot);
      }
    }
  }

  // ---- state on which the rest of a run depends

  /** Begins another description of the state. */
  public void beginDescription() {
    if (names.length < state.length || nextName > Integer.MAX_VALUE / 2) {
      names = new int[state.length];
      nextName = 1;
    }
    firstName = nextName;
  }

  /**
   * Describes a slot by its name. At its first appearance, its content follows, except the request
   * that a persistent one has in progress.
   *
   * @param idle whether its time may have stood still
   * @return whether it appears for the first time
   */
  public boolean describe(int slot, boolean idle, StateSink sink) {
    boolean first = names[slot] < firstName;
    if (first) {
      names[slot] = nextName++;
    }
    sink.number(names[slot] - firstName);
    if (first) {
      describeContent(slot, idle, sink);
    }
    return first;
  }

  private void describeContent(int slot, boolean idle, StateSink sink) {
    sink.number(state[slot]);
    switch (state[slot]) {
      case POSTED -> sink.times(picos, slot, idle);
      case PERSISTENT -> {
        sink.number(channel[slot]);
        sink.number(cost[slot]);
        sink.number(protocol[slot]);
        sink.number(Math.min(0, active[slot]));
      }
      case RUNNING -> {}
      default -> {
        sink.number(cost[slot]);
        sink.times(picos, slot, idle);
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
