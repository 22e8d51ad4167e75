package io.github.tracecast.simulate;

import java.util.Arrays;

/**
 * Who sent how many bytes to whom, the messages of collectives' algorithms included: a row for each pair
 * of ranks and communicator that was used. Columns; row numbers have no meaning. Memory: 16 bytes a row.
 */
public final class Flows {
  private final int[] sources;
  private final int[] destinations;
  private final long[] bytes;

  Flows(Channels channels) {
    sources = Arrays.copyOf(channels.source, channels.count());
    destinations = Arrays.copyOf(channels.destination, channels.count());
    bytes = Arrays.copyOf(channels.bytes, channels.count());
  }

  /** How many rows there are. */
  public int count() {
    return sources.length;
  }

  /** World rank of the sender. */
  public int source(int row) {
    return sources[row];
  }

  /** World rank of the receiver. */
  public int destination(int row) {
    return destinations[row];
  }

  /** Payload of all messages. */
  public long bytes(int row) {
    return bytes[row];
  }
}
