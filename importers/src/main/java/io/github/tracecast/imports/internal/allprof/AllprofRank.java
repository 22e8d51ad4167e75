package io.github.tracecast.imports.internal.allprof;

import java.util.Set;

/** Creates the events of one rank from its lines. */
interface AllprofRank {
  void take(AllprofLine line);

  /** Returns the names of calls without kept values that may affect other calls. */
  Set<String> keptByName();

  /** Returns how many completed requests were taken for the oldest open ones. */
  default long assumedRequests() {
    return 0;
  }
}
