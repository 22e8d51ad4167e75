package io.github.tracecast.simulate;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;

/**
 * Where the sizes of messages stand for tags that the trace does not have. Without tags a receive from any source takes the first
 * message there is, even one of another exchange, whose own receive then waits for ever. So a rank's messages in a communicator
 * have tags by their sizes if
 *
 * <ul>
 *   <li>the rank receives there from any source,
 *   <li>no call that sends there or receives there has a tag, and none of them is persistent or probes,
 *   <li>as many messages of each size are sent there in the whole run as are received, of at least two sizes: then no
 *       receive has room for more than it got.
 * </ul>
 *
 * Immutable.
 */
public final class TagsBySize {
  static final TagsBySize NONE = new TagsBySize(new LongOpenHashSet());

  /** Rank and context. */
  private final LongOpenHashSet places;

  private TagsBySize(LongOpenHashSet places) {
    this.places = places;
  }

  /** Looks through a trace: O(ranks x events) if some receive from any source lacks its tag, else O(events). */
  public static TagsBySize of(Programs programs, EventTable table) {
    if (!mayBeNeeded(programs.trace()) || !table.unknownDatatypes().isEmpty()) {
      return NONE;
    }
    Search search = new Search(programs, table);
    for (int rank = 0; rank < programs.ranks(); rank++) {
      search.add(rank);
    }
    return new TagsBySize(search.places());
  }

  private static boolean mayBeNeeded(Trace trace) {
    return trace.events().stream()
        .anyMatch(event -> LostSources.lost(event) || LostSources.wasLost(event));
  }

  /** What is assumed of a trace, for people; empty if nothing is. */
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

  /** Whether sizes stand for the tags of what is sent to a rank. */
  boolean at(int rank, int context) {
    return places.contains(key(rank, context));
  }

  /** What stands for the tag; messages of 2 GiB and more have one in common. */
  static int tag(long bytes) {
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  private static long key(int rank, int context) {
    return (long) rank << 32 | context;
  }

  /** What is sent to a rank, and received there. */
  private static final class Traffic {
    boolean anySource;

    /** Whether sizes cannot stand for tags. */
    boolean unfit;

    /** By size: how many more are sent than received. */
    final Long2LongOpenHashMap surplus = new Long2LongOpenHashMap();

    boolean fits() {
      return anySource
          && !unfit
          && surplus.size() > 1
          && surplus.values().longStream().allMatch(more -> more == 0);
    }
  }

  /** One call at one execution. */
  private record At(int event, int worldRank, long execution) implements CallPlace {}

  /** Goes through what all ranks send and receive. */
  private static final class Search {
    private final Programs programs;
    private final EventTable table;
    private final CallArguments arguments;
    private final Long2ObjectOpenHashMap<Traffic> traffic = new Long2ObjectOpenHashMap<>();

    Search(Programs programs, EventTable table) {
      this.programs = programs;
      this.table = table;
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
