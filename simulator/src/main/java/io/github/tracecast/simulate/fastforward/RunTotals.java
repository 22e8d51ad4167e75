package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneSums;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Accounts;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.Transport;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Totals of a run at some moment, over ranks, events, sites and channels. What was added since can
 * be added again. Immutable.
 */
final class RunTotals {
  /** Messages and bytes by channel, see {@link Transport#sent}. */
  private final long[] traffic;

  /** Number of ranks whose times are kept: all or none, see {@link Accounts#areKept}. */
  private final int ranks;

  private final LaneTimes compute;
  private final LaneTimes paid;
  private final long[] computed;
  private final long[] sent;
  private final LaneSums inside;
  private final LaneSums insideOverhead;
  private final LaneSums computeBefore;
  private final long[] missing;

  RunTotals(Interpreter run) {
    traffic = run.transport.sent.clone();
    ranks = run.accounts.areKept() ? run.ranks.count : 0;
    compute = run.accounts.compute.copy(ranks);
    paid = new LaneTimes(ranks, run.ranks.lanes);
    for (int rank = 0; rank < ranks; rank++) {
      paid.put(rank, paid(rank, run), rank);
    }
    computed = run.accounts.computed.clone();
    sent = run.accounts.sent.clone();
    inside = run.accounts.inside.copy();
    insideOverhead = run.accounts.insideOverhead.copy();
    computeBefore = run.accounts.computeBefore.copy();
    missing = Arrays.stream(run.program.computeTimes())
        .mapToLong(times -> times.missingPaths())
        .toArray();
  }

  /** Whether nothing was sent on a channel since. */
  boolean isQuiet(int channel, Interpreter run) {
    return run.transport.messages(channel) == traffic[2 * channel];
  }

  /** What a rank has paid for messages, without the current call. */
  private static LaneTimes paid(int rank, Interpreter run) {
    boolean ended = run.program.code()[run.ranks.at[rank]] == Op.HALT;
    return ended ? run.ranks.overhead : run.ranks.overheadStart;
  }

  /**
   * Adds what was added since, {@code times} times more. If the time inside calls grows, it does so
   * each time by the growth since the period before.
   *
   * @param before the totals one period before these; null if no call grows
   */
  void repeat(Interpreter run, long times, RunTotals before) {
    repeat(run.transport.sent, traffic, times);
    repeat(run.accounts.computed, computed, times);
    repeat(run.accounts.sent, sent, times);
    run.accounts.compute.repeat(compute, times);
    for (int rank = 0; rank < ranks; rank++) {
      for (int k = 0; k < run.ranks.lanes; k++) {
        long pays = paid(rank, run).get(rank, k) - paid.get(rank, k);
        pay(run, rank, k, Math.multiplyExact(pays, times));
      }
    }
    if (before == null) {
      run.accounts.inside.addTimes(times, inside, run.accounts.inside);
    } else {
      run.accounts.inside.addSeries(times, before.inside, inside);
    }
    run.accounts.insideOverhead.addTimes(times, insideOverhead, run.accounts.insideOverhead);
    run.accounts.computeBefore.addTimes(times, computeBefore, run.accounts.computeBefore);
    for (int k = 0; k < missing.length; k++) {
      run.program.computeTimes()[k].repeatMissing(missing[k], times);
    }
  }

  /** Adds to a rank's own work. The current call keeps what it has paid. */
  private static void pay(Interpreter run, int rank, int lane, long picos) {
    run.ranks.overhead.add(rank, lane, picos);
    run.ranks.overheadStart.add(rank, lane, picos);
  }

  private static void repeat(long[] now, long[] then, long times) {
    for (int i = 0; i < then.length; i++) {
      now[i] = Math.addExact(now[i], Math.multiplyExact(now[i] - then[i], times));
    }
  }

  /**
   * Adds a part of what was added since, on one lane. Each rank that takes part gets at most
   * {@code picos} of computation and own work.
   */
  void addPart(Interpreter run, double factor, boolean[] takesPart, long picos) {
    LongUnaryOperator part = added -> Math.round(factor * added);
    for (int rank = 0; rank < run.ranks.count; rank++) {
      if (takesPart[rank]) {
        long computes = run.accounts.compute.first(rank) - compute.first(rank);
        long added = Math.min(picos, part.applyAsLong(computes));
        long pays = paid(rank, run).first(rank) - paid.first(rank);
        run.accounts.compute.add(rank, 0, added);
        pay(run, rank, 0, Math.min(picos - added, part.applyAsLong(pays)));
      }
    }
    addPart(run.transport.sent, traffic, part);
    addPart(run.accounts.computed, computed, part);
    addPart(run.accounts.sent, sent, part);
    run.accounts.inside.addInProportion(factor, inside, run.accounts.inside);
    run.accounts.insideOverhead.addInProportion(
        factor, insideOverhead, run.accounts.insideOverhead);
    run.accounts.computeBefore.addInProportion(factor, computeBefore, run.accounts.computeBefore);
  }

  private static void addPart(long[] now, long[] then, LongUnaryOperator part) {
    for (int i = 0; i < now.length; i++) {
      now[i] += part.applyAsLong(now[i] - then[i]);
    }
  }
}
