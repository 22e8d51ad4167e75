package io.github.tracecast.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What holds for the whole trace.
 *
 * @param ranks size of MPI_COMM_WORLD, 1 to {@link RankList#MAX_RANKS}
 * @param requestRing how many of a rank's most recent requests can be referred to, at least 1
 * @param origin who made the trace, from what; may be empty
 * @param notes warnings of whoever made it, one line each
 * @param provenance where and how the run was recorded; empty for traces of other tools
 */
public record Header(
    int ranks,
    int requestRing,
    String origin,
    List<String> notes,
    Optional<Provenance> provenance) {
  /** What a note begins with that says why the trace cannot be replayed. */
  public static final String NOT_REPLAYABLE = "cannot be replayed: ";

  public Header {
    Objects.requireNonNull(origin);
    notes = List.copyOf(notes);
    Objects.requireNonNull(provenance);
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw TraceException.at("header", ranks + " ranks", "1 to " + RankList.MAX_RANKS);
    }
    if (requestRing < 1) {
      throw TraceException.at("header", "request ring of " + requestRing, "at least 1");
    }
  }

  /** A header of a trace whose provenance is unknown. */
  public Header(int ranks, int requestRing, String origin, List<String> notes) {
    this(ranks, requestRing, origin, notes, Optional.empty());
  }

  /** The same header with other notes. */
  public Header withNotes(List<String> others) {
    return new Header(ranks, requestRing, origin, others, provenance);
  }

  /** The same header with a provenance. */
  public Header withProvenance(Provenance known) {
    return new Header(ranks, requestRing, origin, notes, Optional.of(known));
  }

  /** The same header with one more note. */
  public Header with(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return withNotes(more);
  }

  /** Why the trace cannot be replayed, as whoever made it says; empty where nothing is known against it. */
  public Optional<String> notReplayable() {
    return notes.stream().filter(note -> note.startsWith(NOT_REPLAYABLE)).findFirst();
  }
}
