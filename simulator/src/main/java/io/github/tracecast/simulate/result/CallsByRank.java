package io.github.tracecast.simulate.result;

import io.github.tracecast.simulate.lanes.Counts;
import io.github.tracecast.simulate.lanes.Totals;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time inside calls: a sum for each rank and each pair of call site and MPI function. Each sum
 * takes 8 bytes, all sums at most 32 MB. One thread.
 */
public final class CallsByRank {
  /** The largest number of sums, enough for 65,536 ranks with 64 call sites. */
  private static final int MOST = 1 << 22;

  private record Site(int callSite, MpiCall call) {}

  /** The number of each event's site. */
  private final int[] siteOf;

  /** The ranks that call each site. */
  private final List<RankList> ranksOf = new ArrayList<>();

  /** The sums, ps; the sums of one rank are adjacent. */
  private final Counts picos;

  private CallsByRank(Trace trace, int[] siteOf) {
    this.siteOf = siteOf;
    for (int event = 0; event < siteOf.length; event++) {
      RankList ranks = trace.events().get(event).ranks();
      int site = siteOf[event];
      if (site == ranksOf.size()) {
        ranksOf.add(ranks);
      } else {
        ranksOf.set(site, ranksOf.get(site).union(ranks));
      }
    }
    picos = new Counts(trace.header().ranks() * ranksOf.size());
  }

  /** Creates the sums for a trace; null if there would be too many sums. */
  public static @Nullable CallsByRank of(Trace trace) {
    Map<Site, Integer> sites = new HashMap<>();
    int[] siteOf = new int[trace.events().size()];
    for (int event = 0; event < siteOf.length; event++) {
      Event here = trace.events().get(event);
      Site site = new Site(here.callSite(), here.call());
      sites.putIfAbsent(site, sites.size());
      siteOf[event] = sites.get(site);
    }
    return (long) sites.size() * trace.header().ranks() > MOST
        ? null
        : new CallsByRank(trace, siteOf);
  }

  public void add(int rank, int event, long time) {
    picos.add(rank * ranksOf.size() + siteOf[event], time);
  }

  /** The sums, which grow when iterations are skipped. */
  public Totals totals() {
    return picos;
  }

  /**
   * The coefficient of variation as in mpiP: the sample standard deviation of the time inside calls
   * over the ranks that call the event's site, divided by the mean. It is 0 for one rank.
   */
  public double variation(int event) {
    int[] ranks = ranksOf.get(siteOf[event]).toArray();
    double sum = 0;
    for (int rank : ranks) {
      sum += at(rank, event);
    }
    if (ranks.length < 2 || sum == 0) {
      return 0;
    }
    double mean = sum / ranks.length;
    double squares = 0;
    for (int rank : ranks) {
      squares += (at(rank, event) - mean) * (at(rank, event) - mean);
    }
    return Math.sqrt(squares / (ranks.length - 1)) / mean;
  }

  private long at(int rank, int event) {
    return picos.get(rank * ranksOf.size() + siteOf[event]);
  }
}
