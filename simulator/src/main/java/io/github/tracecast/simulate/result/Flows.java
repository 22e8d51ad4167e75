package io.github.tracecast.simulate.result;

/**
 * The bytes that each pair of ranks exchanged, including the messages of collective algorithms.
 * Each pair of ranks and used communicator has one row. The order of rows has no meaning. Memory:
 * 16 bytes per row.
 */
public final class Flows {
  private final int[] sources;
  private final int[] destinations;
  private final long[] bytes;

  /** Creates the table from columns of equal length. */
  public Flows(int[] sources, int[] destinations, long[] bytes) {
    this.sources = sources;
    this.destinations = destinations;
    this.bytes = bytes;
  }

  /** The number of rows. */
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
