package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the calls of a trace that a replay does not model, before the replay starts. These calls
 * take no time, but the computation before them does.
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
      MpiCall.GREQUEST_START,
      MpiCall.GREQUEST_COMPLETE);

  private UnmodelledCalls() {}

  /**
   * Whether a call that is not modelled makes a request. Later request offsets count it. It completes at once.
   */
  public static boolean makesRequest(MpiCall call) {
    return call.makesRequest() && !modelled(call);
  }

  /** One sentence per finding, in the order of the events; empty if the replay models all calls. */
  public static List<String> of(Trace trace, EventTable table) {
    Map<MpiCall, Integer> firstEvent = new EnumMap<>(MpiCall.class);
    Map<MpiCall, Integer> events = new EnumMap<>(MpiCall.class);
    for (int event = 0; event < trace.events().size(); event++) {
      MpiCall call = trace.events().get(event).call();
      if (!modelled(call) || lacksItsCommunicator(trace.events().get(event))) {
        firstEvent.putIfAbsent(call, event);
        events.merge(call, 1, Integer::sum);
      }
    }
    List<String> findings = new ArrayList<>();
    firstEvent.forEach(
        (call, first) -> findings.add(call.mpiName() + " is not modelled; 0 s is assumed for its "
            + events.get(call) + " events; the first is event " + first));
    table
        .unknownDatatypes()
        .forEach(id ->
            findings.add("the size of datatype " + trace.datatypes().get(id).name()
                + " was not recorded; its messages are assumed to be empty"));
    probesWithoutOutcome(trace, findings);
    return findings;
  }

  private static void probesWithoutOutcome(Trace trace, List<String> findings) {
    long count = trace.events().stream()
        .filter(e -> e.call().role() == MpiCall.Role.PROBE && e.call().tests())
        .map(Event::parameters)
        .filter(parameters -> !parameters.containsKey(Parameter.OUTCOMES))
        .count();
    if (count > 0) {
      findings.add(count + " events of MPI_Iprobe have no recorded result; no message is assumed");
    }
  }

  /** Whether the trace lacks an inter-communicator, or what became of it. Other tools' traces do. */
  private static boolean lacksItsCommunicator(Event event) {
    return (event.call() == MpiCall.INTERCOMM_CREATE || event.call() == MpiCall.INTERCOMM_MERGE)
        && !event.parameters().containsKey(Parameter.NEW_COMMUNICATOR);
  }

  private static boolean modelled(MpiCall call) {
    boolean foreign = call.family() == Family.RMA || call.family() == Family.IO;
    boolean memory = call == MpiCall.ALLOC_MEM || call == MpiCall.FREE_MEM;
    return (!foreign || memory) && !NOT_MODELLED.contains(call);
  }
}
