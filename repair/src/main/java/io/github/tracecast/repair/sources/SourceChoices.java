package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds receives from any source that lack their tag and could take messages of several senders.
 * The compressed trace is not expanded. Each instance is used once, by one thread.
 */
final class SourceChoices {
  private static final int SEVERAL = -1;

  private final Programs programs;
  private final CallArguments arguments;
  private final Set<MeetingPlace> anySource = new HashSet<>();

  /** For each meeting place, the only rank that sends to it, or {@link #SEVERAL}. */
  private final Map<MeetingPlace, Integer> senders = new HashMap<>();

  SourceChoices(Trace trace) {
    this.programs = Programs.of(trace);
    this.arguments = new CallArguments(TagsBySize.of(programs));
  }

  /** Whether the trace has a receive with several possible senders. */
  boolean any() {
    for (int rank = 0; rank < programs.ranks(); rank++) {
      EventCounts.visitPartners(programs, rank, this::add);
    }
    return anySource.stream().anyMatch(place -> senders.getOrDefault(place, 0) == SEVERAL);
  }

  private void add(ExecutedCall call, long times) {
    if (call.has(Parameter.SOURCE) && arguments.source(call) == EventTable.ANY) {
      anySource.add(place(call, call.rank(), arguments.receiveTag(call)));
    }
    if (call.has(Parameter.DESTINATION)) {
      int destination = arguments.destination(call);
      if (destination != EventTable.NONE) {
        senders.merge(
            place(call, destination, arguments.sendTag(call)),
            call.rank(),
            (one, other) -> one.equals(other) ? one : Integer.valueOf(SEVERAL));
      }
    }
  }

  private static MeetingPlace place(ExecutedCall call, int rank, int tag) {
    return new MeetingPlace(rank, CallArguments.context(call), tag);
  }
}
