package io.github.tracecast.imports.internal.goal;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The operations of one rank and their dependencies, in packed columns. The instance is reused for
 * the next rank. Not thread-safe.
 */
final class RankSchedule {
  static final byte SEND = 1;
  static final byte RECEIVE = 2;
  static final byte CALCULATE = 3;

  /** The value for any source or any tag. */
  static final int ANY = -1;

  private byte[] kinds = new byte[64];
  private int[] peers = new int[64];
  private long[] sizes = new long[64];
  private int[] tags = new int[64];
  private short[] cpus = new short[64];
  private int[] places = new int[64];
  private int count;

  /**
   * The dependencies, one in each long. The upper half has an operation, the lower half has twice
   * the number of the operation that depends on it. The lowest bit is set if the dependency is on
   * the start of the first operation instead of its end.
   */
  private final LongArrayList edges = new LongArrayList();

  private int[] first = {};
  private int[] after = {};

  void clear() {
    count = 0;
    edges.clear();
  }

  /**
   * Adds an operation.
   *
   * @param size bytes of a message or nanoseconds of a calculation
   * @param place the place of the operation in the file
   */
  int add(byte kind, int peer, long size, int tag, int cpu, int place) {
    if (count == kinds.length) {
      int larger = 2 * count;
      kinds = Arrays.copyOf(kinds, larger);
      peers = Arrays.copyOf(peers, larger);
      sizes = Arrays.copyOf(sizes, larger);
      tags = Arrays.copyOf(tags, larger);
      cpus = Arrays.copyOf(cpus, larger);
      places = Arrays.copyOf(places, larger);
    }
    kinds[count] = kind;
    peers[count] = peer;
    sizes[count] = size;
    tags[count] = tag;
    cpus[count] = (short) cpu;
    places[count] = place;
    return count++;
  }

  /** Makes an operation depend on the start or the end of another operation. */
  void depends(int later, int earlier, boolean onStart) {
    edges.add((long) earlier << 33 | (long) later << 1 | (onStart ? 1 : 0));
  }

  /** Sorts the dependencies. No operation may be added afterwards. */
  void close() {
    first = new int[count + 1];
    after = new int[edges.size()];
    for (int i = 0; i < edges.size(); i++) {
      first[(int) (edges.getLong(i) >>> 33) + 1]++;
    }
    for (int op = 0; op < count; op++) {
      first[op + 1] += first[op];
    }
    int[] next = Arrays.copyOf(first, count);
    for (int i = 0; i < edges.size(); i++) {
      long edge = edges.getLong(i);
      after[next[(int) (edge >>> 33)]++] = (int) edge;
    }
  }

  /** Returns the number of dependencies of each operation. */
  int[] dependencies() {
    int[] counts = new int[count];
    for (int edge : after) {
      counts[later(edge)]++;
    }
    return counts;
  }

  int count() {
    return count;
  }

  /** Returns the index of an operation's first edge. Its last edge is before {@code firstEdge(op + 1)}. */
  int firstEdge(int op) {
    return first[op];
  }

  int edge(int index) {
    return after[index];
  }

  /** Returns the dependent operation of an edge. */
  static int later(int edge) {
    return edge >>> 1;
  }

  /** Whether an edge is a dependency on the start of an operation. */
  static boolean onStart(int edge) {
    return (edge & 1) != 0;
  }

  /** Returns for each operation the messages that must end before it starts. */
  IntArrayList[] ends() {
    IntArrayList[] ends = new IntArrayList[count];
    for (int op = 0; op < count; op++) {
      for (int i = first[op]; i < first[op + 1]; i++) {
        if (!onStart(after[i]) && kinds[op] != CALCULATE) {
          int later = later(after[i]);
          ends[later] = ends[later] == null ? new IntArrayList(2) : ends[later];
          ends[later].add(op);
        }
      }
    }
    return ends;
  }

  byte kind(int op) {
    return kinds[op];
  }

  int peer(int op) {
    return peers[op];
  }

  long size(int op) {
    return sizes[op];
  }

  int tag(int op) {
    return tags[op];
  }

  int cpu(int op) {
    return cpus[op];
  }

  /**
   * Returns the place of an operation: the line in a text, the operation's number in a binary file.
   */
  int place(int op) {
    return places[op];
  }
}
