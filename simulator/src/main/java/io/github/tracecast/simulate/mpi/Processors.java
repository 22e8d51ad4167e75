package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.TimedNetwork;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;

/**
 * The processors of the ranks, on machines where an arriving message occupies its receiver's
 * processor. Computation, sends and arriving messages use it one after another, in the order of
 * time. At equal times the one that was caused first comes first. No work is interrupted.
 *
 * <p>Source of the rules: LogGOPSim (Hoefler, Schneider, Lumsdaine, "LogGOPSim", HPDC 2010). There,
 * a receiver spends its overhead and the bytes' time as soon as a message arrives. Runs in the
 * order of time, on one lane. One thread.
 */
final class Processors implements TimedNetwork.Receivers {
  private final RankStates ranks;
  private final Strands strands;
  private final CostTable costs;
  private final Network network;

  /** By rank: the end of the last message that has taken the processor, ps. Empty on other machines. */
  private final long[] heldUntil;

  /** By rank: the end of the gap after that message, ps; 0 if there are no gaps. */
  private final long[] nextMessage;

  /** By rank or strand: whether it has asked for the processor. */
  private boolean[] wantsProcessor;

  Processors(CostTable costs, RankStates ranks, Strands strands, Network network) {
    this.ranks = ranks;
    this.strands = strands;
    this.costs = costs;
    this.network = network;
    int used = costs.receivesAtArrival() ? ranks.count() : 0;
    heldUntil = new long[used];
    nextMessage = new long[used];
    wantsProcessor = new boolean[used];
  }

  /**
   * Lets a rank or a strand have its processor for a use such as {@link Op#SENDS}. Returns false if
   * it has to wait; it then gets a turn.
   */
  boolean seize(int row, int use) {
    if (row >= wantsProcessor.length) {
      wantsProcessor = Arrays.copyOf(wantsProcessor, 2 * row);
    }
    long from = from(row, use);
    if (!wantsProcessor[row]) {
      wantsProcessor[row] = true;
      network.resumeAt(row, from);
      return false;
    }
    if (from > network.now() && use != Op.POSTS) {
      network.turnLater(row, from);
      return false;
    }
    wantsProcessor[row] = false;
    ranks.clock().set(row, 0, Math.max(ranks.clock().first(row), network.now()));
    return true;
  }

  private long from(int row, int use) {
    long from = Math.max(ranks.clock().first(row), heldUntil[strands.owner(row)]);
    return use == Op.SENDS && ranks.hasGaps() ? Math.max(from, ranks.nextSend().first(row)) : from;
  }

  @Override
  public long freeFrom(int rank) {
    long free = Math.max(ranks.clock().first(rank), heldUntil[rank]);
    return Math.max(free, nextMessage[rank]);
  }

  @Override
  public long receive(int rank, int cost) {
    long own = costs.receiveOverhead.first(cost);
    heldUntil[rank] = network.now() + own;
    if (ranks.hasGaps()) {
      nextMessage[rank] = network.now() + costs.gap.first(cost);
    }
    ranks.overhead().add(rank, 0, own);
    return heldUntil[rank];
  }

  /** Describes when a rank's processor is free, and whether a rank or a strand has asked for it. */
  void describe(int row, StateSink sink) {
    if (heldUntil.length == 0) {
      return;
    }
    if (row < heldUntil.length) {
      sink.time(Math.max(network.now(), heldUntil[row]));
      if (ranks.hasGaps()) {
        sink.time(Math.max(network.now(), nextMessage[row]));
      }
    }
    sink.number(row < wantsProcessor.length && wantsProcessor[row] ? 1 : 0);
  }
}
