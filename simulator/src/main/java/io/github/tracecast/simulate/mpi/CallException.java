package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.ReplayException;

/** A call makes no sense. The message says why, but not where: who runs the call adds that. */
final class CallException extends ReplayException {
  private static final long serialVersionUID = 1L;

  CallException(String message) {
    super(message);
  }
}
