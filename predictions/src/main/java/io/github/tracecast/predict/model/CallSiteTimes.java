package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.ReplayResult.EventTimes;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

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
    // entries instead of records: see Neighbourhood.equals
    Map<Map.Entry<Integer, MpiCall>, List<EventTimes>> bySite = new LinkedHashMap<>();
    for (EventTimes times : replay.events()) {
      Event event = trace.events().get(times.event());
      bySite
          .computeIfAbsent(Map.entry(event.callSite(), event.call()), key -> new ArrayList<>())
          .add(times);
    }
    double application =
        replay.ranks().stream().mapToDouble(ReplayResult.RankTimes::endSeconds).sum();
    double mpi = sum(replay.events(), EventTimes::callSeconds);
    double computation = sum(replay.events(), EventTimes::computeSeconds);
    List<CallSiteTimes> sites = new ArrayList<>();
    bySite.forEach((key, events) -> {
      double seconds = sum(events, EventTimes::callSeconds);
      double computed = sum(events, EventTimes::computeSeconds);
      sites.add(new CallSiteTimes(
          key.getKey(),
          trace.callSites().get(key.getKey()).name(),
          key.getValue(),
          events.stream().mapToLong(EventTimes::calls).sum(),
          seconds,
          sum(events, EventTimes::waitSeconds),
          events.stream().mapToDouble(EventTimes::longestSeconds).max().orElse(0),
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

  private static double sum(List<EventTimes> events, ToDoubleFunction<EventTimes> time) {
    return events.stream().mapToDouble(time).sum();
  }

  private static double share(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }
}
