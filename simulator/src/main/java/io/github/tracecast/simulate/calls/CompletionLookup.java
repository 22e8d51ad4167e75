package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;

/**
 * The requests that a call of the Wait and Test families names, and the ones that it completed
 * according to the trace.
 */
public final class CompletionLookup {
  private final EventTable table;

  public CompletionLookup(EventTable table) {
    this.table = table;
  }

  /** How many requests the call names, including null requests. */
  public int listed(CallPlace p) {
    if (table.has(p.event(), Parameter.REQUESTS)) {
      return table.listLength(p.event(), Parameter.REQUESTS, p.worldRank(), p.execution());
    }
    return table.has(p.event(), Parameter.REQUEST) ? 1 : 0;
  }

  /**
   * The offset of one of the call's requests, 1 for the rank's most recent request. {@link
   * EventTable#NONE} stands for a null request. Offsets above {@link EventTable#PERSISTENT} belong
   * to persistent requests.
   */
  public long offset(CallPlace p, int index) {
    return table.has(p.event(), Parameter.REQUESTS)
        ? table.listValue(p.event(), Parameter.REQUESTS, p.worldRank(), p.execution(), index)
        : table.value(p.event(), Parameter.REQUEST, p.worldRank(), p.execution());
  }

  /**
   * Whether the trace records which requests the call completed. Otherwise the simulated time
   * decides.
   */
  public boolean decided(CallPlace p, MpiCall call) {
    if (table.has(p.event(), Parameter.COMPLETIONS)) {
      int complete = complete(p);
      return complete == 0 || complete >= named(p);
    }
    return call.waitsForAll() || table.has(p.event(), Parameter.OUTCOMES);
  }

  /** Whether the trace gives only the number of requests that are complete after the call. */
  public boolean counted(CallPlace p) {
    return table.has(p.event(), Parameter.COMPLETIONS);
  }

  /** How many of the named requests are complete after a {@link #counted} call. */
  public int complete(CallPlace p) {
    return (int) table.value(p.event(), Parameter.COMPLETIONS, p.worldRank(), p.execution());
  }

  /** The shortest beginning of the list with enough requests that are not null. */
  private int awaitedOfCounted(CallPlace p) {
    int count = 0;
    for (int left = complete(p), n = listed(p); left > 0 && count < n; count++) {
      left -= offset(p, count) == EventTable.NONE ? 0 : 1;
    }
    return count;
  }

  /** How many requests the call names, except null requests. */
  private int named(CallPlace p) {
    int named = 0;
    for (int i = 0, n = listed(p); i < n; i++) {
      named += offset(p, i) == EventTable.NONE ? 0 : 1;
    }
    return named;
  }

  /**
   * Whether the trace leaves open the completed requests of some execution of an event, so that the
   * simulated time decides.
   */
  public static boolean leavesOpen(Event event) {
    MpiCall call = event.call();
    if (call.role() != MpiCall.Role.COMPLETE || call.waitsForAll()) {
      return false;
    }
    Values complete = event.parameter(Parameter.COMPLETIONS);
    return complete == null
        ? event.parameter(Parameter.OUTCOMES) == null
        : completesSome(complete, event);
  }

  /** Whether some execution of an event is a test that completed requests in the recorded run. */
  public static boolean testsWithSuccess(Event event) {
    return event.call().role() == MpiCall.Role.COMPLETE
        && event.call().tests()
        && (event.parameter(Parameter.COMPLETIONS) != null
            || event.parameter(Parameter.OUTCOMES) != null);
  }

  /** Whether the number of complete requests is neither 0 nor all, in some execution. */
  private static boolean completesSome(Values complete, Event event) {
    Values requests = event.parameter(Parameter.REQUESTS);
    if (requests == null) {
      return false;
    }
    for (Piece some : complete.pieces()) {
      for (Piece named : requests.pieces()) {
        if (some.ranks().intersects(named.ranks())
            && completesSome(some.sequence(), named.sequence())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean completesSome(Sequence complete, Sequence named) {
    long executions = (long) complete.period() * named.period();
    if (complete.period() == named.period()) {
      executions = named.period();
    }
    for (long e = 0; e < executions; e++) {
      long number = complete.number((int) (e % complete.period()), 0);
      if (number != 0 && number < active(named, (int) (e % named.period()))) {
        return true;
      }
    }
    return false;
  }

  private static int active(Sequence requests, int element) {
    int active = 0;
    for (int i = 0; i < requests.length(element); i++) {
      active += requests.kind(element, i) == Term.Kind.NONE ? 0 : 1;
    }
    return active;
  }

  /**
   * How many requests a {@link #decided} call waits for, and a {@link #counted} one if it takes the
   * first ones. {@link #awaited} names them.
   *
   * @throws ReplayException if the trace records a completed request that the call does not name
   */
  public int awaitedCount(CallPlace p, MpiCall call) {
    if (counted(p)) {
      return awaitedOfCounted(p);
    }
    if (call.completion() == MpiCall.Completion.ALL) {
      return !call.tests() || flag(p) ? listed(p) : 0;
    }
    return table.listLength(p.event(), Parameter.OUTCOMES, p.worldRank(), p.execution());
  }

  /**
   * The index of a request that the call waits for, or {@link EventTable#NONE} if no request was
   * active.
   */
  public int awaited(CallPlace p, MpiCall call, int i) {
    return counted(p) || call.completion() == MpiCall.Completion.ALL ? i : completed(p, i);
  }

  private int completed(CallPlace p, int i) {
    long index = table.listValue(p.event(), Parameter.OUTCOMES, p.worldRank(), p.execution(), i);
    if (index != EventTable.NONE && (index < 0 || index >= listed(p))) {
      throw new ReplayException("found completed index " + index + "; expected 0 to "
          + (listed(p) - 1) + ", an index into the call's requests");
    }
    return (int) index;
  }

  /** The flag that a test returned in the recorded run. */
  public boolean flag(CallPlace p) {
    return table.listLength(p.event(), Parameter.OUTCOMES, p.worldRank(), p.execution()) > 0
        && table.listValue(p.event(), Parameter.OUTCOMES, p.worldRank(), p.execution(), 0) != 0;
  }
}
