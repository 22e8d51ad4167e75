package io.github.tracecast.trace;

import java.util.List;
import java.util.Objects;

/**
 * What holds for the whole trace.
 *
 * @param ranks size of MPI_COMM_WORLD, 1 to {@link RankList#MAX_RANKS}
 * @param requestRing how many of a rank's most recent requests can be referred to, at least 1
 * @param origin who made the trace, from what; may be empty
 * @param notes warnings of whoever made it, one line each
 */
public record Header(int ranks, int requestRing, String origin, List<String> notes) {
  public Header {
    Objects.requireNonNull(origin);
    notes = List.copyOf(notes);
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw TraceException.at("header", ranks + " ranks", "1 to " + RankList.MAX_RANKS);
    }
    if (requestRing < 1) {
      throw TraceException.at("header", "request ring of " + requestRing, "at least 1");
    }
  }
}
