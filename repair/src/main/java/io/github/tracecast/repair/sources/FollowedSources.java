package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the senders of receives from any source from the ranks that the next calls name. For
 * example, a server answers the rank whose message it received, or receives more from this rank.
 *
 * <p>The calls of ranks with such receives are read one by one; ranks with too many calls are left
 * out. Each instance is used once, by one thread.
 */
final class FollowedSources {
  private static final long MOST_CALLS = 1L << 26;

  private final Programs programs;
  private final EventTable table;
  private final CallArguments arguments;
  private long waitingBytes;

  /** Events that are, on some rank, receives from any source. */
  private final BitSet open = new BitSet();

  /** The number of messages by meeting place and sender; empty if the recorder kept all senders. */
  private final Map<MeetingPlace, Map<Integer, Long>> sent = new HashMap<>();

  FollowedSources(Trace trace) {
    this.programs = Programs.of(trace);
    this.table = programs.table();
    this.arguments = new CallArguments(TagsBySize.of(programs));
    List<Event> events = trace.events();
    boolean unkept = false;
    for (int event = 0; event < events.size(); event++) {
      open.set(event, RecordedSources.isOpen(events.get(event)));
      unkept |= open.get(event) && !table.has(event, Parameter.MATCHED_SOURCE);
    }
    if (unkept) {
      for (int rank = 0; rank < programs.ranks(); rank++) {
        EventCounts.visitPartners(programs, rank, this::addSend);
      }
    }
  }

  private void addSend(ExecutedCall call, long times) {
    if (!call.call().sends() || !call.has(Parameter.DESTINATION)) {
      return;
    }
    int destination = arguments.destination(call);
    if (destination >= 0) {
      int context = CallArguments.context(call);
      add(new MeetingPlace(destination, context, arguments.sendTag(call)), call.rank(), times);
      add(new MeetingPlace(destination, context, EventTable.ANY), call.rank(), times);
    }
  }

  private void add(MeetingPlace place, int sender, long times) {
    sent.computeIfAbsent(place, p -> new LinkedHashMap<>()).merge(sender, times, Long::sum);
  }

  /** See {@link RecordedSources#waitingBytes}. */
  long waitingBytes() {
    return waitingBytes;
  }

  /** Adds the found senders to {@code rest}, the same trace with the sources of other receives. */
  Trace named(Trace rest) {
    Map<Integer, Map<Integer, Sequence>> found = new HashMap<>();
    for (int rank : openRanks()) {
      long[] executions = EventCounts.executions(programs, rank);
      if (Arrays.stream(executions).sum() <= MOST_CALLS) {
        walk(rank, executions)
            .forEach((event, sources) ->
                found.computeIfAbsent(event, e -> new HashMap<>()).put(rank, sources));
      }
    }
    List<Event> events = new ArrayList<>(rest.events());
    found.forEach((event, byRank) -> events.set(event, named(events.get(event), byRank)));
    return rest.with(events, rest.header());
  }

  private static Event named(Event event, Map<Integer, Sequence> byRank) {
    return NamedSources.of(
        event,
        rank -> byRank.getOrDefault(rank, NamedSources.recorded(event, rank)),
        Parameter.SOURCE);
  }

  private int[] openRanks() {
    BitSet ranks = new BitSet();
    open.stream()
        .forEach(event -> programs.trace().events().get(event).ranks().forEach(ranks::set));
    return ranks.stream().toArray();
  }

  private Map<Integer, Sequence> walk(int rank, long[] executions) {
    FollowedRank walk = new FollowedRank(programs, rank);
    open.stream()
        .filter(event -> executions[event] > 0)
        .filter(event -> executions[event] <= RecordedSources.MOST_EXECUTIONS)
        .forEach(event -> walk.open(event, (int) executions[event], senders(event, rank)));
    Map<Integer, Sequence> sources = walk.sources();
    waitingBytes = Math.max(waitingBytes, walk.waitingBytes());
    return sources;
  }

  /** Returns the possible senders of an event's receives on a rank. */
  private FollowedRank.Senders senders(int event, int rank) {
    if (table.has(event, Parameter.MATCHED_SOURCE)) {
      int window = table.period(event, Parameter.MATCHED_SOURCE, rank);
      return new FollowedRank.Senders(window, execution -> {
        Map<Integer, Long> senders = new LinkedHashMap<>();
        for (long at = execution - execution % window, end = at + window; at < end; at++) {
          senders.merge(table.at(event, rank, at).partner(Parameter.MATCHED_SOURCE), 1L, Long::sum);
        }
        return senders;
      });
    }
    return new FollowedRank.Senders(Integer.MAX_VALUE, execution -> {
      ExecutedCall call = table.at(event, rank, execution);
      return sent.getOrDefault(
          new MeetingPlace(rank, CallArguments.context(call), arguments.receiveTag(call)),
          Map.of());
    });
  }
}
