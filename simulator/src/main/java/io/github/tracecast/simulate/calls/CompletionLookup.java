package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.stream.IntStream;
import org.apache.commons.numbers.core.ArithmeticUtils;

/**
 * Finds the requests that a call of the Wait and Test families lists, and the requests that the
 * call completed in the recorded run.
 */
public final class CompletionLookup {
  private CompletionLookup() {}

  /** Whether the trace records which requests the call completed. If it does not, simulated time decides which requests complete. */
  public static boolean decided(ExecutedCall call) {
    if (counted(call)) {
      int complete = complete(call);
      return complete == 0 || complete >= named(call).size();
    }
    return call.call().waitsForAll() || call.has(Parameter.OUTCOMES);
  }

  /** Whether the trace records only how many of the call's requests are complete after the call, not which. */
  public static boolean counted(ExecutedCall call) {
    return call.has(Parameter.COMPLETIONS);
  }

  /** The number of listed requests that are complete after a {@link #counted} call. */
  public static int complete(ExecutedCall call) {
    return (int) call.value(Parameter.COMPLETIONS);
  }

  /** The offsets of the requests that the call lists, without null requests. */
  public static LongArrayList named(ExecutedCall call) {
    LongArrayList offsets = new LongArrayList();
    for (int i = 0, n = call.requests(); i < n; i++) {
      addUnlessNull(offsets, call.request(i));
    }
    return offsets;
  }

  private static void addUnlessNull(LongArrayList offsets, long offset) {
    if (offset != EventTable.NONE) {
      offsets.add(offset);
    }
  }

  /** Whether the trace lacks the completed requests of some execution of an event. Simulated time then decides. */
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

  /** Whether some execution completes at least one of its requests, but not all. */
  private static boolean completesSome(Values complete, Event event) {
    Values requests = event.parameter(Parameter.REQUESTS);
    if (requests == null) {
      return false;
    }
    return complete.pieces().stream()
        .anyMatch(some -> requests.pieces().stream()
            .anyMatch(named -> some.ranks().intersects(named.ranks())
                && completesSome(some.sequence(), named.sequence())));
  }

  private static boolean completesSome(Sequence complete, Sequence named) {
    // element i of complete and element j of named share an execution if i % both == j % both
    int both = ArithmeticUtils.gcd(complete.period(), named.period());
    long[] most = new long[both];
    for (int e = 0; e < named.period(); e++) {
      most[e % both] = Math.max(most[e % both], active(named, e));
    }
    return IntStream.range(0, complete.period())
        .anyMatch(e -> complete.number(e, 0) != 0 && complete.number(e, 0) < most[e % both]);
  }

  private static long active(Sequence requests, int element) {
    return IntStream.range(0, requests.length(element))
        .filter(i -> requests.kind(element, i) != Term.Kind.NONE)
        .count();
  }

  /**
   * The offsets of the requests that a {@link #decided} call waits for, without null requests. A
   * {@link #counted} call waits for the first requests of its list.
   *
   * @throws ReplayException if the trace records a completed request that the call does not list
   */
  public static LongArrayList awaited(ExecutedCall call) {
    if (counted(call)) {
      LongArrayList first = named(call);
      first.size(Math.min(first.size(), complete(call)));
      return first;
    }
    if (call.call().completion() == MpiCall.Completion.ALL) {
      return !call.call().tests() || flag(call) ? named(call) : new LongArrayList();
    }
    LongArrayList offsets = new LongArrayList();
    for (int i = 0, n = call.length(Parameter.OUTCOMES); i < n; i++) {
      long index = call.term(Parameter.OUTCOMES, i);
      if (index != EventTable.NONE && (index < 0 || index >= call.requests())) {
        throw new ReplayException("found completed index " + index + "; expected "
            + (call.requests() == 0
                ? "no index, because the call has no requests"
                : "0 to " + (call.requests() - 1) + ", an index into the call's requests"));
      }
      addUnlessNull(offsets, index == EventTable.NONE ? index : call.request((int) index));
    }
    return offsets;
  }

  /** The flag that a test returned in the recorded run; false if the trace lacks it. */
  public static boolean flag(ExecutedCall call) {
    return call.length(Parameter.OUTCOMES) > 0 && call.term(Parameter.OUTCOMES, 0) != 0;
  }

  /** Whether a call is a probe that found no message in the recorded run, which has no effect. */
  public static boolean findsNothing(ExecutedCall call) {
    return call.call().role() == MpiCall.Role.PROBE && call.call().tests() && !flag(call);
  }
}
