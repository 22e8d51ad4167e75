package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.CallPlace;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds receives from any source, without a tag, that could take messages of several senders. The
 * compressed trace is not expanded. One use, one thread.
 */
final class SourceChoices {
  private static final int SEVERAL = -1;

  private final Programs programs;
  private final EventTable table;
  private final CallArguments arguments;
  private final Set<MeetingPlace> anySource = new HashSet<>();

  /** The only sender to a place, or {@link #SEVERAL}. */
  private final Map<MeetingPlace, Integer> senders = new HashMap<>();

  /** One execution of a call. */
  private record At(int event, int worldRank, long execution) implements CallPlace {}

  SourceChoices(Trace trace) {
    this.programs = Programs.of(trace);
    this.table = programs.table();
    this.arguments = new CallArguments(table, TagsBySize.of(programs));
  }

  /** Whether the trace has such a receive. */
  boolean any() {
    for (int rank = 0; rank < programs.ranks(); rank++) {
      add(rank);
    }
    return anySource.stream().anyMatch(place -> senders.getOrDefault(place, 0) == SEVERAL);
  }

  private void add(int rank) {
    long[] executions = EventCounts.executions(programs, rank);
    for (int event = 0; event < executions.length; event++) {
      long times =
          executions[event] == 0 ? 0 : Math.min(executions[event], table.period(event, rank));
      for (long execution = 0; execution < times; execution++) {
        At call = new At(event, rank, execution);
        if (table.has(event, Parameter.SOURCE) && arguments.source(call) == EventTable.ANY) {
          anySource.add(
              new MeetingPlace(rank, arguments.context(call), arguments.receiveTag(call)));
        }
        if (table.has(event, Parameter.DESTINATION)) {
          int destination = arguments.destination(call);
          if (destination != EventTable.NONE) {
            senders.merge(
                new MeetingPlace(destination, arguments.context(call), arguments.sendTag(call)),
                rank,
                (one, other) -> one.equals(other) ? one : Integer.valueOf(SEVERAL));
          }
        }
      }
    }
  }
}
