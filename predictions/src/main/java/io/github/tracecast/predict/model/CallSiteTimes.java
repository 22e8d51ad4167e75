package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The time at one call site over all ranks, with the columns of mpiP.
 *
 * @param site index of the call site in the trace, from 0
 * @param name name of the call site in the trace
 * @param call the MPI call
 * @param calls number of calls, over all ranks
 * @param seconds time inside the calls
 * @param waitingSeconds the part of {@code seconds} that is waiting
 * @param longestSeconds time of the longest call
 * @param computeSeconds computation before the calls
 * @param ofComputation share of all ranks' computation that is before these calls, 0 to 1
 * @param ofApplication share of all ranks' time that is spent inside these calls, 0 to 1
 * @param ofMpi share of all ranks' time inside MPI
 * @param variation the coefficient of variation of {@code seconds} between ranks; empty if it was
 *     not requested
 */
public record CallSiteTimes(
    int site,
    String name,
    MpiCall call,
    long calls,
    double seconds,
    double waitingSeconds,
    double longestSeconds,
    double computeSeconds,
    double ofComputation,
    double ofApplication,
    double ofMpi,
    OptionalDouble variation) {

  private record Key(int site, MpiCall call) {}

  /**
   * The cost of the call site in seconds: the computation before its calls, plus the time inside
   * them.
   */
  public double costSeconds() {
    return computeSeconds + seconds;
  }

  /** The mean time inside one call, in seconds. */
  public double meanSeconds() {
    return seconds / calls;
  }

  /** Returns one entry for each call site and call, sorted by time inside MPI, the longest time first. */
  static List<CallSiteTimes> of(Trace trace, ReplayResult replay) {
    Map<Key, List<ReplayResult.EventTimes>> bySite = new LinkedHashMap<>();
    for (ReplayResult.EventTimes times : replay.events()) {
      Event event = trace.events().get(times.event());
      bySite
          .computeIfAbsent(new Key(event.callSite(), event.call()), key -> new ArrayList<>())
          .add(times);
    }
    double application =
        replay.ranks().stream().mapToDouble(ReplayResult.RankTimes::endSeconds).sum();
    double mpi = replay.events().stream()
        .mapToDouble(ReplayResult.EventTimes::callSeconds)
        .sum();
    double computation = replay.events().stream()
        .mapToDouble(ReplayResult.EventTimes::computeSeconds)
        .sum();
    List<CallSiteTimes> sites = new ArrayList<>();
    bySite.forEach((key, events) -> {
      double seconds =
          events.stream().mapToDouble(ReplayResult.EventTimes::callSeconds).sum();
      double computed =
          events.stream().mapToDouble(ReplayResult.EventTimes::computeSeconds).sum();
      sites.add(new CallSiteTimes(
          key.site(),
          trace.callSites().get(key.site()).name(),
          key.call(),
          events.stream().mapToLong(ReplayResult.EventTimes::calls).sum(),
          seconds,
          events.stream().mapToDouble(ReplayResult.EventTimes::waitSeconds).sum(),
          events.stream()
              .mapToDouble(ReplayResult.EventTimes::longestSeconds)
              .max()
              .orElse(0),
          computed,
          share(computed, computation),
          share(seconds, application),
          share(seconds, mpi),
          events.getFirst().variation()));
    });
    sites.sort(Comparator.comparingDouble(CallSiteTimes::seconds)
        .reversed()
        .thenComparing(CallSiteTimes::site));
    return sites;
  }

  private static double share(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }
}
