package io.github.tracecast.imports.internal.series;

import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * The persistent requests of one rank that were not started since they were made or completed. To
 * wait for them is over at once. Not thread-safe.
 */
final class InactiveRequests {
  private final LongOpenHashSet persistent = new LongOpenHashSet();
  private final LongOpenHashSet inactive = new LongOpenHashSet();
  private MpiCall call = MpiCall.INIT;

  /** @param latest number of the rank's latest request, which the call may make */
  void begin(MpiCall next, long latest) {
    call = next;
    if (call.makesPersistentRequest()) {
      persistent.add(latest);
      inactive.add(latest);
    }
  }

  /** The call names a request. */
  void named(long request) {
    if (persistent.isEmpty()) {
      return;
    }
    if (call.role() == MpiCall.Role.START) {
      inactive.remove(request);
    } else if (call.waitsForAll()) {
      completed(request);
    }
  }

  void completed(long request) {
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
