package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers the channels. A channel leads from one rank to another in one context with one tag. Its
 * first message meets its first receive, its second message the second receive, and so on. One
 * thread.
 */
public final class ChannelNumbers {
  private final Long2IntOpenHashMap streams = new Long2IntOpenHashMap();
  private final List<Long2IntOpenHashMap> byStream = new ArrayList<>();
  private final IntArrayList sources = new IntArrayList();
  private final IntArrayList destinations = new IntArrayList();
  private final IntArrayList contexts = new IntArrayList();
  private final IntArrayList tags = new IntArrayList();

  /** The channel's number, which the first call assigns. Ranks are world ranks. */
  int of(int source, int destination, int context, int tag) {
    int stream =
        streams.computeIfAbsent((long) context << 32 | tag & 0xFFFF_FFFFL, k -> newStream());
    Long2IntOpenHashMap channels = byStream.get(stream);
    long key = (long) source << 32 | destination;
    int channel = channels.getOrDefault(key, -1);
    if (channel < 0) {
      channel = sources.size();
      channels.put(key, channel);
      sources.add(source);
      destinations.add(destination);
      contexts.add(context);
      tags.add(tag);
    }
    return channel;
  }

  private int newStream() {
    byStream.add(new Long2IntOpenHashMap());
    return byStream.size() - 1;
  }

  public int source(int channel) {
    return sources.getInt(channel);
  }

  public int destination(int channel) {
    return destinations.getInt(channel);
  }

  public int context(int channel) {
    return contexts.getInt(channel);
  }

  public int tag(int channel) {
    return tags.getInt(channel);
  }

  public int count() {
    return sources.size();
  }

  public int[] sources() {
    return sources.toIntArray();
  }

  public int[] destinations() {
    return destinations.toIntArray();
  }

  public int[] tags() {
    return tags.toIntArray();
  }

  /** The context of each channel. Contexts of collectives are odd. */
  public int[] contexts() {
    return contexts.toIntArray();
  }
}
