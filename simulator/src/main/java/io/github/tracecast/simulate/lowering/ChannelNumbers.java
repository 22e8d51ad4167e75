package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/**
 * Numbers the channels. A channel leads from one rank to another in one context with one tag. Its
 * first message meets its first receive, its second message the second receive, and so on. One
 * thread.
 *
 * <p>A hash table finds the number. Sixteen neighbouring senders share a line of the processor's
 * cache there, because neighbouring ranks mostly send over the same distances. With a library's map
 * in its place, an exchange of a million ranks takes half as long again.
 */
public final class ChannelNumbers {
  /** Senders that share a line of the table. */
  private static final int LINE = 16;

  /** Distance to the next place to look. It is odd, so it leads everywhere. */
  private static final int STEP = LINE + 1;

  private static final int FREE = -1;

  /** Numbers of the streams: pairs of a context and a tag. */
  private final PairTable streams = new PairTable();

  private int[] sources = new int[LINE];
  private int[] destinations = new int[LINE];
  private int[] streamOf = new int[LINE];
  private int count;

  /** Channels by hash; empty once all are numbered, if nobody looks for one any more. */
  private int[] table = free(4 * LINE);

  private static int[] free(int size) {
    int[] table = new int[size];
    Arrays.fill(table, FREE);
    return table;
  }

  /** The channel's number, which the first call assigns. Ranks are world ranks. */
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

  /** The channel's number, or a negative number if it has none. */
  public int find(int source, int destination, int stream) {
    return table[place(source, destination, stream)];
  }

  /** The place of a channel in the table, or the free place where it belongs. */
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
      int larger = count + (count >> 1);
      sources = Arrays.copyOf(sources, larger);
      destinations = Arrays.copyOf(destinations, larger);
      streamOf = Arrays.copyOf(streamOf, larger);
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

  /**
   * Frees the memory that only numbering needs.
   *
   * @param found whether somebody will still {@link #find} channels
   */
  void close(boolean found) {
    table = found ? table : free(LINE);
    sources = Arrays.copyOf(sources, count);
    destinations = Arrays.copyOf(destinations, count);
    streamOf = Arrays.copyOf(streamOf, count);
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

  /** The source of each channel; not to be changed. */
  public int[] sources() {
    return sources;
  }
}
