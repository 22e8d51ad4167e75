package io.github.tracecast.imports.internal;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import io.github.tracecast.trace.Parameter;

/**
 * Writes calls of which a trace has only the names, not the arguments. Most of these calls only
 * wait for other ranks, so their recorded time is valid only for the recorded machine: a probe that
 * waited 13 ms there waits 65 us on a faster machine. So that a replay does not wait in such calls,
 * a probe gets MPI_PROC_NULL as source and a collective gets MPI_COMM_SELF. The replay then waits
 * in the receive after the probe. All other calls become MPI_Other and keep their recorded time.
 */
public final class NamedCalls {
  private NamedCalls() {}

  /** Whether the call can be written without its arguments and then takes no time in a replay. */
  public static boolean takesNoTime(MpiCall call) {
    return switch (call.role()) {
      case PROBE, MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS -> true;
      case COLLECTIVE -> call.family() != Family.NEIGHBOURHOOD;
      case START, FREE_REQUEST -> true;
      case COMPLETE -> call.tests();
      default -> call == MpiCall.TEST_CANCELLED;
    };
  }

  /** Writes the arguments that make the call return at once in a replay. */
  public static void write(EventSink sink, MpiCall call) {
    switch (call.role()) {
      case PROBE -> sink.none(Parameter.SOURCE).number(Parameter.TAG, 0);
      case COLLECTIVE, MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS -> {
        sink.number(Parameter.COMMUNICATOR, Communicator.SELF);
        if (call.isRooted()) {
          sink.number(Parameter.ROOT, 0);
        }
      }
      case COMPLETE -> {
        sink.list(Parameter.OUTCOMES);
        if (call.completion() == MpiCall.Completion.ALL) {
          sink.add(0);
        }
      }
      default -> {
        // other calls refer to no request, so they have no effect
      }
    }
  }
}
