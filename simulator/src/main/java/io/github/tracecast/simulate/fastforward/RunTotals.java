package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneSums;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.state.Totals;
import java.util.function.LongUnaryOperator;

/**
 * Totals of a run in the order of time at some moment, over ranks, events, sites and channels.
 * Immutable.
 */
final class RunTotals implements Totals {
  private final long skippedPicos;
  private final long[] messages;
  private final long[] bytes;
  private final LaneTimes compute;
  private final LaneTimes overhead;
  private final long[] computed;
  private final long[] sent;
  private final LaneSums inside;
  private final LaneSums insideOverhead;
  private final LaneSums computeBefore;
  private final long missing;

  RunTotals(Interpreter run, long skippedPicos) {
    this.skippedPicos = skippedPicos;
    messages = run.transport.messages.clone();
    bytes = run.transport.bytes.clone();
    compute = run.accounts.compute.copy(run.ranks.count);
    overhead = new LaneTimes(run.ranks.count, 1);
    for (int rank = 0; rank < run.ranks.count; rank++) {
      boolean ended = run.program.code()[run.ranks.at[rank]] == Op.HALT;
      LaneTimes paid = ended ? run.ranks.overhead : run.ranks.overheadStart;
      overhead.put(rank, paid, rank); // without the cost of the current call
    }
    computed = run.accounts.computed.clone();
    sent = run.accounts.sent.clone();
    inside = run.accounts.inside.copy();
    insideOverhead = run.accounts.insideOverhead.copy();
    computeBefore = run.accounts.computeBefore.copy();
    missing = run.program.computeTimes()[0].missingPaths();
  }

  @Override
  public long skippedPicos() {
    return skippedPicos;
  }

  /** Adds the difference between two moments to a run's accounts, {@code times} times. */
  void repeatSince(RunTotals from, long times, Interpreter run) {
    repeat(run.transport.messages, from.messages, messages, times);
    repeat(run.transport.bytes, from.bytes, bytes, times);
    repeat(run.accounts.computed, from.computed, computed, times);
    repeat(run.accounts.sent, from.sent, sent, times);
    for (int rank = 0; rank < run.ranks.count; rank++) {
      long computes = Math.multiplyExact(compute.first(rank) - from.compute.first(rank), times);
      run.accounts.compute.add(rank, 0, computes);
      long pays = Math.multiplyExact(overhead.first(rank) - from.overhead.first(rank), times);
      run.ranks.overhead.add(rank, 0, pays);
      run.ranks.overheadStart.add(rank, 0, pays);
    }
    run.accounts.inside.addTimes(times, from.inside, inside);
    run.accounts.insideOverhead.addTimes(times, from.insideOverhead, insideOverhead);
    run.accounts.computeBefore.addTimes(times, from.computeBefore, computeBefore);
    run.program.computeTimes()[0].addMissingPaths(times * (missing - from.missing));
  }

  private static void repeat(long[] now, long[] from, long[] to, long times) {
    for (int i = 0; i < now.length; i++) {
      now[i] = Math.addExact(now[i], Math.multiplyExact(to[i] - from[i], times));
    }
  }

  /**
   * Adds a part of that difference. Each rank that takes part gets at most {@code picos} of
   * computation and own work.
   */
  void addPartSince(
      RunTotals from, double factor, boolean[] takesPart, long picos, Interpreter run) {
    LongUnaryOperator part = added -> Math.round(factor * added);
    for (int rank = 0; rank < run.ranks.count; rank++) {
      if (takesPart[rank]) {
        long computes =
            Math.min(picos, part.applyAsLong(compute.first(rank) - from.compute.first(rank)));
        long pays = Math.min(
            picos - computes, part.applyAsLong(overhead.first(rank) - from.overhead.first(rank)));
        run.accounts.compute.add(rank, 0, computes);
        run.ranks.overhead.add(rank, 0, pays);
        run.ranks.overheadStart.add(rank, 0, pays);
      }
    }
    addPart(run.transport.messages, from.messages, messages, part);
    addPart(run.transport.bytes, from.bytes, bytes, part);
    addPart(run.accounts.computed, from.computed, computed, part);
    addPart(run.accounts.sent, from.sent, sent, part);
    run.accounts.inside.addInProportion(factor, from.inside, inside);
    run.accounts.insideOverhead.addInProportion(factor, from.insideOverhead, insideOverhead);
    run.accounts.computeBefore.addInProportion(factor, from.computeBefore, computeBefore);
  }

  private static void addPart(long[] now, long[] from, long[] to, LongUnaryOperator part) {
    for (int i = 0; i < now.length; i++) {
      now[i] += part.applyAsLong(to[i] - from[i]);
    }
  }
}
