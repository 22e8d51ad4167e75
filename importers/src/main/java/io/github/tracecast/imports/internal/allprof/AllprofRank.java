package io.github.tracecast.imports.internal.allprof;

import java.util.Set;

/** Creates the events of one rank from the lines of its file. */
interface AllprofRank {
  void take(AllprofLine line);

  /**
   * Returns the names of the calls that may affect other calls but whose arguments are not in the
   * trace.
   */
  Set<String> keptByName();

  /**
   * Returns how many completions were assigned to the oldest open request because the trace does
   * not name the request.
   */
  default long assumedRequests() {
    return 0;
  }
}
