package io.github.tracecast.simulate.result;

import java.util.Arrays;

/**
 * Messages and bytes between ranks, collectives' messages included. Neighbouring ranks share a bin
 * if there are more than {@link #MOST_BINS} ranks. The memory is therefore 256 KiB at most for any
 * number of ranks. One thread fills it; later it is only read.
 */
public final class Traffic {
  /** The largest number of bins along each side of the matrix. */
  public static final int MOST_BINS = 128;

  private final int ranks;
  private final int ranksPerBin;
  private final int bins;
  private final long[] messages;
  private final long[] bytes;

  /** No traffic yet between so many ranks. */
  public Traffic(int ranks) {
    this.ranks = ranks;
    this.ranksPerBin = Math.max(1, Math.ceilDiv(ranks, MOST_BINS));
    this.bins = Math.ceilDiv(ranks, ranksPerBin);
    this.messages = new long[bins * bins];
    this.bytes = new long[bins * bins];
  }

  public void add(int source, int destination, long sent, long sentBytes) {
    int at = at(source / ranksPerBin, destination / ranksPerBin);
    messages[at] += sent;
    bytes[at] += sentBytes;
  }

  private int at(int from, int to) {
    return from * bins + to;
  }

  public int ranks() {
    return ranks;
  }

  /** Bins along each side of the matrix. Bin b starts at rank b x {@link #ranksPerBin}. */
  public int bins() {
    return bins;
  }

  /** Ranks per bin; the last bin may have fewer. */
  public int ranksPerBin() {
    return ranksPerBin;
  }

  /** Messages from the ranks of one bin to the ranks of another. */
  public long messages(int from, int to) {
    return messages[at(from, to)];
  }

  /** Payload of these messages. */
  public long bytes(int from, int to) {
    return bytes[at(from, to)];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Traffic that
        && ranks == that.ranks
        && Arrays.equals(messages, that.messages)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(messages) + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "traffic between " + ranks + " ranks: " + Arrays.stream(messages).sum() + " messages of "
        + Arrays.stream(bytes).sum() + " B";
  }
}
