package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * The ordered ways that messages take: one channel for each (source, destination, context) that the
 * run uses. Holds the channel's queues and counts its traffic. One thread; 32 bytes a channel beside
 * the hash table.
 */
final class Channels {
  /** Ranks and contexts that fit into a key. */
  static final int RANK_BITS = 24;

  static final int MAX_CONTEXTS = 1 << (64 - 2 * RANK_BITS);

  int[] postedHead = new int[64];
  int[] postedTail = new int[64];
  int[] unexpectedHead = new int[64];
  int[] unexpectedTail = new int[64];
  int[] source = new int[64];
  int[] destination = new int[64];
  int[] context = new int[64];
  long[] messages = new long[64];
  long[] bytes = new long[64];

  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private int count;

  Channels() {
    numbers.defaultReturnValue(-1);
  }

  int count() {
    return count;
  }

  /** The channel's number, made on first use. Ranks are world ranks. */
  int of(int from, int to, int context) {
    long key = ((long) context << (2 * RANK_BITS)) | ((long) from << RANK_BITS) | to;
    int channel = numbers.get(key);
    if (channel < 0) {
      channel = add(from, to, context);
      numbers.put(key, channel);
    }
    return channel;
  }

  /** A key for a rank in a communicator. */
  static long member(int communicator, int worldRank) {
    return (long) communicator << RANK_BITS | worldRank;
  }

  /** The communicator of such a key. */
  static int communicator(long member) {
    return (int) (member >>> RANK_BITS);
  }

  /** Messages sent so far, of collectives or of the program itself: contexts of collectives are odd. */
  long totalMessages(boolean collective) {
    return total(messages, collective);
  }

  /** Payload sent so far, likewise. */
  long totalBytes(boolean collective) {
    return total(bytes, collective);
  }

  private long total(long[] column, boolean collective) {
    long sum = 0;
    for (int channel = 0; channel < count; channel++) {
      if ((context[channel] & 1) == (collective ? 1 : 0)) {
        sum += column[channel];
      }
    }
    return sum;
  }

  private int add(int from, int to, int channelContext) {
    if (count == source.length) {
      grow(count * 2);
    }
    int channel = count++;
    source[channel] = from;
    destination[channel] = to;
    context[channel] = channelContext;
    postedHead[channel] = Requests.NONE;
    unexpectedHead[channel] = Messages.NONE;
    return channel;
  }

  private void grow(int size) {
    postedHead = Arrays.copyOf(postedHead, size);
    postedTail = Arrays.copyOf(postedTail, size);
    unexpectedHead = Arrays.copyOf(unexpectedHead, size);
    unexpectedTail = Arrays.copyOf(unexpectedTail, size);
    source = Arrays.copyOf(source, size);
    destination = Arrays.copyOf(destination, size);
    context = Arrays.copyOf(context, size);
    messages = Arrays.copyOf(messages, size);
    bytes = Arrays.copyOf(bytes, size);
  }
}
