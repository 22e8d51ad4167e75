package io.github.tracecast.imports;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Unit;

/** Receives the computation before a call. */
@FunctionalInterface
public interface ComputationSink {
  /** @param amount the computation, in the given unit */
  void before(MpiCall call, Unit unit, double amount);
}
