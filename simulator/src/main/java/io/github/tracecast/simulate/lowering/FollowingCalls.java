package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.FollowedReceives;
import io.github.tracecast.simulate.calls.CallArguments;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * The calls whose partner is the source of a match that the replay decides. Each such call is
 * translated for every rank that sends to the receiver, because any of these may match. One thread.
 */
final class FollowingCalls {
  private static final int[] NONE = {};

  private final EventTable table;
  private final FollowedReceives followed;

  /** For each destination and context, the ranks that send to this destination in this context. */
  private final Long2ObjectOpenHashMap<IntSortedSet> senders = new Long2ObjectOpenHashMap<>();

  FollowingCalls(EventTable table) {
    this.table = table;
    this.followed = table.followed();
  }

  boolean isEmpty() {
    return followed.isEmpty();
  }

  /** Whether the replay has to report the matches of an event. */
  boolean isFollowed(int event) {
    return followed.isFollowed(event);
  }

  /** Records a send of the program. All sends must be recorded before {@link #sources}. */
  void sends(int source, int destination, int context) {
    if (!isEmpty()) {
      senders
          .computeIfAbsent(key(destination, context), key -> new IntAVLTreeSet())
          .add(source);
    }
  }

  private static long key(int rank, int context) {
    return (long) rank << 32 | context;
  }

  /** Returns the receive whose matched source is the partner of a call on a rank, or {@link FollowedReceives#NONE}. */
  int receive(int event, int rank) {
    return followed.receive(event, rank);
  }

  /** Returns the ranks, ascending, that may be the partner of a call; empty if the call follows no match. */
  int[] sources(int event, int rank) {
    int receive = receive(event, rank);
    if (receive == FollowedReceives.NONE) {
      return NONE;
    }
    IntSortedSet all = senders.get(key(rank, CallArguments.context(table.at(receive, rank, 0))));
    return all == null ? NONE : all.toIntArray();
  }

  /** Returns the number of executions after which all arguments except the partner repeat. */
  long period(int event, int rank) {
    return table.period(event, rank, parameter -> !followed.follows(event, parameter, rank));
  }

  ExecutedCall call(int event, int rank, int execution, int source) {
    return table.at(event, rank, execution).matching(source);
  }
}
