package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.ReplayException;

/**
 * A call makes no sense. The message has the reason. The code that runs the call adds the place.
 */
final class CallException extends ReplayException {
  private static final long serialVersionUID = 1L;

  CallException(String message) {
    super(message);
  }
}
