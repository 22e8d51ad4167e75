package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.Communicators;

/**
 * A message in a loop of a collective, whose partner moves on with each iteration. The partner is at
 * a distance from the rank, around the communicator or in the bits of the rank's number. Memory
 * follows ranks, and not pairs of ranks.
 *
 * @param stream number of the context, see {@link ChannelNumbers}
 * @param inBits whether the distance is one in bits
 * @param size ranks of the communicator
 * @param distance in the first iteration, from 0 to {@code size - 1}
 * @param growth of the distance with each iteration
 * @param bytes size of the message; 0 for a receive
 * @param times number of iterations
 */
public record CollectiveStep(
    int communicator,
    int stream,
    boolean inBits,
    int size,
    int distance,
    int growth,
    long bytes,
    int times) {
  /**
   * The local rank of the partner.
   *
   * @param done number of earlier iterations
   */
  public int partner(int local, int done) {
    int now = distance + growth * done;
    if (inBits) {
      return local ^ now;
    }
    int partner = local + now;
    return partner < size ? partner : partner - size;
  }

  /** The world ranks to which a rank sends, in their order. */
  public int[] partners(int rank, Communicators communicators) {
    int local = communicators.localRank(communicator, rank);
    int[] partners = new int[times];
    for (int i = 0; i < times; i++) {
      partners[i] = communicators.worldRank(communicator, partner(local, i), rank);
    }
    return partners;
  }
}
