package io.github.tracecast.simulate;

import java.util.Arrays;

/**
 * All messages between their send and their receive, one column a field, row number = message. Rows
 * are used again. One thread.
 */
final class Messages {
  static final int NONE = -1;

  int[] source = new int[64];
  int[] destination = new int[64];
  int[] context = new int[64];
  int[] tag = new int[64];
  long[] bytes = new long[64];

  /** Flows at once, without waiting for its receive. */
  boolean[] eager = new boolean[64];

  boolean[] arrived = new boolean[64];

  /** When its sender was ready, ps; once arrived, when it arrived. */
  long[] picos = new long[64];

  /** The send request to complete on delivery, or {@link Requests#NONE}. */
  int[] sendRequest = new int[64];

  /** The matching receive, or {@link Requests#NONE}. */
  int[] receiveRequest = new int[64];

  /** The channel (source, destination, context) that it travels on. */
  int[] channel = new int[64];

  /** Links of the unexpected lists: by channel, and by destination in order of arrival. */
  int[] nextInChannel = new int[64];

  int[] next = new int[64];
  int[] previous = new int[64];

  private int used;
  private int free = NONE;

  int create() {
    int message = free;
    if (message == NONE) {
      if (used == source.length) {
        grow(used * 2);
      }
      message = used++;
    } else {
      free = next[message];
    }
    arrived[message] = false;
    sendRequest[message] = Requests.NONE;
    receiveRequest[message] = Requests.NONE;
    nextInChannel[message] = NONE;
    next[message] = NONE;
    previous[message] = NONE;
    return message;
  }

  void release(int message) {
    next[message] = free;
    free = message;
  }

  private void grow(int size) {
    source = Arrays.copyOf(source, size);
    destination = Arrays.copyOf(destination, size);
    context = Arrays.copyOf(context, size);
    tag = Arrays.copyOf(tag, size);
    bytes = Arrays.copyOf(bytes, size);
    eager = Arrays.copyOf(eager, size);
    arrived = Arrays.copyOf(arrived, size);
    picos = Arrays.copyOf(picos, size);
    sendRequest = Arrays.copyOf(sendRequest, size);
    receiveRequest = Arrays.copyOf(receiveRequest, size);
    channel = Arrays.copyOf(channel, size);
    nextInChannel = Arrays.copyOf(nextInChannel, size);
    next = Arrays.copyOf(next, size);
    previous = Arrays.copyOf(previous, size);
  }
}
