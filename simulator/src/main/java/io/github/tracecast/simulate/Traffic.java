package io.github.tracecast.simulate;

import java.util.Arrays;

/**
 * Who sent how much to whom, the messages of collectives' algorithms included. Neighbouring ranks
 * share a bin where there are more than {@link #MOST_BINS}, so that this takes 256 KiB at most,
 * whatever the number of ranks. Immutable.
 */
public final class Traffic {
  /** Most bins along each side of the matrix. */
  public static final int MOST_BINS = 128;

  private final int ranks;
  private final int ranksPerBin;
  private final int bins;
  private final long[] messages;
  private final long[] bytes;

  private Traffic(int ranks) {
    this.ranks = ranks;
    this.ranksPerBin = Math.max(1, Math.ceilDiv(ranks, MOST_BINS));
    this.bins = Math.ceilDiv(ranks, ranksPerBin);
    this.messages = new long[bins * bins];
    this.bytes = new long[bins * bins];
  }

  /**
   * Adds up columns of which the first {@code count} rows hold the traffic of a channel each.
   *
   * @param ranks ranks of the run
   * @param sources world rank of the sender
   * @param destinations world rank of the receiver
   */
  public static Traffic of(
      int ranks, int[] sources, int[] destinations, long[] messages, long[] bytes, int count) {
    Traffic traffic = new Traffic(ranks);
    for (int row = 0; row < count; row++) {
      int at =
          traffic.at(sources[row] / traffic.ranksPerBin, destinations[row] / traffic.ranksPerBin);
      traffic.messages[at] += messages[row];
      traffic.bytes[at] += bytes[row];
    }
    return traffic;
  }

  private int at(int from, int to) {
    return from * bins + to;
  }

  /** Ranks of the run. */
  public int ranks() {
    return ranks;
  }

  /** Bins along each side of the matrix; bin b holds the ranks from b x {@link #ranksPerBin} on. */
  public int bins() {
    return bins;
  }

  /** Ranks in each bin; the last one may have fewer. */
  public int ranksPerBin() {
    return ranksPerBin;
  }

  /** Messages from the ranks of one bin to those of another. */
  public long messages(int from, int to) {
    return messages[at(from, to)];
  }

  /** Their payload. */
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
