package io.github.tracecast.imports.internal;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import io.github.tracecast.trace.Parameter;

/**
 * Calls of which a trace has the name and the times, and no values. Most only wait for other ranks,
 * or do nothing that takes time: the time that was recorded in them belongs to the recorded machine.
 * A probe that waited 13 ms there waits 65 us on a faster one. They are written so that a replay
 * does not wait in them: a probe of no process, a collective of the rank alone. The wait then is in
 * the receive after the probe. All others become MPI_Other and keep their time.
 */
public final class NamedCalls {
  private NamedCalls() {}

  /** Whether the call can be written without its values, and then takes no time in a replay. */
  public static boolean takesNoTime(MpiCall call) {
    return switch (call.role()) {
      case PROBE, MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS -> true;
      case COLLECTIVE -> call.family() != Family.NEIGHBOURHOOD;
      case START, FREE_REQUEST -> true;
      case COMPLETE -> call.tests();
      default -> call == MpiCall.TEST_CANCELLED;
    };
  }

  /** Writes the values of a call that is kept by its name. */
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
        // without a request it has no effect
      }
    }
  }
}
