package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.TimedNetwork;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;
import java.util.Optional;

/**
 * The processors of the ranks, on machines where an arriving message occupies its receiver's
 * processor. Computation, sends and arriving messages use a processor one after another, in order
 * of simulated time, and at equal times in the order of their causes. No work is interrupted.
 *
 * <p>Source of the rules: LogGOPSim (Hoefler, Schneider, Lumsdaine, "LogGOPSim", HPDC 2010). In
 * LogGOPSim, a receiver spends its overhead and the time per byte as soon as a message arrives. The
 * run must be in order of simulated time, on one lane. One thread.
 */
final class ArrivalProcessors implements Processors, TimedNetwork.Receivers {
  private final RankStates ranks;
  private final Strands strands;
  private final CostTable costs;
  private final Network network;

  /** For each rank, the time in ps until which the last arrived message occupies the processor. */
  private final long[] heldUntil;

  /** For each rank, the end of the gap after the last arrived message, ps; 0 if there are no gaps. */
  private final long[] nextMessage;

  /** For each rank and strand, the use for which it waits for its processor, such as {@link Op#SENDS}. */
  private byte[] awaited;

  ArrivalProcessors(CostTable costs, RankStates ranks, Strands strands, Network network) {
    this.ranks = ranks;
    this.strands = strands;
    this.costs = costs;
    this.network = network;
    heldUntil = new long[ranks.count()];
    nextMessage = new long[ranks.count()];
    awaited = new byte[ranks.count()];
  }

  @Override
  public boolean seize(int row, int use) {
    if (row >= awaited.length) {
      awaited = Arrays.copyOf(awaited, 2 * row);
    }
    if (awaited[row] == Op.NO_USE) {
      awaited[row] = (byte) use;
      network.resumeAt(row, from(row, use));
      return false;
    }
    awaited[row] = Op.NO_USE;
    ranks.clock().set(row, 0, Math.max(ranks.clock().first(row), network.now()));
    return true;
  }

  private long from(int row, int use) {
    long from = Math.max(ranks.clock().first(row), heldUntil[strands.owner(row)]);
    return use == Op.SENDS && ranks.hasGaps() ? Math.max(from, ranks.nextSend().first(row)) : from;
  }

  /** After its wait, a receive is posted even if another message has taken the processor meanwhile. */
  @Override
  public long continuesFrom(int row) {
    int use = row < awaited.length ? awaited[row] : Op.NO_USE;
    return use == Op.NO_USE || use == Op.POSTS ? 0 : from(row, use);
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

  @Override
  public Optional<TimedNetwork.Receivers> receivers() {
    return Optional.of(this);
  }

  /** Describes when a rank's processor is free, and whether a rank or strand waits for it. */
  @Override
  public void describe(int row, StateSink sink) {
    if (row < heldUntil.length) {
      sink.time(Math.max(network.now(), heldUntil[row]));
      if (ranks.hasGaps()) {
        sink.time(Math.max(network.now(), nextMessage[row]));
      }
    }
    sink.number(row < awaited.length && awaited[row] != Op.NO_USE ? 1 : 0);
  }
}
