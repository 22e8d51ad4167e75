package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.costs.ComputeTimes;
import io.github.tracecast.simulate.lanes.Counts;
import io.github.tracecast.simulate.lanes.LaneSums;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lanes.Totals;
import io.github.tracecast.simulate.lowering.AlikeRanks;
import io.github.tracecast.simulate.lowering.ChannelNumbers;
import io.github.tracecast.simulate.lowering.CollectiveStep;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.PairTable;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.result.CallsByRank;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Advances ranks' clocks by computation, measures calls, sums times by rank and by event, and
 * counts sent messages. If all lanes follow the first lane, these sums are not needed and not kept.
 * One thread.
 */
public final class Accounts {
  /** Receives the messages that the first rank of a pair has sent to the second. */
  public interface PairVisitor {
    void pair(int source, int destination, boolean ofCollective, long messages, long bytes);
  }

  /** The sum of the computation of each rank, in ps. */
  private final LaneTimes compute;

  /**
   * For each event, in ps: the sums of the time inside its calls, of the ranks' own work in the
   * calls, and of the computation before the calls, and the time of the longest call.
   */
  private final LaneSums inside;

  private final LaneSums insideOverhead;
  private final LaneSums computeBefore;
  private final LaneTimes longest;

  /** The times inside calls by rank, on the first lane; null if the options do not request them. */
  private final @Nullable CallsByRank byRank;

  /** Number of executions of each site; a site is an event with a row of times. */
  private final Counts computed;

  private final Counts sent;
  private final Counts missing = new Counts(1);
  /** All totals that grow when iterations are skipped: the sums by event and site, and the totals of {@link #alsoCount}. */
  private final List<Totals> totals;

  /**
   * The number of messages sent on channel {@code c}, at {@code 2 * c}, and their bytes, at {@code
   * 2 * c + 1}, so that the two numbers share a cache line. After the entries of channels come
   * entries of walks, which are the sending loops of collectives. A walk's entry counts the
   * messages to each partner.
   */
  private final Counts traffic;

  private final RunChannels channels;
  private final CostTable costs;
  private final LaneProgram program;
  private final AlikeRanks alike;
  private final RankStates ranks;
  private final int lanes;
  private final boolean kept;

  /**
   * Buffers with one time for each lane, ps: the computation that was looked up, the duration of a
   * call, and the rank's own work in the call.
   */
  private final long[] found;

  private final LaneTimes elapsed;
  private final LaneTimes paid;

  /** Receives each call; null if no timeline is recorded. */
  private final @Nullable Timeline timeline;

  /** Computation of each rank before its current call, ps; empty without a timeline. */
  private final long[] before;

  Accounts(
      LaneProgram program, RankStates ranks, RunChannels channels, @Nullable Timeline timeline) {
    this.program = program;
    this.alike = program.alike();
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
    byRank =
        kept && program.demands().byRank() ? CallsByRank.of(program.programs().trace()) : null;
    if (byRank != null) {
      totals.add(byRank.totals());
    }
  }

  public long computePicos(int rank, int lane) {
    return compute.get(rank, lane);
  }

  /** The account of an event: computation, time inside its calls, waiting, and the longest call. */
  public ReplayResult.EventTimes times(int event, long executions, int lane) {
    double picos = inside.value(event, lane);
    return new ReplayResult.EventTimes(
        event,
        executions,
        Picos.seconds(computeBefore.value(event, lane)),
        Picos.seconds(picos),
        Picos.seconds(picos - insideOverhead.value(event, lane)),
        Picos.seconds(longest.get(event, lane)),
        lane == 0 && byRank != null
            ? OptionalDouble.of(byRank.variation(event))
            : OptionalDouble.empty());
  }

  /** The number of calls without computation for their path, whose event has some for others. */
  public long missingPaths() {
    return missing.get(0);
  }

  /** Registers further totals that skipped iterations increase. */
  public void alsoCount(Totals more) {
    totals.add(more);
  }

  /**
   * Advances a rank's clock by the computation in a row of {@link LaneProgram#computes}, and counts
   * the execution of a site.
   */
  void compute(int rank, int row, int site) {
    computed.add(site, alike.size(rank));
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

  /** Advances a rank's clock by the computation before one execution of an event. */
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

  /** Counts the time that a rank lost to other ranks on its core as computation before an event. */
  void shared(int rank, int event, long picos) {
    found[0] = picos;
    computed(rank, event, found);
    if (timeline != null) {
      before[rank] += picos;
    }
  }

  private void requireMeasurable(int rank) {
    if (ranks.isBeyondMeasure(rank)) {
      throw Picos.tooLong("after the computation of rank " + rank);
    }
  }

  /** Adds a rank's computation before an event to the sums of the rank and of the event, on each lane. */
  void computed(int rank, int event, long[] picos) {
    for (int k = 0; k < lanes; k++) {
      compute.add(rank, k, picos[k]);
      computeBefore.add(event, k, picos[k]);
    }
  }

  /** Counts a send of a rank at a site. */
  void sent(int row, int site) {
    sent.add(site, alike.size(row));
  }

  /** Counts a message on a channel that lasts as long as the run. */
  void message(int channel, int cost) {
    traffic.increment(2 * channel);
    traffic.add(2 * channel + 1, costs.bytes[cost]);
  }

  /** Counts a message to each partner of a walk, which is a sending loop of a collective. */
  void walk(int walk, long bytes) {
    traffic.increment(2 * (channels.lasting() + walk));
    traffic.add(2 * (channels.lasting() + walk) + 1, bytes);
  }

  /** Visits pairs of ranks, with the messages that the first rank sent to the second rank. The same pair may be visited several times. */
  public void forEachPair(PairVisitor visitor) {
    int lasting = channels.lasting();
    ChannelNumbers all = alike.channels();
    for (int channel = 0; channel < all.count(); channel++) {
      int at = 2 * alike.replayed(channel);
      visitor.pair(
          all.source(channel),
          all.destination(channel),
          ChannelNumbers.ofCollective(all.context(channel)),
          traffic.get(at),
          traffic.get(at + 1));
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

  /** Stores a rank's times at the start of a call. */
  void begin(int rank) {
    ranks.callStart().put(rank, ranks.clock(), rank);
    ranks.overheadStart().put(rank, ranks.overhead(), rank);
  }

  /** Adds the times of a call at its end. */
  void end(int rank, int event) {
    if (ranks.isBeyondMeasure(rank)) {
      throw Picos.tooLong("before the end of event " + event + " on rank " + rank);
    }
    if (!kept) {
      return;
    }
    elapsed.difference(0, ranks.clock(), ranks.callStart(), rank);
    paid.difference(0, ranks.overhead(), ranks.overheadStart(), rank);
    inside.addTimes(event, elapsed, 0, alike.size(rank));
    insideOverhead.addTimes(event, paid, 0, alike.size(rank));
    longest.raise(event, elapsed, 0, false);
    if (byRank != null) {
      byRank.add(rank, event, elapsed.first(0));
    }
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

  /** Adds the times of all executions that the run only counted. Called once, after the run. */
  void addSites() {
    if (!kept) {
      return;
    }
    PairTable sites = program.computeSites();
    for (int site = 0; site < computed.size(); site++) {
      computeBefore.addTimes(
          sites.first(site), program.computes().picos, sites.second(site), computed.get(site));
    }
    sites = program.sendSites();
    for (int site = 0; site < sent.size(); site++) {
      if (sent.get(site) > 0) {
        int event = sites.first(site);
        int cost = sites.second(site);
        inside.addTimes(event, costs.sendOverhead, cost, sent.get(site));
        insideOverhead.addTimes(event, costs.sendOverhead, cost, sent.get(site));
        longest.raise(event, costs.sendOverhead, cost, false);
      }
    }
  }

  /** Returns the current sums. */
  public Moment moment() {
    return new Moment();
  }

  /** The sums at one moment of the run. For each skipped iteration, fast-forward again adds the growth of the sums since this moment. */
  public final class Moment {
    private final Counts.Moment trafficThen = traffic.moment();
    private final LaneTimes.Moment computeThen = compute.moment();
    private final LaneTimes.Moment overheadThen = ranks.overhead().moment();
    private final LaneTimes.Moment overheadStartThen = ranks.overheadStart().moment();
    private final List<Totals.Moment> sumsThen =
        totals.stream().map(Totals::moment).toList();

    private Moment() {}

    /** Whether a channel lasts as long as the run, and no message was sent on it since this moment. */
    public boolean isQuiet(int channel) {
      return channel < channels.lasting() && trafficThen.isNow(2 * channel);
    }

    /**
     * Adds the growth of all sums since this moment {@code times} times.
     *
     * @throws ArithmeticException if a long cannot hold a sum
     */
    public void repeat(long times) {
      trafficThen.repeat(times);
      computeThen.repeat(times);
      overheadThen.repeat(times);
      overheadStartThen.repeat(times);
      sumsThen.forEach(then -> then.repeat(times));
    }

    /**
     * Adds the growth since this moment, multiplied by a factor, to the sums by event, site and
     * channel, and to the ranks' computation and own work on the first lane.
     *
     * @param takesPart the ranks whose times grow
     * @param most upper limit in ps of the addition to a rank
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
