package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;

/**
 * The places where message sizes replace tags that the trace lacks. Without tags, a receive from
 * any source takes the first message, even one of another exchange. The receive of that other
 * exchange then waits forever. A rank's messages in a communicator therefore get tags from their
 * sizes if
 *
 * <ul>
 *   <li>the rank receives there from any source,
 *   <li>no call that sends to the rank or receives there has a tag, is persistent, or probes,
 *   <li>the numbers of sent and received messages agree for each size, and there are at least two
 *       sizes. No receive then has a larger buffer than its message.
 * </ul>
 *
 * Immutable.
 */
public final class TagsBySize {
  static final TagsBySize NONE = new TagsBySize(new LongOpenHashSet());

  /** The keys, each a rank and a context. */
  private final LongOpenHashSet places;

  private TagsBySize(LongOpenHashSet places) {
    this.places = places;
  }

  /**
   * Searches a trace. O(ranks x events) if a receive from any source lacks its tag, otherwise
   * O(events).
   */
  public static TagsBySize of(Programs programs) {
    return mayBeNeeded(programs.trace()) && programs.table().unknownDatatypes().isEmpty()
        ? programs.derived(TagsBySize.class, TagsBySize::search)
        : NONE;
  }

  private static TagsBySize search(Programs programs) {
    Search search = new Search(programs);
    for (int rank = 0; rank < programs.ranks(); rank++) {
      search.add(rank);
    }
    return new TagsBySize(search.places());
  }

  private static boolean mayBeNeeded(Trace trace) {
    return trace.events().stream()
        .anyMatch(event -> OpenReceives.lost(event) || OpenReceives.wasLost(event));
  }

  /** The assumptions about the trace as text for the user; empty if there are none. */
  public List<String> notes() {
    if (places.isEmpty()) {
      return List.of();
    }
    return List.of("at " + places.size()
        + " of the ranks that receive from any source, messages without tags are matched by"
        + " their sizes, because the numbers of sends and receives agree for each size");
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** Whether sizes replace the tags of messages to a rank. */
  boolean at(int rank, int context) {
    return places.contains(key(rank, context));
  }

  /** The tag for a size. All messages of 2 GiB or more share one tag. */
  static int tag(long bytes) {
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  private static long key(int rank, int context) {
    return (long) rank << 32 | context;
  }

  /** Messages and receives at one rank in one context. */
  private static final class Traffic {
    boolean anySource;

    /** Whether sizes cannot replace tags. */
    boolean unfit;

    /** Sent minus received messages, by size. */
    final Long2LongOpenHashMap surplus = new Long2LongOpenHashMap();

    boolean fits() {
      return anySource
          && !unfit
          && surplus.size() > 1
          && surplus.values().longStream().allMatch(more -> more == 0);
    }
  }

  /** One execution of a call. */
  private record At(int event, int worldRank, long execution) implements CallPlace {}

  /** Visits the sends and receives of all ranks. */
  private static final class Search {
    private final Programs programs;
    private final EventTable table;
    private final CallArguments arguments;
    private final Long2ObjectOpenHashMap<Traffic> traffic = new Long2ObjectOpenHashMap<>();

    Search(Programs programs) {
      this.programs = programs;
      this.table = programs.table();
      this.arguments = new CallArguments(table, NONE);
    }

    LongOpenHashSet places() {
      LongOpenHashSet places = new LongOpenHashSet();
      for (Long2ObjectMap.Entry<Traffic> found : traffic.long2ObjectEntrySet()) {
        if (found.getValue().fits()) {
          places.add(found.getLongKey());
        }
      }
      return places;
    }

    void add(int rank) {
      long[] executions = EventCounts.executions(programs, rank);
      for (int event = 0; event < executions.length; event++) {
        long times = executions[event];
        if (times == 0
            || !(table.has(event, Parameter.SOURCE) || table.has(event, Parameter.DESTINATION))) {
          continue;
        }
        long period = table.period(event, rank);
        for (long execution = 0; execution < Math.min(times, period); execution++) {
          long same = (times - execution - 1) / period + 1;
          add(new At(event, rank, execution), same);
        }
      }
    }

    private void add(At call, long times) {
      boolean fits = table.call(call.event).family() == MpiCall.Family.POINT_TO_POINT
          && !table.has(call.event, Parameter.TAG)
          && !table.has(call.event, Parameter.RECEIVE_TAG);
      if (table.has(call.event, Parameter.DESTINATION)) {
        int destination = arguments.destination(call);
        if (destination != EventTable.NONE) {
          Traffic there = traffic(destination, call);
          there.unfit |= !fits;
          there.surplus.addTo(arguments.sendBytes(call), times);
        }
      }
      if (table.has(call.event, Parameter.SOURCE)) {
        int source = arguments.source(call);
        if (source != EventTable.NONE) {
          Traffic here = traffic(call.worldRank, call);
          here.unfit |= !fits;
          here.anySource |=
              source == EventTable.ANY || table.has(call.event, Parameter.MATCHED_SOURCE);
          here.surplus.addTo(arguments.receiveBytes(call), -times);
        }
      }
    }

    private Traffic traffic(int rank, At call) {
      return traffic.computeIfAbsent(key(rank, arguments.context(call)), key -> new Traffic());
    }
  }
}
