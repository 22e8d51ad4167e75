package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.Communicators;

/**
 * The steps of collectives: messages of a loop whose partner moves on with each iteration. A rank
 * that sends a step has a walk, which counts its loops. Memory follows ranks, and not pairs of
 * ranks. One thread fills it; later it is only read.
 */
public final class StepTable {
  /**
   * A message in a loop. The partner is at a distance from the rank, around the communicator or in
   * the bits of the rank's number.
   *
   * @param stream number of the context, see {@link ChannelNumbers}
   * @param inBits whether the distance is one in bits
   * @param size ranks of the communicator
   * @param distance in the first iteration, from 0 to {@code size - 1}
   * @param growth of the distance with each iteration
   * @param bytes size of the message; 0 for a receive
   * @param times number of iterations
   */
  public record Step(
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
     * @param left number of iterations that are left, this one included
     */
    public int partner(int local, int left) {
      int now = distance + growth * (times - left);
      if (inBits) {
        return local ^ now;
      }
      int partner = local + now;
      return partner < size ? partner : partner - size;
    }
  }

  private final Numbered<Step> steps = new Numbered<>();

  /** The walks: a rank and its step. */
  private final PairTable walks = new PairTable();

  int of(Step step) {
    return steps.of(step);
  }

  /** The walk of a rank that sends a step. */
  int walk(int rank, int step) {
    return walks.of(rank, step);
  }

  public boolean isEmpty() {
    return steps.all().isEmpty();
  }

  public Step step(int number) {
    return steps.get(number);
  }

  public int walks() {
    return walks.count();
  }

  /** The world rank that sends the steps of a walk. */
  public int rankOf(int walk) {
    return walks.first(walk);
  }

  /** The world ranks to which a walk sends, in their order. */
  public int[] partners(int walk, Communicators communicators) {
    Step step = steps.get(walks.second(walk));
    int rank = rankOf(walk);
    int local = communicators.localRank(step.communicator(), rank);
    int[] partners = new int[step.times()];
    for (int i = 0; i < partners.length; i++) {
      partners[i] =
          communicators.worldRank(step.communicator(), step.partner(local, step.times() - i), rank);
    }
    return partners;
  }
}
