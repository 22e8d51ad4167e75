package io.github.tracecast.platform.collective;

/**
 * An algorithm that carries out a collective operation by point-to-point messages. Immutable and
 * stateless: any thread may use it for any call.
 */
public interface Algorithm {
  /**
   * Emits this rank's messages of a round (0, 1, 2...). All receives are posted at the same time.
   * Then the sends leave one after another. The next round starts when all receives of this round
   * are complete and all its sends are locally complete. A round may be empty.
   *
   * @return false, without emitting anything, if the rank has no such round
   */
  boolean round(CollectiveCall call, int round, Steps steps);

  /**
   * Returns the number of successive rounds, from this round on, with the same partners and sizes;
   * at least 1, even if the round does not exist. A replay keeps these rounds as one loop, so
   * memory does not grow with their number.
   */
  default int alike(CollectiveCall call, int round) {
    return 1;
  }

  /**
   * Returns the bytes of memory that MPI libraries allocate for this rank's part of a call: the
   * temporary vectors of reductions, and the rotated blocks of Bruck's algorithms. The source code
   * of Open MPI and MPICH is the reference. Buffers of single blocks do not count.
   *
   * @param vector all bytes of the operation's data
   */
  default long allocatedBytes(CollectiveCall call, long vector) {
    return 0;
  }
}
