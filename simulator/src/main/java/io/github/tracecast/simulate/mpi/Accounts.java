package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneSums;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.SiteTable;
import java.util.Arrays;

/**
 * Times spent on each lane, by rank and by event. Nobody asks for them if lanes follow the first, so
 * they are not kept then. One thread.
 */
public final class Accounts {
  /** Computation of each rank, ps. */
  public final LaneTimes compute;

  /**
   * Times of each event, ps: inside calls, the ranks' own work in them, the computation before, and
   * the longest call.
   */
  public final LaneSums inside;

  public final LaneSums insideOverhead;
  public final LaneSums computeBefore;
  public final LaneTimes longest;

  /** Number of executions of each site. */
  public final long[] computed;

  public final long[] sent;

  private final LaneProgram program;
  private final int lanes;
  private final boolean kept;

  Accounts(LaneProgram program) {
    this.program = program;
    this.lanes = program.lanes();
    this.kept = !program.figures().follow();
    int ranks = kept ? program.programs().ranks() : 0;
    int events = kept ? program.programs().trace().events().size() : 0;
    compute = new LaneTimes(ranks, lanes);
    inside = new LaneSums(events, lanes);
    insideOverhead = new LaneSums(events, lanes);
    computeBefore = new LaneSums(events, lanes);
    longest = new LaneTimes(events, lanes);
    computed = new long[program.computeSites().count()];
    sent = new long[program.sendSites().count()];
  }

  private Accounts(Accounts whole) {
    program = whole.program;
    lanes = whole.lanes;
    kept = whole.kept;
    int events = program.programs().trace().events().size();
    compute = whole.compute;
    inside = new LaneSums(events, lanes);
    insideOverhead = new LaneSums(events, lanes);
    computeBefore = new LaneSums(events, lanes);
    longest = new LaneTimes(events, lanes);
    computed = new long[whole.computed.length];
    sent = new long[whole.sent.length];
  }

  /** Accounts of a block of ranks. They share the times of ranks. */
  Accounts part() {
    return new Accounts(this);
  }

  /** Adds the accounts of a {@link #part}. */
  void add(Accounts part) {
    inside.addAll(part.inside);
    insideOverhead.addAll(part.insideOverhead);
    computeBefore.addAll(part.computeBefore);
    int events = program.programs().trace().events().size();
    for (int event = 0; event < events; event++) {
      for (int k = 0; k < lanes; k++) {
        longest.set(event, k, Math.max(longest.get(event, k), part.longest.get(event, k)));
      }
    }
    Arrays.setAll(computed, site -> computed[site] + part.computed[site]);
    Arrays.setAll(sent, site -> sent[site] + part.sent[site]);
  }

  /** Whether times are kept. */
  public boolean areKept() {
    return kept;
  }

  /** Adds a call that has ended: its duration and the rank's own work in it, by lane. */
  void end(int event, long[] picos, long[] own) {
    if (lanes == 1) {
      inside.add(event, 0, picos[0]);
      insideOverhead.add(event, 0, own[0]);
      longest.set(event, 0, Math.max(longest.first(event), picos[0]));
      return;
    }
    inside.add(event, picos);
    insideOverhead.add(event, own);
    latest(longest.row(event), picos);
  }

  private static void latest(long[] longest, long[] picos) {
    for (int k = 0; k < longest.length; k++) {
      longest[k] = Math.max(longest[k], picos[k]);
    }
  }

  /** Adds the times of sites, which the run only counts. Called once, after the run. */
  void addSites() {
    if (!kept) {
      return;
    }
    SiteTable sites = program.computeSites();
    for (int site = 0; site < computed.length; site++) {
      for (int k = 0; k < lanes; k++) {
        computeBefore.addTimes(
            sites.event(site), k, program.computes().picos.get(sites.row(site), k), computed[site]);
      }
    }
    sites = program.sendSites();
    for (int site = 0; site < sent.length; site++) {
      if (sent[site] > 0) {
        addSends(sites.event(site), sites.row(site), sent[site]);
      }
    }
  }

  private void addSends(int event, int cost, long times) {
    for (int k = 0; k < lanes; k++) {
      long picos = program.costs().sendOverhead.get(cost, k);
      inside.addTimes(event, k, picos, times);
      insideOverhead.addTimes(event, k, picos, times);
      longest.set(event, k, Math.max(longest.get(event, k), picos));
    }
  }
}
