package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.WideSums;

/** Where time goes on each lane, by rank and by event; lane {@code k} of row {@code i} is at {@code i * lanes + k}. One thread. */
final class Accounts {
  /** By rank: computation, ps. */
  final long[] compute;

  /** By event: inside calls, of these the ranks' own work, computation before; and the longest call, ps. */
  final WideSums inside;

  final WideSums insideOverhead;
  final WideSums computeBefore;
  final long[] longest;

  /** How often the times of each site were spent. */
  final long[] computed;

  final long[] sent;

  private final LaneProgram program;
  private final int lanes;

  Accounts(LaneProgram program) {
    this.program = program;
    this.lanes = program.lanes();
    int ranks = program.programs().ranks();
    int events = program.programs().trace().events().size();
    compute = new long[ranks * lanes];
    inside = new WideSums(events * lanes);
    insideOverhead = new WideSums(events * lanes);
    computeBefore = new WideSums(events * lanes);
    longest = new long[events * lanes];
    computed = new long[program.computeSites().count()];
    sent = new long[program.sendSites().count()];
  }

  /** A call has ended. */
  void end(int event, int lane, long picos, long own) {
    int at = event * lanes + lane;
    inside.add(at, picos);
    insideOverhead.add(at, own);
    longest[at] = Math.max(longest[at], picos);
  }

  /** Adds up what was only counted; once, after the run. */
  void addSites() {
    SiteTable sites = program.computeSites();
    for (int site = 0; site < computed.length; site++) {
      for (int k = 0; k < lanes; k++) {
        computeBefore.addTimes(
            sites.event(site) * lanes + k,
            program.computes().picos[sites.row(site) * lanes + k],
            computed[site]);
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
      int at = event * lanes + k;
      long picos = program.costs().sendOverhead[cost * lanes + k];
      inside.addTimes(at, picos, times);
      insideOverhead.addTimes(at, picos, times);
      longest[at] = Math.max(longest[at], picos);
    }
  }
}
