package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;

/**
 * All requests that are alive, one column a field, row number = request. Rows are used again once
 * released. Blocking calls use requests too; the program just never sees them. One thread.
 */
final class Requests {
  static final int NONE = -1;

  static final byte SEND = 0;
  static final byte RECEIVE = 1;
  static final byte COLLECTIVE = 2;

  /** In {@link #bytes}: a receive that is over without a message. */
  static final long NO_MESSAGE = -1;

  static final byte INACTIVE = 0;
  static final byte PENDING = 1;
  static final byte DONE = 2;

  /** What the request is: SEND, RECEIVE or COLLECTIVE. */
  byte[] kind = new byte[64];

  byte[] state = new byte[64];

  /** Who made it and may wait for it. */
  Waiter[] owner = new Waiter[64];

  /** Owner is blocked until this is done. */
  boolean[] awaited = new boolean[64];

  /** Named already by the call that is about to wait. */
  boolean[] expected = new boolean[64];

  /** Survives completion, to be started again. */
  boolean[] persistent = new boolean[64];

  /** Nobody will wait for it: to be released as soon as it is done. */
  boolean[] orphan = new boolean[64];

  /** Done by what came from elsewhere, which its rank learns only as it {@link Looks}. */
  boolean[] told = new boolean[64];

  /** When a receive was posted, ps. */
  long[] postedPicos = new long[64];

  /** In {@link #donePicos}: not known yet. */
  static final long NOT_KNOWN = -1;

  /** When it was done, or when a collective that is over or a send that its receiver will look at will be, ps. */
  long[] donePicos = new long[64];

  /** For receives that are done by a message: when it arrived, when its data had started, ps; and its sender's world rank. */
  long[] arrivalPicos = new long[64];

  long[] startPicos = new long[64];
  int[] source = new int[64];

  /** The message's bytes, once known, or {@link #NO_MESSAGE}. */
  long[] bytes = new long[64];

  /**
   * For sends that are waited for, receives and persistent ones: the communicator's context, the peer's world rank, the tag. For
   * collectives: the context and, as the tag, the collective's number.
   */
  int[] context = new int[64];

  int[] peer = new int[64];
  int[] tag = new int[64];

  /** {@link SendMode} ordinal of a persistent send. */
  byte[] mode = new byte[64];

  /** Position in its rank's {@link RequestRing}, or -1 for one that the program cannot name there. */
  int[] position = new int[64];

  /** Position in its rank's ring of persistent ones, or -1. */
  int[] persistentPosition = new int[64];

  /** Order of posting, for receives. */
  long[] sequence = new long[64];

  /** Next in whatever list the request is in. */
  int[] next = new int[64];

  private int used;
  private int free = NONE;

  /** One more than the highest row ever used. */
  int rows() {
    return used;
  }

  int create(byte requestKind, Waiter requestOwner) {
    int request = free;
    if (request == NONE) {
      if (used == kind.length) {
        grow(used * 2);
      }
      request = used++;
    } else {
      free = next[request];
    }
    kind[request] = requestKind;
    state[request] = PENDING;
    owner[request] = requestOwner;
    awaited[request] = false;
    expected[request] = false;
    persistent[request] = false;
    orphan[request] = false;
    told[request] = false;
    position[request] = -1;
    persistentPosition[request] = -1;
    donePicos[request] = NOT_KNOWN;
    next[request] = NONE;
    return request;
  }

  void release(int request) {
    owner[request] = null;
    next[request] = free;
    free = request;
  }

  /** Whether it is a receive that is done by a message. */
  boolean receivedMessage(int request) {
    return kind[request] == RECEIVE && state[request] == DONE && bytes[request] != NO_MESSAGE;
  }

  /** By what requests that are done are taken one after the other: a message's arrival, even before its receive was posted; ps. */
  long end(int request) {
    return receivedMessage(request) ? arrivalPicos[request] : donePicos[request];
  }

  /** Writes down what the rest of the replay may ask of a request that is alive. */
  void describe(int request, StateWriter writer) {
    boolean pending = state[request] == PENDING;
    writer.put(owner[request].worldRank);
    writer.put(kind[request] << 2 | state[request]);
    writer.put(awaited[request], persistent[request], orphan[request], position[request] >= 0);
    writer.put(told[request] ? 1 : 0);
    if (persistent[request]) {
      writer.put(mode[request]);
    }
    if (persistent[request] || kind[request] == COLLECTIVE || pending && kind[request] == RECEIVE) {
      writer.put(context[request]);
      writer.tag(context[request], tag[request]);
    }
    if (persistent[request] || pending && kind[request] == RECEIVE) {
      writer.put(peer[request]);
    }
    if (kind[request] == RECEIVE ? state[request] == DONE : persistent[request]) {
      writer.put(bytes[request]);
    }
    if (pending && kind[request] == RECEIVE) {
      writer.time(postedPicos[request]);
    }
    if (state[request] == DONE) {
      writer.done(owner[request].worldRank, donePicos[request]);
      if (receivedMessage(request)) {
        writer.put(source[request]);
        writer.done(owner[request].worldRank, arrivalPicos[request]);
        writer.time(startPicos[request]);
      }
    } else if (kind[request] == COLLECTIVE || pending && kind[request] == SEND) {
      writer.put(donePicos[request] == NOT_KNOWN ? 0 : 1);
      writer.time(Math.max(0, donePicos[request]));
    }
  }

  private void grow(int size) {
    kind = Arrays.copyOf(kind, size);
    state = Arrays.copyOf(state, size);
    owner = Arrays.copyOf(owner, size);
    awaited = Arrays.copyOf(awaited, size);
    expected = Arrays.copyOf(expected, size);
    persistent = Arrays.copyOf(persistent, size);
    orphan = Arrays.copyOf(orphan, size);
    told = Arrays.copyOf(told, size);
    postedPicos = Arrays.copyOf(postedPicos, size);
    donePicos = Arrays.copyOf(donePicos, size);
    arrivalPicos = Arrays.copyOf(arrivalPicos, size);
    startPicos = Arrays.copyOf(startPicos, size);
    source = Arrays.copyOf(source, size);
    bytes = Arrays.copyOf(bytes, size);
    context = Arrays.copyOf(context, size);
    peer = Arrays.copyOf(peer, size);
    tag = Arrays.copyOf(tag, size);
    mode = Arrays.copyOf(mode, size);
    position = Arrays.copyOf(position, size);
    persistentPosition = Arrays.copyOf(persistentPosition, size);
    sequence = Arrays.copyOf(sequence, size);
    next = Arrays.copyOf(next, size);
  }
}
