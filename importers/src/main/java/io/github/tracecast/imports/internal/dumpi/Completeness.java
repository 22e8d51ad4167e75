package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.internal.dumpi.LocalCommunicators.Local;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the recorded part of a run is complete: every message has a send and a receive,
 * and all ranks have the same number of collectives. Memory is proportional to the number of pairs
 * of ranks that communicate. Each rank fills its own instance; {@link #add} is thread-safe.
 */
final class Completeness {
  private static final int ANY = -1;

  private final int rank;

  /**
   * The messages sent minus the messages received, by sender (upper half of the key) and receiver.
   */
  private final Long2LongOpenHashMap surplus = new Long2LongOpenHashMap();

  private long collectives = ANY;
  private boolean uneven;
  private boolean unknown;

  /** @param rank the rank of the calls; -1 for the sum of all ranks */
  Completeness(int rank) {
    this.rank = rank;
    this.collectives = rank < 0 ? ANY : 0;
  }

  /** Counts the message or collective of the current call. */
  void take(
      MpiCall call, @Nullable Local local, DumpiCalls function, CallReader calls, long match) {
    if (call.family() == Family.COLLECTIVE) {
      collectives++;
      return;
    }
    if (local == null || local.isUnknown()) {
      unknown |= local != null && call.family() == Family.POINT_TO_POINT;
      return;
    }
    if (call.family() != Family.POINT_TO_POINT && !call.makesPersistentRequest()) {
      return;
    }
    int destination = function.place('d');
    if (destination >= 0 && calls.number(destination) >= 0) {
      add(rank, world(local, calls.number(destination)), 1);
    }
    int source = function.place('s');
    if (source >= 0) {
      int from = calls.number(source);
      if (from == DumpiHandles.ANY && match != Outcomes.UNKNOWN) {
        from = (int) (match >> 32);
      }
      if (from >= 0) {
        add(world(local, from), rank, -1);
      }
      unknown |= from == DumpiHandles.ANY;
    }
  }

  private static int world(Local local, int peer) {
    int[] members = local.peers();
    return peer < members.length ? members[peer] : peer;
  }

  private void add(int sender, int receiver, long count) {
    surplus.addTo((long) sender << 32 | receiver, count);
  }

  /** Adds the counts of another rank. */
  synchronized void add(Completeness other) {
    for (Long2LongMap.Entry pair : other.surplus.long2LongEntrySet()) {
      surplus.addTo(pair.getLongKey(), pair.getLongValue());
    }
    unknown |= other.unknown;
    uneven |= collectives != ANY && collectives != other.collectives;
    collectives = other.collectives;
  }

  /** Returns the reason why the recorded part cannot be replayed alone; null if it can be replayed. */
  @Nullable String fault() {
    if (uneven) {
      return "not all ranks recorded the same collectives";
    }
    long sent = 0;
    long received = 0;
    for (Long2LongMap.Entry pair : surplus.long2LongEntrySet()) {
      long more = pair.getLongValue();
      sent += Math.max(0, more);
      received -= Math.min(0, more);
    }
    if (received > 0) {
      return received + (received == 1 ? " recorded receive has" : " recorded receives have")
          + " no recorded send";
    }
    return sent > 0 && !unknown
        ? sent + (sent == 1 ? " recorded send has" : " recorded sends have")
            + " no recorded receive"
        : null;
  }
}
