package io.github.tracecast.compress;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The local ranks of a task in the communicators that it defined, and the sizes of these
 * communicators, by handle. Not thread-safe.
 */
final class Places {
  /** The set of parameters that are endpoints, with the bit of each parameter at its ordinal. */
  static final long ENDPOINTS = endpoints();

  private static final Parameter[] PARAMETERS = Parameter.values();

  private int[] localRanks = new int[4];

  /** The sizes by handle; 0 if the task did not define the communicator. */
  private int[] sizes = new int[4];

  private final int rank;

  /** The number of communicators that this task has defined so far with itself as the only member. */
  private int alone;

  /** Creates the local ranks of a task in MPI_COMM_WORLD and MPI_COMM_SELF. */
  Places(int rank, int ranks) {
    this.rank = rank;
    put(Communicator.WORLD, rank, ranks);
    put(Communicator.SELF, 0, 1);
  }

  private static long endpoints() {
    long bits = 0;
    for (Parameter parameter : Parameter.values()) {
      bits |= parameter.isEndpoint() ? 1L << parameter.ordinal() : 0;
    }
    return bits;
  }

  static boolean isList(int ordinal) {
    return PARAMETERS[ordinal].isList();
  }

  static String name(int ordinal) {
    return PARAMETERS[ordinal].textName();
  }

  /**
   * Defines a communicator of this task and returns its handle; see {@link EventSink#communicator}.
   */
  int define(
      Definitions definitions,
      String name,
      Definitions.Key key,
      int localRank,
      int size,
      int firstGroup) {
    int root = key.root();
    int ranks = definitions.ranks();
    if (root < 0 || root >= ranks || size < 1 || size > ranks) {
      throw TraceException.at(
          "rank " + rank + ": communicator " + name,
          "root " + root + " and " + size + " processes",
          "a root below " + ranks + " and 1 to " + ranks + " processes, because the run has "
              + ranks + " ranks");
    }
    if (localRank < 0 || localRank >= size || localRank == 0 != (root == rank)) {
      throw TraceException.at(
          "rank " + rank + ": communicator " + name,
          "local rank " + localRank,
          "0 to " + (size - 1) + "; only the root, rank " + root + ", has local rank 0");
    }
    if (firstGroup < 0 || firstGroup >= size) {
      throw TraceException.at(
          "rank " + rank + ": communicator " + name,
          "a first group of " + firstGroup + " processes",
          "0 processes (an intracommunicator), or 1 to "
              + (size - 1)
              + " processes (an intercommunicator)");
    }
    int id = size == 1
        ? definitions.selfLike(name, rank, alone++)
        : definitions.communicator(name, key, rank, localRank, size, firstGroup);
    put(id, localRank, size);
    return id;
  }

  private void put(int communicator, int localRank, int size) {
    localRanks = IntArrays.grow(localRanks, communicator + 1);
    sizes = IntArrays.grow(sizes, communicator + 1);
    localRanks[communicator] = localRank;
    sizes[communicator] = size;
  }

  boolean has(long communicator) {
    return communicator >= 0 && communicator < sizes.length && sizes[(int) communicator] > 0;
  }

  int localRank(long communicator) {
    return localRanks[(int) communicator];
  }

  int size(long communicator) {
    return sizes[(int) communicator];
  }
}
