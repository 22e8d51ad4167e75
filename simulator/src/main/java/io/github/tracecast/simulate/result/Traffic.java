package io.github.tracecast.simulate.result;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The matrix of messages and bytes between ranks, including messages of collectives. With more than
 * {@link #MOST_BINS} ranks, neighbouring ranks share a bin, so the matrix takes at most 256 KiB.
 * One thread fills the matrix; afterwards it is only read.
 *
 * @param messages number of messages by bin of the sender, then by bin of the receiver
 * @param bytes payload of these messages
 */
public record Traffic(int ranks, LongArrayList messages, LongArrayList bytes) {
  /** The largest number of bins along each side of the matrix. */
  public static final int MOST_BINS = 128;

  /** Creates a matrix without traffic for a number of ranks. */
  public Traffic(int ranks) {
    this(ranks, new LongArrayList(), new LongArrayList());
    messages.size(bins() * bins());
    bytes.size(bins() * bins());
  }

  public void add(int source, int destination, long sent, long sentBytes) {
    int at = at(source / ranksPerBin(), destination / ranksPerBin());
    messages.set(at, messages.getLong(at) + sent);
    bytes.set(at, bytes.getLong(at) + sentBytes);
  }

  private int at(int from, int to) {
    return from * bins() + to;
  }

  /** Number of bins along each side of the matrix. Bin b starts at rank b x {@link #ranksPerBin}. */
  public int bins() {
    return Math.ceilDiv(ranks, ranksPerBin());
  }

  /** Number of ranks in each bin; the last bin may have fewer ranks. */
  public int ranksPerBin() {
    return Math.max(1, Math.ceilDiv(ranks, MOST_BINS));
  }

  public long messages(int from, int to) {
    return messages.getLong(at(from, to));
  }

  public long bytes(int from, int to) {
    return bytes.getLong(at(from, to));
  }
}
