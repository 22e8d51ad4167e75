package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.costs.ComputeTimes;
import io.github.tracecast.simulate.lanes.Counts;
import io.github.tracecast.simulate.lanes.LaneSums;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lanes.Totals;
import io.github.tracecast.simulate.lowering.CollectiveStep;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.PairTable;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Advances ranks' clocks by computation, times their calls, and keeps accounts: times by rank and by
 * event, and messages sent. If lanes follow the first, times are not needed and not kept. One thread.
 */
public final class Accounts {
  /** Learns what one rank has sent to another. */
  public interface PairVisitor {
    void pair(int source, int destination, boolean ofCollective, long messages, long bytes);
  }

  /** Computation of each rank, ps. */
  private final LaneTimes compute;

  /**
   * Times of each event, ps: inside calls, the ranks' own work in them, the computation before, and
   * the longest call.
   */
  private final LaneSums inside;

  private final LaneSums insideOverhead;
  private final LaneSums computeBefore;
  private final LaneTimes longest;

  /** Number of executions of each site. */
  private final Counts computed;

  private final Counts sent;
  private final Counts missing = new Counts(1);
  /** The sums by event and site, and further ones. */
  private final List<Totals> totals;

  /**
   * Messages sent on channel {@code c} at {@code 2 * c}, and their bytes at {@code 2 * c + 1}, so
   * that both share a line of the processor's cache. The channels of steps follow: for each walk,
   * one channel per partner.
   */
  private final Counts traffic;

  private final RunChannels channels;
  private final CostTable costs;
  private final LaneProgram program;
  private final RankStates ranks;
  private final int lanes;
  private final boolean kept;

  /**
   * Times by lane, ps: computation that was looked up, duration of a call, and the rank's own work
   * in it.
   */
  private final long[] found;

  private final LaneTimes elapsed;
  private final LaneTimes paid;

  /** Receives each call. */
  private final @Nullable Timeline timeline;

  /** Computation of each rank before its current call, ps; empty without a timeline. */
  private final long[] before;

  Accounts(
      LaneProgram program, RankStates ranks, RunChannels channels, @Nullable Timeline timeline) {
    this.program = program;
    this.ranks = ranks;
    this.channels = channels;
    costs = program.costs();
    this.timeline = timeline;
    before = new long[timeline == null ? 0 : ranks.count()];
    int walks = program.walks().count();
    traffic = new Counts(Math.multiplyExact(2, Math.addExact(channels.lasting(), walks)));
    this.lanes = program.lanes();
    this.kept = !program.figures().follow();
    found = new long[lanes];
    elapsed = new LaneTimes(1, lanes);
    paid = new LaneTimes(1, lanes);
    int events = kept ? program.programs().trace().events().size() : 0;
    compute = new LaneTimes(kept ? ranks.count() : 0, lanes);
    inside = new LaneSums(events, lanes);
    insideOverhead = new LaneSums(events, lanes);
    computeBefore = new LaneSums(events, lanes);
    longest = new LaneTimes(events, lanes);
    computed = new Counts(program.computeSites().count());
    sent = new Counts(program.sendSites().count());
    totals =
        new ArrayList<>(List.of(computed, sent, missing, inside, insideOverhead, computeBefore));
  }

  /** Computation of a rank, ps. */
  public long computePicos(int rank, int lane) {
    return compute.get(rank, lane);
  }

  /** The times of the calls of an event. */
  public ReplayResult.EventTimes times(int event, long executions, int lane) {
    double picos = inside.value(event, lane);
    return new ReplayResult.EventTimes(
        event,
        executions,
        Picos.seconds(computeBefore.value(event, lane)),
        Picos.seconds(picos),
        Picos.seconds(picos - insideOverhead.value(event, lane)),
        Picos.seconds(longest.get(event, lane)));
  }

  /** The number of calls on a path without computation in the trace. */
  public long missingPaths() {
    return missing.get(0);
  }

  /** Names further totals, which skipped iterations increase too. */
  public void alsoCount(Totals more) {
    totals.add(more);
  }

  /**
   * Advances the clock by the computation in a row of the program, and counts it at a site.
   *
   * @throws ReplayException if the clock has passed the latest time that it can hold
   */
  void compute(int rank, int row, int site) {
    computed.increment(site);
    LaneTimes picos = program.computes().picos;
    ranks.clock().add(rank, picos, row);
    requireMeasurable(rank);
    if (kept) {
      compute.add(rank, picos, row);
    }
    if (timeline != null) {
      before[rank] += picos.first(row);
    }
  }

  /**
   * Advances the clock by the computation before an event at one execution.
   *
   * @throws ReplayException if the clock has passed the latest time that it can hold
   */
  void find(int rank, int event, long execution) {
    Arrays.fill(found, 0);
    ComputeTimes[] times = program.computeTimes();
    int index = times[0].find(event, rank, ranks.previous(rank), execution);
    missing.add(0, index == ComputeTimes.MISSING ? 1 : 0);
    IntToLongFunction picos = k -> times[k].picos(index, event, rank, execution);
    program.figures().add(found, 0, Share.COMPUTE, event, rank, picos);
    ranks.delay(rank, found);
    if (kept) {
      computed(rank, event, found);
    }
    requireMeasurable(rank);
    if (timeline != null) {
      before[rank] += found[0];
    }
  }

  private void requireMeasurable(int rank) {
    if (ranks.isBeyondMeasure(rank)) {
      throw Picos.tooLong("after the computation of rank " + rank);
    }
  }

  /** Adds a rank's computation before an event, by lane. */
  void computed(int rank, int event, long[] picos) {
    for (int k = 0; k < lanes; k++) {
      compute.add(rank, k, picos[k]);
      computeBefore.add(event, k, picos[k]);
    }
  }

  /** Counts a send at a site. */
  void sent(int site) {
    sent.increment(site);
  }

  /** Counts a message that is no step. */
  void message(int channel, int cost) {
    traffic.increment(2 * channel);
    traffic.add(2 * channel + 1, costs.bytes[cost]);
  }

  /** Counts a message to each partner of a walk. */
  void walk(int walk, long bytes) {
    traffic.increment(2 * (channels.lasting() + walk));
    traffic.add(2 * (channels.lasting() + walk) + 1, bytes);
  }

  /** Visits pairs of ranks, with the messages that the first sent to the second. A pair may come several times. */
  public void forEachPair(PairVisitor visitor) {
    int lasting = channels.lasting();
    for (int channel = 0; channel < lasting; channel++) {
      visitor.pair(
          channels.source(channel),
          channels.destination(channel),
          channels.ofCollective(channel),
          traffic.get(2 * channel),
          traffic.get(2 * channel + 1));
    }
    for (int walk = 0; walk < program.walks().count(); walk++) {
      int at = 2 * (lasting + walk);
      int rank = program.walks().first(walk);
      CollectiveStep step = program.steps().get(program.walks().second(walk));
      for (int partner : step.partners(rank, program.table().communicators())) {
        visitor.pair(rank, partner, true, traffic.get(at), traffic.get(at + 1));
      }
    }
  }

  /** Begins a call. */
  void begin(int rank) {
    ranks.callStart().put(rank, ranks.clock(), rank);
    ranks.overheadStart().put(rank, ranks.overhead(), rank);
  }

  /**
   * Ends a call.
   *
   * @throws ReplayException if the clock has passed the latest time that it can hold
   */
  void end(int rank, int event) {
    if (ranks.isBeyondMeasure(rank)) {
      throw Picos.tooLong("before the end of event " + event + " on rank " + rank);
    }
    if (!kept) {
      return;
    }
    elapsed.difference(0, ranks.clock(), ranks.callStart(), rank);
    paid.difference(0, ranks.overhead(), ranks.overheadStart(), rank);
    inside.add(event, elapsed, 0);
    insideOverhead.add(event, paid, 0);
    longest.raise(event, elapsed, 0, false);
    if (timeline != null && timeline.holds(rank)) {
      timeline.call(
          rank,
          event,
          before[rank],
          ranks.callStart().first(rank),
          ranks.clock().first(rank),
          ranks.work(rank));
      before[rank] = 0;
    }
  }

  /** Adds the times of sites, which the run only counts. Called once, after the run. */
  void addSites() {
    if (!kept) {
      return;
    }
    PairTable sites = program.computeSites();
    for (int site = 0; site < computed.size(); site++) {
      for (int k = 0; k < lanes; k++) {
        computeBefore.addTimes(
            sites.first(site),
            k,
            program.computes().picos.get(sites.second(site), k),
            computed.get(site));
      }
    }
    sites = program.sendSites();
    for (int site = 0; site < sent.size(); site++) {
      if (sent.get(site) > 0) {
        addSends(sites.first(site), sites.second(site), sent.get(site));
      }
    }
  }

  private void addSends(int event, int cost, long times) {
    for (int k = 0; k < lanes; k++) {
      long picos = costs.sendOverhead.get(cost, k);
      inside.addTimes(event, k, picos, times);
      insideOverhead.addTimes(event, k, picos, times);
      longest.set(event, k, Math.max(longest.get(event, k), picos));
    }
  }

  /** Returns the current sums. */
  public Moment moment() {
    return new Moment();
  }

  /**
   * The sums at some moment. Everything added after it can be added again, as skipped iterations
   * are.
   */
  public final class Moment {
    private final Counts.Moment trafficThen = traffic.moment();
    private final LaneTimes.Moment computeThen = compute.moment();
    private final LaneTimes.Moment overheadThen = ranks.overhead().moment();
    private final LaneTimes.Moment overheadStartThen = ranks.overheadStart().moment();
    private final List<Totals.Moment> sumsThen =
        totals.stream().map(Totals::moment).toList();

    private Moment() {}

    /** Whether nothing was sent since on a channel that lasts. */
    public boolean isQuiet(int channel) {
      return channel < channels.lasting() && trafficThen.isNow(2 * channel);
    }

    /**
     * Adds everything since the saved state again, the given number of times.
     *
     * @throws ArithmeticException if a sum exceeds a long
     */
    public void repeat(long times) {
      trafficThen.repeat(times);
      computeThen.repeat(times);
      overheadThen.repeat(times);
      overheadStartThen.repeat(times);
      sumsThen.forEach(then -> then.repeat(times));
    }

    /**
     * Adds a multiple of the sums by event, site and channel since the saved state, and of the
     * computation and own work of ranks, on the first lane.
     *
     * @param takesPart the ranks whose times grow
     * @param most upper limit of the addition to a rank, ps
     */
    public void addInProportion(double factor, boolean[] takesPart, long most) {
      for (int rank = 0; rank < takesPart.length; rank++) {
        if (takesPart[rank]) {
          long computed = Math.min(most, computeThen.inProportion(rank, factor));
          compute.add(rank, 0, computed);
          long own = Math.min(most - computed, overheadStartThen.inProportion(rank, factor));
          ranks.overhead().add(rank, 0, own);
          ranks.overheadStart().add(rank, 0, own);
        }
      }
      trafficThen.addInProportion(factor);
      sumsThen.forEach(then -> then.addInProportion(factor));
    }
  }
}
