package io.github.tracecast.imports.internal.dumpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A communicator of the run.
 *
 * @param name for people
 * @param members world ranks by local rank
 * @param remote of an inter-communicator: the world ranks of the other group; else empty
 * @param dimensions of a Cartesian topology; else null
 * @param number its number among the communicators with the same local rank 0
 */
record RunCommunicator(
    String name, int[] members, int[] remote, int @Nullable [] dimensions, int number) {
  /** A communicator of one group. */
  RunCommunicator(String name, int[] members, int @Nullable [] dimensions, int number) {
    this(name, members, new int[0], dimensions, number);
  }

  /** A communicator of one group without a topology, which is the first of its local rank 0. */
  RunCommunicator(String name, int... members) {
    this(name, members, null, 0);
  }

  /** An inter-communicator. */
  static RunCommunicator between(String name, int[] members, int[] remote) {
    return new RunCommunicator(name, members, remote, null, 0);
  }

  /** Whether its calls are between two groups. */
  boolean isInter() {
    return remote.length > 0;
  }

  /** Local rank of a world rank, -1 for none. */
  int localRank(int world) {
    int guess = Arrays.binarySearch(members, world);
    if (guess >= 0 && members[guess] == world) {
      return guess;
    }
    for (int i = 0; i < members.length; i++) {
      if (members[i] == world) {
        return i;
      }
    }
    return -1;
  }
}
