package io.github.tracecast.imports.internal.dumpi;

import java.util.Arrays;

/**
 * A communicator of the run.
 *
 * @param name for people
 * @param members world ranks by local rank
 * @param remote of an inter-communicator: the world ranks of the other group; else null
 * @param dimensions of a Cartesian topology; else null
 * @param number its number among the communicators with the same local rank 0
 */
record RunCommunicator(String name, int[] members, int[] remote, int[] dimensions, int number) {
  /** Whether its calls are between two groups. */
  boolean isInter() {
    return remote != null;
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
