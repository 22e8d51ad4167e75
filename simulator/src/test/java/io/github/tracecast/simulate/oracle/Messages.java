package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import it.unimi.dsi.fastutil.ints.IntArrays;
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

  /** When its data started or will start to flow, ps; {@link #NONE} while that is not known. */
  long[] startPicos = new long[64];

  /** Order of sending, over all ranks. */
  long[] number = new long[64];

  /** The send request to complete on delivery, of an eager message when its receiver looks; or {@link Requests#NONE}. */
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
  private long sent;
  private int alive;

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
    alive++;
    arrived[message] = false;
    startPicos[message] = NONE;
    number[message] = sent++;
    sendRequest[message] = Requests.NONE;
    receiveRequest[message] = Requests.NONE;
    nextInChannel[message] = NONE;
    next[message] = NONE;
    previous[message] = NONE;
    return message;
  }

  void release(int message) {
    alive--;
    source[message] = NONE;
    next[message] = free;
    free = message;
  }

  /** Messages that are alive, by channel and in the order in which they were sent. */
  int[] all() {
    int[] all = new int[alive];
    int count = 0;
    for (int message = 0; message < used; message++) {
      if (source[message] != NONE) {
        all[count++] = message;
      }
    }
    IntArrays.quickSort(
        all,
        (a, b) -> channel[a] == channel[b]
            ? Long.compare(number[a], number[b])
            : Integer.compare(channel[a], channel[b]));
    return all;
  }

  /** How many are alive. */
  int count() {
    return alive;
  }

  /** One more than the highest row ever used. */
  int rows() {
    return used;
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
    startPicos = Arrays.copyOf(startPicos, size);
    number = Arrays.copyOf(number, size);
    sendRequest = Arrays.copyOf(sendRequest, size);
    receiveRequest = Arrays.copyOf(receiveRequest, size);
    channel = Arrays.copyOf(channel, size);
    nextInChannel = Arrays.copyOf(nextInChannel, size);
    next = Arrays.copyOf(next, size);
    previous = Arrays.copyOf(previous, size);
  }
}
