package io.github.tracecast.predict.mapping;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.replay.Replay;
import io.github.tracecast.tools.topology.MessagePattern;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The bytes between each pair of ranks, summed over both directions. Packed rows hold each rank's
 * partners, the partner with the most bytes first. Bytes from a rank to itself are left out. A pair
 * of partners takes 24 bytes. Immutable.
 */
public final class TrafficGraph {
  private final int[] first;
  private final int[] partner;
  private final long[] bytes;

  /** The bytes that ranks send to other ranks, with one row for each added pair. */
  static final class Sent {
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList to = new IntArrayList();
    private final LongArrayList bytes = new LongArrayList();

    void add(int source, int destination, long more) {
      if (source != destination) {
        from.add(source);
        to.add(destination);
        bytes.add(more);
      }
    }
  }

  private TrafficGraph(int[] first, int[] partner, long[] bytes) {
    this.first = first;
    this.partner = partner;
    this.bytes = bytes;
  }

  /** Returns the graph of the program's own messages between two ranks. */
  static TrafficGraph of(MessagePattern pattern) {
    Sent sent = new Sent();
    for (int row = 0; row < pattern.rows(); row++) {
      sent.add(pattern.sender(row), pattern.receiver(row), pattern.bytes(row));
    }
    return of(pattern.ranks(), sent);
  }

  /**
   * Returns the graph of all messages of a replay, including the messages of collectives'
   * algorithms.
   */
  static TrafficGraph of(int ranks, Replay replay) {
    Sent sent = new Sent();
    replay.forEachPair((from, to, ofCollective, messages, bytes) -> {
      if (messages > 0) {
        sent.add(from, to, bytes);
      }
    });
    return of(ranks, sent);
  }

  static TrafficGraph of(int ranks, Sent sent) {
    int[] start = new int[ranks + 1];
    for (int row = 0; row < sent.from.size(); row++) {
      start[sent.from.getInt(row) + 1]++;
      start[sent.to.getInt(row) + 1]++;
    }
    for (int rank = 0; rank < ranks; rank++) {
      start[rank + 1] += start[rank];
    }
    int[] next = start.clone();
    int[] other = new int[start[ranks]];
    long[] weight = new long[start[ranks]];
    for (int row = 0; row < sent.from.size(); row++) {
      int from = sent.from.getInt(row);
      int to = sent.to.getInt(row);
      weight[next[from]] = sent.bytes.getLong(row);
      other[next[from]++] = to;
      weight[next[to]] = sent.bytes.getLong(row);
      other[next[to]++] = from;
    }
    return merged(start, other, weight);
  }

  /**
   * Merges the entries with the same rank and partner. A rank's partners are sorted by bytes, the
   * heaviest first, and then by rank.
   */
  private static TrafficGraph merged(int[] start, int[] other, long[] weight) {
    int ranks = start.length - 1;
    int[] first = new int[ranks + 1];
    int[] partner = new int[other.length];
    long[] bytes = new long[other.length];
    int filled = 0;
    for (int rank = 0; rank < ranks; rank++) {
      int[] entries = IntStream.range(start[rank], start[rank + 1]).toArray();
      IntArrays.mergeSort(entries, (a, b) -> Integer.compare(other[a], other[b]));
      for (int entry : entries) {
        if (filled == first[rank] || partner[filled - 1] != other[entry]) {
          partner[filled++] = other[entry];
        }
        bytes[filled - 1] += weight[entry];
      }
      first[rank + 1] = filled;
      sortHeaviestFirst(partner, bytes, first[rank], filled);
    }
    return new TrafficGraph(first, partner, bytes);
  }

  private static void sortHeaviestFirst(int[] partner, long[] bytes, int from, int to) {
    it.unimi.dsi.fastutil.Arrays.mergeSort(
        from,
        to,
        (a, b) -> bytes[a] != bytes[b]
            ? Long.compare(bytes[b], bytes[a])
            : Integer.compare(partner[a], partner[b]),
        (a, b) -> {
          int rank = partner[a];
          partner[a] = partner[b];
          partner[b] = rank;
          long weight = bytes[a];
          bytes[a] = bytes[b];
          bytes[b] = weight;
        });
  }

  int ranks() {
    return first.length - 1;
  }

  /**
   * Returns the row of a rank's first partner. Its last row is before the first row of the next
   * rank.
   */
  int first(int rank) {
    return first[rank];
  }

  int partner(int row) {
    return partner[row];
  }

  long bytes(int row) {
    return bytes[row];
  }

  /** Bytes of all messages between different ranks. */
  public double bytes() {
    double sum = 0;
    for (int row = 0; row < first[ranks()]; row++) {
      sum += bytes[row];
    }
    return sum / 2;
  }

  /**
   * Returns a lower bound of bytes x cables over all mappings. It assumes that each rank has its
   * heaviest partners on its node, the next heaviest on neighbouring nodes, and all other partners
   * two cables away.
   *
   * @param neighbours the largest number of nodes that are one cable away from a node
   */
  double leastBytesTimesHops(int ranksPerNode, int neighbours) {
    double sum = 0;
    for (int rank = 0; rank < ranks(); rank++) {
      long inside = first[rank] + ranksPerNode - 1L;
      long beside = inside + (long) neighbours * ranksPerNode;
      for (int row = first[rank]; row < first[rank + 1]; row++) {
        sum += (double) bytes[row] * (row < inside ? 0 : row < beside ? 1 : 2);
      }
    }
    return sum / 2;
  }

  /** Returns the sum of bytes x crossed cables over all messages. */
  public double bytesTimesHops(Machine machine) {
    return bytesTimesHops(machine, machine::nodeOf);
  }

  /** @param slots the slot (node x ranks per node + core) of each rank */
  double bytesTimesHops(Machine machine, int[] slots) {
    return bytesTimesHops(machine, rank -> slots[rank] / machine.ranksPerNode());
  }

  private double bytesTimesHops(Machine machine, IntUnaryOperator nodeOf) {
    double sum = 0;
    for (int rank = 0; rank < ranks(); rank++) {
      int node = nodeOf.applyAsInt(rank);
      for (int row = first[rank]; row < first[rank + 1]; row++) {
        sum += (double) bytes[row] * machine.routes().hops(node, nodeOf.applyAsInt(partner[row]));
      }
    }
    return sum / 2;
  }
}
