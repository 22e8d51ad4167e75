package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** The messages and receives that have not met, in the order of mailboxes and then of channels. */
final class Unmet implements StateSink {
  private final IntArrayList receives = new IntArrayList();

  /** For each slot of a receive, the form of its source and tag, see {@link #receive}. */
  private final Int2IntOpenHashMap ways = new Int2IntOpenHashMap();

  private final IntArrayList messages = new IntArrayList();
  private final IntArrayList channels = new IntArrayList();

  Unmet(RunParts parts) {
    parts.slots().beginDescription();
    parts.mailboxes().describe(this);
    parts.transport().describe(parts.networks(), this);
  }

  @Override
  public void receive(int slot, int way) {
    ways.put(slot, way);
    receives.add(slot);
  }

  @Override
  public void message(int slot, int channel) {
    messages.add(slot);
    channels.add(channel);
  }

  /** The slots of the receives that no message has met. */
  IntArrayList receives() {
    return receives;
  }

  /** The form of a receive's source and tag; 0 if a message has met the receive. */
  int way(int slot) {
    return ways.get(slot);
  }

  /** The slots of the messages that no receive has met. */
  IntArrayList messages() {
    return messages;
  }

  /** The channels of {@link #messages}. */
  IntArrayList channels() {
    return channels;
  }
}
