package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.ReplayException;

/** Reports an invalid call. Its message is the reason; the interpreter adds the event and the rank. */
final class CallException extends ReplayException {
  private static final long serialVersionUID = 1L;

  CallException(String message) {
    super(message);
  }
}
