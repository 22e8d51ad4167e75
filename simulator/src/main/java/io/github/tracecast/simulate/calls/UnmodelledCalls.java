package io.github.tracecast.simulate.calls;

import io.github.tracecast.simulate.costs.KeptTimes;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import java.util.EnumSet;
import java.util.Set;

/**
 * The calls that a replay does not model. On every machine, these calls take the time that was
 * recorded inside them. Calls without a recorded time take no time.
 */
public final class UnmodelledCalls {
  /**
   * Calls that affect other ranks or take time, but that the replay does not model. Local and
   * informational calls are not included.
   */
  private static final Set<MpiCall> NOT_MODELLED = EnumSet.of(
      MpiCall.ABORT,
      MpiCall.OTHER,
      MpiCall.COMM_SPAWN,
      MpiCall.COMM_SPAWN_MULTIPLE,
      MpiCall.COMM_ACCEPT,
      MpiCall.COMM_CONNECT,
      MpiCall.COMM_JOIN,
      MpiCall.COMM_DISCONNECT,
      MpiCall.BUFFER_IFLUSH,
      MpiCall.COMM_IFLUSH_BUFFER,
      MpiCall.SESSION_IFLUSH_BUFFER,
      MpiCall.GREQUEST_START,
      MpiCall.GREQUEST_COMPLETE);

  private UnmodelledCalls() {}

  /** Whether an unmodelled call creates a request, which has ended but has an offset. */
  public static boolean makesRequest(MpiCall call) {
    return call.makesRequest() && !isModelled(call);
  }

  /** Whether the calls of an event are unmodelled, so that they take their recorded time on every machine. */
  public static boolean keepsItsTime(Event event) {
    return !isModelled(event.call()) && KeptTimes.recorded(event);
  }

  /** Whether a replay simulates a call. Calls that never take time count as simulated. */
  public static boolean isModelled(MpiCall call) {
    boolean foreign = call.family() == Family.RMA || call.family() == Family.IO;
    boolean memory = call == MpiCall.ALLOC_MEM || call == MpiCall.FREE_MEM;
    return (!foreign || memory) && !NOT_MODELLED.contains(call);
  }
}
