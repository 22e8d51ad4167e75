package io.github.tracecast.exports.program;

import io.github.tracecast.trace.MpiCall;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The MPI calls that a program leaves out, with the number of events of each call. */
final class LeftOut {
  private final Map<MpiCall, Integer> events = new EnumMap<>(MpiCall.class);

  void add(MpiCall call) {
    events.merge(call, 1, Integer::sum);
  }

  /** Returns one sentence for each of these MPI calls. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    events.forEach((call, count) -> warnings.add(call.mpiName() + " is left out (" + count
        + (count == 1 ? " event" : " events") + "): " + reason(call)));
    return warnings;
  }

  private static String reason(MpiCall call) {
    return switch (call.family()) {
      case RMA -> "the trace does not contain what one-sided communication reads and writes";
      case IO -> "the trace does not contain what the call reads or writes";
      default ->
        call == MpiCall.OTHER
            ? "the trace does not name the call"
            : "the trace does not contain the arguments of the call";
    };
  }
}
