package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;

/**
 * The ranks and contexts where message sizes replace tags that the trace lacks. Without tags, a
 * receive from any source takes the first message, even a message of another exchange. The receive
 * of that other exchange then waits forever. A rank's messages in a communicator therefore get tags
 * from their sizes if
 *
 * <ul>
 *   <li>the rank receives in this communicator from any source,
 *   <li>no call that sends to the rank, or receives at it, has a tag, is persistent, or probes,
 *   <li>the numbers of sent and received messages agree for each size, and there are at least two
 *       sizes. No receive then has a larger buffer than its message.
 * </ul>
 *
 * Immutable.
 */
public final class TagsBySize {
  static final TagsBySize NONE = new TagsBySize(new LongOpenHashSet());

  /** The pairs of rank and context, each packed into a key. */
  private final LongOpenHashSet places;

  private TagsBySize(LongOpenHashSet places) {
    this.places = places;
  }

  /** Finds where sizes replace tags. Time: O(ranks x events) if a receive from any source lacks its tag, otherwise O(events). */
  public static TagsBySize of(Programs programs) {
    return mayBeNeeded(programs.trace()) && programs.table().unknownDatatypes().isEmpty()
        ? programs.derived(TagsBySize.class, TagsBySize::search)
        : NONE;
  }

  private static TagsBySize search(Programs programs) {
    Long2ObjectOpenHashMap<Traffic> traffic = new Long2ObjectOpenHashMap<>();
    for (int rank = 0; rank < programs.ranks(); rank++) {
      EventCounts.visitPartners(programs, rank, (call, times) -> add(call, times, traffic));
    }
    LongOpenHashSet places = new LongOpenHashSet();
    traffic.forEach((place, found) -> {
      if (found.fits()) {
        places.add(place);
      }
    });
    return new TagsBySize(places);
  }

  private static boolean mayBeNeeded(Trace trace) {
    return trace.events().stream()
        .anyMatch(event -> OpenReceives.lost(event) || OpenReceives.wasLost(event));
  }

  /** The assumption that messages match by size, as text for the user; empty if no rank depends on it. */
  public List<String> notes() {
    if (places.isEmpty()) {
      return List.of();
    }
    return List.of("at " + places.size()
        + " of the ranks that receive from any source, messages without tags are matched by their sizes,"
        + " because there are as many sends as receives of each size");
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** Whether sizes replace the tags of messages to a rank in a context. */
  boolean at(int rank, int context) {
    return places.contains(key(rank, context));
  }

  /** The substitute tag of all messages of this size. All messages of 2 GiB or more share one tag. */
  static int tag(long bytes) {
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  private static long key(int rank, int context) {
    return (long) rank << 32 | context;
  }

  /** Messages and receives at one rank in one context. */
  private static final class Traffic {
    boolean anySource;

    /** Whether a call prevents the use of sizes as tags. */
    boolean unfit;

    /** The number of sent minus received messages, by size. */
    final Long2LongOpenHashMap surplus = new Long2LongOpenHashMap();

    boolean fits() {
      return anySource
          && !unfit
          && surplus.size() > 1
          && surplus.values().longStream().allMatch(more -> more == 0);
    }
  }

  private static void add(ExecutedCall call, long times, Long2ObjectOpenHashMap<Traffic> all) {
    CallArguments arguments = new CallArguments(NONE);
    boolean fits = call.call().family() == MpiCall.Family.POINT_TO_POINT
        && !call.has(call.either(Parameter.TAG, Parameter.RECEIVE_TAG));
    if (call.has(Parameter.DESTINATION) && arguments.destination(call) != EventTable.NONE) {
      Traffic there = all.computeIfAbsent(
          key(arguments.destination(call), CallArguments.context(call)), place -> new Traffic());
      there.unfit |= !fits;
      there.surplus.addTo(call.sendBytes(), times);
    }
    if (call.has(Parameter.SOURCE) && arguments.source(call) != EventTable.NONE) {
      Traffic here = all.computeIfAbsent(
          key(call.rank(), CallArguments.context(call)), place -> new Traffic());
      here.unfit |= !fits;
      here.anySource |=
          arguments.source(call) == EventTable.ANY || call.has(Parameter.MATCHED_SOURCE);
      here.surplus.addTo(call.receiveBytes(), -times);
    }
  }
}
