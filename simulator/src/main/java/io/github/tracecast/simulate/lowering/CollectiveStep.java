package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.Communicators;

/**
 * A message in a loop of a collective. Its partner changes with each iteration. The partner of
 * local rank r is (r + distance) mod size, or r xor distance, and the distance grows by a constant.
 * Memory is proportional to the number of ranks, not to the number of pairs of ranks.
 *
 * @param stream number of the pair of context and tag, see {@link ChannelNumbers}
 * @param inBits whether the partner is r xor distance
 * @param distance the distance in the first iteration, from 0 to {@code size - 1}
 * @param growth growth of the distance with each iteration
 * @param bytes size of the message; 0 for a receive
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
  /** The partner of a local rank, as a local rank, after {@code done} iterations. */
  public int partner(int local, int done) {
    int now = distance + growth * done;
    if (inBits) {
      return local ^ now;
    }
    int partner = local + now;
    return partner < size ? partner : partner - size;
  }

  /** The world ranks to which a rank sends in all iterations, in order. */
  public int[] partners(int rank, Communicators communicators) {
    int local = communicators.localRank(communicator, rank);
    int[] partners = new int[times];
    for (int i = 0; i < times; i++) {
      partners[i] = communicators.worldRank(communicator, partner(local, i), rank);
    }
    return partners;
  }
}
