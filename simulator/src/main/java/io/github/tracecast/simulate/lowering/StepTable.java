package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.Communicators;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of collectives: messages of a loop whose partner moves on with each iteration. A rank
 * that sends a step has a walk, which counts its loops. Memory follows ranks, and not pairs of
 * ranks. One thread fills it; later it is only read.
 */
public final class StepTable {
  private static final int NONE = -1;

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

  private final List<Step> steps = new ArrayList<>();
  private final Map<Step, Integer> numbers = new HashMap<>();

  /** By walk: its rank and its step. */
  private final IntArrayList rankOf = new IntArrayList();

  private final IntArrayList stepOf = new IntArrayList();

  /** The walks of the rank that was last lowered, by step. */
  private final Int2IntOpenHashMap walks = new Int2IntOpenHashMap();

  private int lastRank = NONE;

  StepTable() {
    walks.defaultReturnValue(NONE);
  }

  /** The number of a step. */
  int of(Step step) {
    return numbers.computeIfAbsent(step, s -> {
      steps.add(s);
      return steps.size() - 1;
    });
  }

  /** The walk of a rank that sends a step. Ranks come one after another. */
  int walk(int rank, int step) {
    if (rank != lastRank) {
      lastRank = rank;
      walks.clear();
    }
    int known = walks.putIfAbsent(step, rankOf.size());
    if (known != NONE) {
      return known;
    }
    rankOf.add(rank);
    stepOf.add(step);
    return rankOf.size() - 1;
  }

  public boolean isEmpty() {
    return steps.isEmpty();
  }

  public Step step(int number) {
    return steps.get(number);
  }

  /** Number of walks. */
  public int walks() {
    return rankOf.size();
  }

  /** The world rank that sends the steps of a walk. */
  public int rankOf(int walk) {
    return rankOf.getInt(walk);
  }

  /** The steps of a walk. */
  public Step stepOf(int walk) {
    return steps.get(stepOf.getInt(walk));
  }

  /** The world ranks to which a walk sends, in their order. */
  public int[] partners(int walk, Communicators communicators) {
    Step step = stepOf(walk);
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
