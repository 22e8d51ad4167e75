package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Messages, receives and requests, one column per field; the row number is called the slot. A
 * message and its receive share one slot, unless {@link Network#met} matches two slots. When no
 * rank needs a slot any more, it is reused. One thread.
 *
 * <pre>
 * state       the slot is                         since (ps) is the time     cost is
 * POSTED      a receive without a message         of the post                not used
 * OFFERED     a message before its handshake      its sender had paid        the row of its costs
 * FLYING      a message without handshake left    from which its data flow   the row of its costs
 * ARRIVED     a message, or an ended request      of its end, maybe ahead    the row of its costs, or 0
 * RUNNING     a non-blocking collective           not used                   0, or NONE in a strand
 * PERSISTENT  a persistent request                not used                   its instruction's position
 * </pre>
 */
public final class Slots {
  public static final int NONE = -1;

  /** Number of adjacent fields of a slot. The constants below are the offsets of the fields after the first. */
  private static final int FIELDS = 4;

  private static final int NEXT = 1;
  private static final int RECEIVER = 2;
  private static final int SENDER = 3;

  /**
   * Value of {@link #waitingReceiver} and {@link #waitingSender} if no rank will wait for the end,
   * so that the slot becomes free at the end.
   */
  public static final int ORPHAN = -2;

  public static final byte POSTED = 0;
  public static final byte OFFERED = 1;
  public static final byte ARRIVED = 2;
  public static final byte PERSISTENT = 3;
  public static final byte RUNNING = 4;
  public static final byte FLYING = 5;

  private final LaneTimes since;

  private byte[] state = new byte[64];

  /**
   * Four adjacent fields of each slot: {@link #cost}, {@link #next}, {@link #waitingReceiver},
   * {@link #waitingSender}. A message uses these fields together, so they share a cache line.
   */
  private int[] fields = new int[64 * FIELDS];

  /** For each slot, the number of its users: the sender, the receiver, or both. */
  private byte[] users = new byte[64];

  // Few programs need the following columns. Each column grows when a slot first writes to it.

  private long[] number = new long[0];
  private int[] channel = new int[0];
  private int[] active = new int[0];

  private int used;
  private int free = NONE;

  /** The name of each slot in the description of a state. Names below {@link #firstName} belong to earlier descriptions. */
  private int[] names = new int[0];

  private int firstName = 1;
  private int nextName = 1;

  public Slots(int lanes) {
    since = new LaneTimes(64, lanes);
  }

  /** The time of each slot. Its meaning depends on the slot's state, see the table above. */
  public LaneTimes since() {
    return since;
  }

  /** The state of a slot: {@link #POSTED}, {@link #OFFERED} and so on. */
  public byte state(int slot) {
    return state[slot];
  }

  public void setState(int slot, byte value) {
    state[slot] = value;
  }

  public int users(int slot) {
    return users[slot];
  }

  public void addUsers(int slot, int more) {
    users[slot] += (byte) more;
  }

  /** A row of the cost table or the position of an instruction, see the table above. */
  public int cost(int slot) {
    return fields[FIELDS * slot];
  }

  public void setCost(int slot, int row) {
    fields[FIELDS * slot] = row;
  }

  /** The next slot in a queue, or in the list of free slots. */
  public int next(int slot) {
    return fields[FIELDS * slot + NEXT];
  }

  public void setNext(int slot, int other) {
    fields[FIELDS * slot + NEXT] = other;
  }

  /** The rank or strand that waits to receive the message, NONE or ORPHAN; see {@code RequestCalls}. */
  public int waitingReceiver(int slot) {
    return fields[FIELDS * slot + RECEIVER];
  }

  public void setWaitingReceiver(int slot, int row) {
    fields[FIELDS * slot + RECEIVER] = row;
  }

  /** The rank or strand that waits for the end of the send, NONE or ORPHAN. */
  public int waitingSender(int slot) {
    return fields[FIELDS * slot + SENDER];
  }

  public void setWaitingSender(int slot, int row) {
    fields[FIELDS * slot + SENDER] = row;
  }

  /**
   * For a message in a mailbox, its index in the order of sending. For a message of overlapping
   * collectives, the number of the collective.
   */
  public long number(int slot) {
    return slot < number.length ? number[slot] : 0;
  }

  public void setNumber(int slot, long value) {
    if (slot >= number.length) {
      number = Arrays.copyOf(number, state.length);
    }
    number[slot] = value;
  }

  /**
   * For a message in a mailbox, the channel. For a receive with a pattern, the pattern. For a
   * message of overlapping collectives, the meeting (communicator).
   */
  public int channel(int slot) {
    return slot < channel.length ? channel[slot] : 0;
  }

  public void setChannel(int slot, int value) {
    if (slot >= channel.length) {
      channel = Arrays.copyOf(channel, state.length);
    }
    channel[slot] = value;
  }

  /** For a persistent request, the active communication's request, or NONE if it is inactive. */
  public int active(int slot) {
    return active[slot];
  }

  public void setActive(int slot, int value) {
    if (slot >= active.length) {
      active = Arrays.copyOf(active, state.length);
    }
    active[slot] = value;
  }

  public int create(byte newState, int newUsers) {
    int slot = take();
    state[slot] = newState;
    users[slot] = (byte) newUsers;
    int at = FIELDS * slot;
    fields[at + NEXT] = NONE;
    fields[at + RECEIVER] = NONE;
    fields[at + SENDER] = NONE;
    return slot;
  }

  private int take() {
    int slot = free;
    if (slot != NONE) {
      free = next(slot);
      return slot;
    }
    if (used == state.length) {
      grow(2 * used);
    }
    return used++;
  }

  /** Removes a user of a slot, which becomes free after its last user. */
  public void release(int slot) {
    if (--users[slot] == 0) {
      setNext(slot, free);
      free = slot;
    }
  }

  /** The slots of messages that have been sent but have not arrived. */
  IntArrayList inFlight() {
    IntArrayList all = new IntArrayList();
    for (int slot = 0; slot < used; slot++) {
      if (users[slot] > 0 && (state[slot] == OFFERED || state[slot] == FLYING)) {
        all.add(slot);
      }
    }
    return all;
  }

  // ---- the state on which the rest of a run depends

  public void beginDescription() {
    if (names.length < state.length || nextName > Integer.MAX_VALUE / 2) {
      names = new int[state.length];
      nextName = 1;
    }
    firstName = nextName;
  }

  /**
   * Describes a slot by its name. At the slot's first appearance, its content follows, except the
   * active request of a persistent request.
   *
   * @param idle whether the slot's time may have stood still
   * @return whether the slot appears for the first time
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
      case POSTED -> sink.times(since, slot, idle);
      case PERSISTENT -> {
        sink.number(cost(slot));
        sink.number(Math.min(0, active(slot)));
      }
      case RUNNING -> {}
      default -> {
        sink.number(cost(slot));
        sink.times(since, slot, idle);
      }
    }
  }

  private void grow(int size) {
    since.reach(size);
    state = Arrays.copyOf(state, size);
    fields = Arrays.copyOf(fields, Math.multiplyExact(FIELDS, size));
    users = Arrays.copyOf(users, size);
  }
}
