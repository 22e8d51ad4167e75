package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/**
 * Assigns numbers to channels. A channel leads from one rank to another in one context with one
 * tag. A channel's first message matches its first receive, its second message the second receive,
 * and so on. One thread.
 *
 * <p>A hash table finds the number. In the table, sixteen neighbouring senders share a cache line,
 * because neighbouring ranks mostly send over the same distances. With a map from a library, an
 * exchange of a million ranks takes 1.5 times as long.
 */
public final class ChannelNumbers {
  /** Number of senders that share a cache line of the table: 16 ints of 4 bytes. */
  private static final int LINE = 16;

  /** Step of the probe sequence. The step is odd, so the sequence visits every place of the table. */
  private static final int STEP = LINE + 1;

  private static final int FREE = -1;

  /** The streams, each a pair of a context and a tag. */
  private final PairTable streams;

  private int[] sources = new int[LINE];
  private int[] destinations = new int[LINE];
  private int[] streamOf = new int[LINE];
  private int count;

  /** Channel numbers by hash; empty after {@link #close}, unless channels are still looked up. */
  private int[] table = free(4 * LINE);

  public ChannelNumbers() {
    this(new PairTable());
  }

  private ChannelNumbers(PairTable streams) {
    this.streams = streams;
  }

  private static int[] free(int size) {
    int[] table = new int[size];
    Arrays.fill(table, FREE);
    return table;
  }

  /** The number of a channel between two world ranks, which the first call assigns. */
  int of(int source, int destination, int context, int tag) {
    int stream = stream(context, tag);
    int at = place(source, destination, stream);
    if (table[at] != FREE) {
      return table[at];
    }
    table[at] = add(source, destination, stream);
    if (2 * count > table.length) {
      spread();
    }
    return count - 1;
  }

  /** Reserves memory for the channels of further ranks, as many for each rank as the {@code lowered} ranks have on average. */
  void reserve(int lowered, int further) {
    long size = count + (long) count * further / lowered;
    if (size > sources.length) {
      resize((int) Math.min(size, Integer.MAX_VALUE - 8));
    }
  }

  private void resize(int size) {
    sources = Arrays.copyOf(sources, size);
    destinations = Arrays.copyOf(destinations, size);
    streamOf = Arrays.copyOf(streamOf, size);
  }

  /** The number of a channel, or a negative number if it has no number. */
  public int find(int source, int destination, int stream) {
    return table[place(source, destination, stream)];
  }

  /** The index of a channel in the table, or the free index at which the channel can be added. */
  private int place(int source, int destination, int stream) {
    int mask = table.length - 1;
    int at = start(source, destination, stream) & mask;
    int known = table[at];
    while (known != FREE
        && (destinations[known] != destination
            || sources[known] != source
            || streamOf[known] != stream)) {
      at = at + STEP & mask;
      known = table[at];
    }
    return at;
  }

  int stream(int context, int tag) {
    return streams.of(context, tag);
  }

  private static int start(int source, int destination, int stream) {
    int line = HashCommon.mix(31 * (destination - source) + stream) + source / LINE;
    return HashCommon.mix(line) * LINE + source % LINE;
  }

  private int add(int source, int destination, int stream) {
    if (count == sources.length) {
      resize(count + (count >> 1));
    }
    sources[count] = source;
    destinations[count] = destination;
    streamOf[count] = stream;
    return count++;
  }

  private void spread() {
    int[] larger = free(2 * table.length);
    int mask = larger.length - 1;
    for (int channel = 0; channel < count; channel++) {
      int at = start(sources[channel], destinations[channel], streamOf[channel]) & mask;
      while (larger[at] != FREE) {
        at = at + STEP & mask;
      }
      larger[at] = channel;
    }
    table = larger;
  }

  /** Frees the memory for {@link #of}, and also for {@link #find} unless {@code found}. */
  void close(boolean found) {
    table = found ? table : free(LINE);
    if (sources.length - count > count >> 3) {
      resize(count);
    }
  }

  public int source(int channel) {
    return sources[channel];
  }

  public int destination(int channel) {
    return destinations[channel];
  }

  public int context(int channel) {
    return contextOf(streamOf[channel]);
  }

  public int contextOf(int stream) {
    return streams.first(stream);
  }

  public int tag(int channel) {
    return tagOf(streamOf[channel]);
  }

  public int tagOf(int stream) {
    return streams.second(stream);
  }

  public int count() {
    return count;
  }

  int streamOf(int channel) {
    return streamOf[channel];
  }

  /** Whether a context belongs to the messages of collectives. */
  public static boolean ofCollective(int context) {
    return (context & 1) == 1;
  }

  /** Returns other channels in the same streams. Several of these may have the same ranks and stream, so {@link #find} finds none of them. */
  ChannelNumbers with(int[] from, int[] to, int[] inStreams) {
    ChannelNumbers others = new ChannelNumbers(streams);
    others.sources = from;
    others.destinations = to;
    others.streamOf = inStreams;
    others.count = from.length;
    return others;
  }

  /** The source of each channel. Callers must not change the array. */
  public int[] sources() {
    return sources;
  }
}
