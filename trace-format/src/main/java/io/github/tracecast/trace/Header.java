package io.github.tracecast.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The properties of the whole trace.
 *
 * @param ranks size of MPI_COMM_WORLD, 1 to {@link RankList#MAX_RANKS}
 * @param requestRing number of a rank's most recent requests that an event can refer to, at least 1
 * @param origin the program that made the trace and its input; may be empty
 * @param notes warnings of the program that made it, one line each
 * @param provenance where and how the run was recorded; empty for traces of other tools
 */
public record Header(
    int ranks,
    int requestRing,
    String origin,
    List<String> notes,
    Optional<Provenance> provenance) {
  /** The beginning of a note with the reason why the trace cannot be replayed. */
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

  /** Returns why the trace cannot be replayed, from its notes. Empty if no reason is known. */
  public Optional<String> notReplayable() {
    return notes.stream().filter(note -> note.startsWith(NOT_REPLAYABLE)).findFirst();
  }
}
