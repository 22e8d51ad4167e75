package io.github.tracecast.imports.internal.series;

import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * The inactive persistent requests of one rank. A request is inactive if it was not started since
 * it was made or completed. A wait for an inactive request returns immediately. Not thread-safe.
 */
final class InactiveRequests {
  private final LongOpenHashSet persistent = new LongOpenHashSet();
  private final LongOpenHashSet inactive = new LongOpenHashSet();
  private MpiCall call = MpiCall.INIT;

  /** @param latest number of the rank's latest request, which the call itself may make */
  void begin(MpiCall next, long latest) {
    call = next;
    if (call.makesPersistentRequest()) {
      persistent.add(latest);
      inactive.add(latest);
    }
  }

  /** Receives a request that is an argument of the current call. */
  void use(long request) {
    if (persistent.isEmpty()) {
      return;
    }
    if (call.role() == MpiCall.Role.START) {
      inactive.remove(request);
    } else if (call.waitsForAll()) {
      deactivate(request);
    }
  }

  void deactivate(long request) {
    if (persistent.contains(request)) {
      inactive.add(request);
    }
  }

  boolean isPersistent(long request) {
    return persistent.contains(request);
  }

  boolean has(long request) {
    return inactive.contains(request);
  }
}
