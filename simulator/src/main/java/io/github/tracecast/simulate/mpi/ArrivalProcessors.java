package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.Op;
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
final class ArrivalProcessors implements Processors, TimedNetwork.Receivers {
  private final RankStates ranks;
  private final Strands strands;
  private final CostTable costs;
  private final TimedNetwork timed;

  /** By rank: the end of the last message that has taken the processor, ps. */
  private final long[] heldUntil;

  /** By rank: the end of the gap after that message, ps; 0 if there are no gaps. */
  private final long[] nextMessage;

  /** By rank or strand: whether it has asked for the processor. */
  private boolean[] asked;

  ArrivalProcessors(CostTable costs, RankStates ranks, Strands strands, TimedNetwork timed) {
    this.ranks = ranks;
    this.strands = strands;
    this.costs = costs;
    this.timed = timed;
    heldUntil = new long[ranks.count()];
    nextMessage = new long[ranks.count()];
    asked = new boolean[ranks.count()];
  }

  @Override
  public boolean seize(int row, int use) {
    if (row >= asked.length) {
      asked = Arrays.copyOf(asked, 2 * row);
    }
    long from = from(row, use);
    if (!asked[row]) {
      asked[row] = true;
      timed.wake(row, from);
      return false;
    }
    if (from > timed.now() && use != Op.POSTS) {
      timed.turnLater(row, from);
      return false;
    }
    asked[row] = false;
    ranks.clock().set(row, 0, Math.max(ranks.clock().first(row), timed.now()));
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
  public long take(int rank, int cost) {
    long own = costs.receiveOverhead.first(cost);
    heldUntil[rank] = timed.now() + own;
    if (ranks.hasGaps()) {
      nextMessage[rank] = timed.now() + costs.gap.first(cost);
    }
    ranks.overhead().add(rank, 0, own);
    return heldUntil[rank];
  }

  /** Describes when a rank's processor has finished its messages and may take the next one. */
  @Override
  public void describe(int rank, StateSink sink) {
    sink.time(Math.max(timed.now(), heldUntil[rank]));
    if (ranks.hasGaps()) {
      sink.time(Math.max(timed.now(), nextMessage[rank]));
    }
  }

  @Override
  public void describeAsked(int row, StateSink sink) {
    sink.number(row < asked.length && asked[row] ? 1 : 0);
  }
}
