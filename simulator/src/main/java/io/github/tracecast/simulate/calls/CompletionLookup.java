package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;

/**
 * Which requests a call of the Wait and Test families names, and which of them it completed
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
   * The offset of one of the call's requests, 1 for the rank's most recent request.
   * {@link EventTable#NONE} stands for a null request. Offsets above {@link EventTable#PERSISTENT}
   * are those of persistent requests.
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
    return call == MpiCall.WAIT
        || call == MpiCall.WAITALL
        || table.has(p.event(), Parameter.OUTCOMES);
  }

  /**
   * How many requests a {@link #decided} call waits for. {@link #awaited} names them.
   *
   * @throws ReplayException if the trace records a completed request that the call does not name
   */
  public int awaitedCount(CallPlace p, MpiCall call) {
    return switch (call) {
      case WAIT, WAITALL -> listed(p);
      case TEST, TESTALL -> flag(p) ? listed(p) : 0;
      default -> table.listLength(p.event(), Parameter.OUTCOMES, p.worldRank(), p.execution());
    };
  }

  /**
   * The index of a request that the call waits for, or {@link EventTable#NONE} if no request was
   * active.
   */
  public int awaited(CallPlace p, MpiCall call, int i) {
    return switch (call) {
      case WAIT, WAITALL, TEST, TESTALL -> i;
      default -> completed(p, i);
    };
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
