package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.lowering.ChannelNumbers;
import io.github.tracecast.simulate.lowering.LaneProgram;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * The channels of a run. Channels that instructions name last as long as the run. Channels of
 * {@code CollectiveStep}s are temporary: a channel is created on its first use, and its number is
 * reused when nothing uses the channel any more. Memory is therefore proportional to the messages
 * in progress. One thread.
 */
public final class RunChannels {
  private static final int NONE = -1;

  private final ChannelNumbers lasting;

  /** Number of lasting channels, which is also the number of the first temporary channel. */
  private final int first;

  private final long ranks;

  /** The temporary channels, by {@link #key}. */
  private final Long2IntOpenHashMap open = new Long2IntOpenHashMap();

  /**
   * For each temporary channel, its two ranks, its stream (context and tag), and the number of its
   * keepers. If a channel number is free, its element of {@code sources} is the next free one.
   */
  private int[] sources = new int[0];

  private int[] destinations = new int[0];
  private int[] streams = new int[0];
  private int[] keepers = new int[0];
  private int used;
  private int free = NONE;

  public RunChannels(LaneProgram program) {
    lasting = program.channels();
    first = lasting.count();
    ranks = program.programs().ranks();
    open.defaultReturnValue(NONE);
  }

  /** The channel between two world ranks. The caller keeps it until {@link #release}. */
  public int between(int source, int destination, int stream) {
    int known = lasting.find(source, destination, stream);
    if (known >= 0) {
      return known;
    }
    long key = key(source, destination, stream);
    int channel = open.get(key);
    if (channel == NONE) {
      channel = make(source, destination, stream);
      open.put(key, channel);
    }
    keepers[channel - first]++;
    return channel;
  }

  private long key(int source, int destination, int stream) {
    return Math.addExact(Math.multiplyExact(stream * ranks + source, ranks), destination);
  }

  private int make(int source, int destination, int stream) {
    int at = free;
    if (at == NONE) {
      at = used++;
      if (at == sources.length) {
        int larger = Math.max(16, 2 * at);
        sources = Arrays.copyOf(sources, larger);
        destinations = Arrays.copyOf(destinations, larger);
        streams = Arrays.copyOf(streams, larger);
        keepers = Arrays.copyOf(keepers, larger);
      }
    } else {
      free = sources[at];
    }
    sources[at] = source;
    destinations[at] = destination;
    streams[at] = stream;
    return first + at;
  }

  /** Adds a keeper of a channel. The channel stays open until all keepers have called {@link #release}. */
  public void keep(int channel) {
    if (channel >= first) {
      keepers[channel - first]++;
    }
  }

  public void release(int channel) {
    if (channel < first) {
      return;
    }
    int at = channel - first;
    if (--keepers[at] == 0) {
      open.remove(key(sources[at], destinations[at], streams[at]));
      sources[at] = free;
      free = at;
    }
  }

  /** Number of channels that last as long as the run. Lasting channels have the lowest numbers. */
  public int lasting() {
    return first;
  }

  public int source(int channel) {
    return channel < first ? lasting.source(channel) : sources[channel - first];
  }

  public int destination(int channel) {
    return channel < first ? lasting.destination(channel) : destinations[channel - first];
  }

  public int context(int channel) {
    return channel < first ? lasting.context(channel) : lasting.contextOf(streams[channel - first]);
  }

  public int tag(int channel) {
    return channel < first ? lasting.tag(channel) : lasting.tagOf(streams[channel - first]);
  }

  /** Whether a channel carries messages of collectives. */
  public boolean ofCollective(int channel) {
    return ChannelNumbers.ofCollective(context(channel));
  }

  /** A name of a channel that does not depend on the order in which temporary channels were created. */
  public long name(int channel) {
    if (channel < first) {
      return channel;
    }
    int at = channel - first;
    return first + key(sources[at], destinations[at], streams[at]);
  }

  /** The temporary channels, sorted by {@link #name}. */
  public int[] temporary() {
    int[] channels = open.values().toIntArray();
    IntArrays.quickSort(channels, (a, b) -> Long.compare(name(a), name(b)));
    return channels;
  }
}
