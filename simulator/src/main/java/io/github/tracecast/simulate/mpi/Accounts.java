package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.Counts;
import io.github.tracecast.simulate.lanes.LaneSums;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.PairTable;
import io.github.tracecast.simulate.lowering.StepTable;
import io.github.tracecast.simulate.network.RunChannels;

/**
 * Times spent on each lane, by rank and by event, and messages sent. If lanes follow the first, times
 * are not needed and not kept. One thread.
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

  /**
   * Messages sent on channel {@code c} at {@code 2 * c}, and their bytes at {@code 2 * c + 1}, so
   * that both share a line of the processor's cache. The channels of steps follow: for each walk,
   * one channel per partner.
   */
  private final Counts traffic;

  private final RunChannels channels;
  private final LaneProgram program;
  private final int lanes;
  private final boolean kept;

  Accounts(LaneProgram program, RunChannels channels) {
    this.program = program;
    this.channels = channels;
    int walks = program.steps().walks();
    traffic = new Counts(Math.multiplyExact(2, Math.addExact(channels.lasting(), walks)));
    this.lanes = program.lanes();
    this.kept = !program.figures().follow();
    int ranks = kept ? program.programs().ranks() : 0;
    int events = kept ? program.programs().trace().events().size() : 0;
    compute = new LaneTimes(ranks, lanes);
    inside = new LaneSums(events, lanes);
    insideOverhead = new LaneSums(events, lanes);
    computeBefore = new LaneSums(events, lanes);
    longest = new LaneTimes(events, lanes);
    computed = new Counts(program.computeSites().count());
    sent = new Counts(program.sendSites().count());
  }

  /** Computation of a rank, ps. */
  public long computePicos(int rank, int lane) {
    return compute.get(rank, lane);
  }

  /** Time inside the calls of an event, ps. */
  public double insidePicos(int event, int lane) {
    return inside.value(event, lane);
  }

  /** The ranks' own work in the calls of an event, ps. */
  public double ownPicos(int event, int lane) {
    return insideOverhead.value(event, lane);
  }

  /** Computation before the calls of an event, ps. */
  public double computePicosBefore(int event, int lane) {
    return computeBefore.value(event, lane);
  }

  /** The longest call of an event, ps. */
  public long longestPicos(int event, int lane) {
    return longest.get(event, lane);
  }

  /** Whether times are kept. */
  public boolean areKept() {
    return kept;
  }

  /** Adds a rank's computation for the times in a row. */
  void compute(int rank, LaneTimes picos, int row) {
    compute.add(rank, picos, row);
  }

  /** Adds a rank's computation before an event, by lane. */
  void compute(int rank, int event, long[] picos) {
    for (int k = 0; k < lanes; k++) {
      compute.add(rank, k, picos[k]);
      computeBefore.add(event, k, picos[k]);
    }
  }

  /** Counts a computation at a site. */
  void computed(int site) {
    computed.increment(site);
  }

  /** Counts a send at a site. */
  void sent(int site) {
    sent.increment(site);
  }

  /** Counts a message that is no step. */
  void message(int channel, int cost) {
    traffic.increment(2 * channel);
    traffic.add(2 * channel + 1, program.costs().bytes[cost]);
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
    StepTable steps = program.steps();
    for (int walk = 0; walk < steps.walks(); walk++) {
      int at = 2 * (lasting + walk);
      for (int partner : steps.partners(walk, program.table().communicators())) {
        visitor.pair(steps.rankOf(walk), partner, true, traffic.get(at), traffic.get(at + 1));
      }
    }
  }

  /** Adds a call that has ended: its duration and the rank's own work in it, each the first row. */
  void end(int event, LaneTimes picos, LaneTimes own) {
    inside.add(event, picos, 0);
    insideOverhead.add(event, own, 0);
    longest.raise(event, picos, 0, false);
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
      long picos = program.costs().sendOverhead.get(cost, k);
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
    private final LaneTimes computeThen = compute.copy();
    private final LaneSums insideThen = inside.copy();
    private final LaneSums ownThen = insideOverhead.copy();
    private final LaneSums beforeThen = computeBefore.copy();
    private final Counts computedThen = computed.copy();
    private final Counts sentThen = sent.copy();
    private final Counts trafficThen = traffic.copy();

    private Moment() {}

    /** Whether nothing was sent since on a channel that lasts. */
    public boolean isQuiet(int channel) {
      return channel < channels.lasting()
          && traffic.get(2 * channel) == trafficThen.get(2 * channel);
    }

    /**
     * Adds everything since the saved state again, the given number of times.
     *
     * @throws ArithmeticException if a sum exceeds a long
     */
    public void repeat(long times) {
      traffic.repeat(trafficThen, times);
      computed.repeat(computedThen, times);
      sent.repeat(sentThen, times);
      compute.repeat(computeThen, times);
      inside.addTimes(times, insideThen, inside);
      insideOverhead.addTimes(times, ownThen, insideOverhead);
      computeBefore.addTimes(times, beforeThen, computeBefore);
    }

    /** Adds a multiple of the sums by event, site and channel since the saved state. */
    public void addInProportion(double factor) {
      traffic.addInProportion(factor, trafficThen);
      computed.addInProportion(factor, computedThen);
      sent.addInProportion(factor, sentThen);
      inside.addInProportion(factor, insideThen, inside);
      insideOverhead.addInProportion(factor, ownThen, insideOverhead);
      computeBefore.addInProportion(factor, beforeThen, computeBefore);
    }

    /**
     * Adds a multiple of a rank's computation since, on the first lane.
     *
     * @param most upper limit of the addition, ps
     * @return the addition, ps
     */
    public long addCompute(int rank, double factor, long most) {
      long since = compute.first(rank) - computeThen.first(rank);
      long added = Math.min(most, Math.round(factor * since));
      compute.add(rank, 0, added);
      return added;
    }
  }
}
