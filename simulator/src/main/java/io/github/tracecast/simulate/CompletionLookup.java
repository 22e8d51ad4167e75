package io.github.tracecast.simulate;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;

/** Which requests a call of the Wait and Test families names, and which of them the trace says it completed. */
public final class CompletionLookup {
  private final EventTable table;

  public CompletionLookup(EventTable table) {
    this.table = table;
  }

  /** How many requests the call names, null ones too. */
  public int listed(CallPlace p) {
    if (table.has(p.event(), Parameter.REQUESTS)) {
      return table.listLength(p.event(), Parameter.REQUESTS, p.worldRank(), p.execution());
    }
    return table.has(p.event(), Parameter.REQUEST) ? 1 : 0;
  }

  /** Offset of one of the requests that the call names, 1 for the rank's most recent; {@link EventTable#NONE} for a null one; above {@link EventTable#PERSISTENT} among the persistent ones. */
  public long offset(CallPlace p, int index) {
    return table.has(p.event(), Parameter.REQUESTS)
        ? table.listValue(p.event(), Parameter.REQUESTS, p.worldRank(), p.execution(), index)
        : table.value(p.event(), Parameter.REQUEST, p.worldRank(), p.execution());
  }

  /** Whether the trace says what the call completed, so that time does not decide it. */
  public boolean decided(CallPlace p, MpiCall call) {
    return call == MpiCall.WAIT
        || call == MpiCall.WAITALL
        || table.has(p.event(), Parameter.OUTCOMES);
  }

  /**
   * How many requests a {@link #decided} call waits for: {@link #awaited} names them.
   *
   * @throws ReplayException if the trace says that a request was completed that the call does not name
   */
  public int awaitedCount(CallPlace p, MpiCall call) {
    return switch (call) {
      case WAIT, WAITALL -> listed(p);
      case TEST, TESTALL -> flag(p) ? listed(p) : 0;
      default -> table.listLength(p.event(), Parameter.OUTCOMES, p.worldRank(), p.execution());
    };
  }

  /** The index of one that is waited for, or {@link EventTable#NONE} where nothing was active. */
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

  /** The flag that a test returned when it was recorded. */
  public boolean flag(CallPlace p) {
    return table.listLength(p.event(), Parameter.OUTCOMES, p.worldRank(), p.execution()) > 0
        && table.listValue(p.event(), Parameter.OUTCOMES, p.worldRank(), p.execution(), 0) != 0;
  }
}
