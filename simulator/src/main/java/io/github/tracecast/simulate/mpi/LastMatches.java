package io.github.tracecast.simulate.mpi;

import io.github.tracecast.decompress.FollowedReceives;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntRBTreeMap;
import java.util.Arrays;

/**
 * The source of the last match of each receive that later calls follow ({@code Op.FOLLOW}). Memory
 * is proportional to the number of these receives and of ranks. One thread.
 */
final class LastMatches implements SourceLog {
  private static final long NONE = -1;

  /** For each rank, the event of the followed receive that it began last; empty if no receive is followed. */
  private final int[] begun;

  /** For each slot of a followed receive that has no message yet, the receive as in {@link #key}. */
  private final Int2LongOpenHashMap posted = new Int2LongOpenHashMap();

  /** For each followed receive, the source of its last match. */
  private final Long2IntRBTreeMap sources = new Long2IntRBTreeMap();

  LastMatches(FollowedReceives followed, int ranks) {
    this.begun = new int[followed.isEmpty() ? 0 : ranks];
    Arrays.fill(begun, Slots.NONE);
    posted.defaultReturnValue(NONE);
    sources.defaultReturnValue(Slots.NONE);
  }

  private static long key(int rank, int event) {
    return (long) rank << 32 | event;
  }

  @Override
  public void begins(int rank, int event) {
    begun[rank] = event;
  }

  @Override
  public void asks(int rank, int slot) {
    if (begun.length == 0) {
      return;
    }
    if (begun[rank] == Slots.NONE) {
      posted.remove(slot); // the slot of an earlier receive that was cancelled
    } else {
      posted.put(slot, key(rank, begun[rank]));
      begun[rank] = Slots.NONE;
    }
  }

  @Override
  public void meets(int slot, int source) {
    if (begun.length == 0) {
      return;
    }
    long receive = posted.remove(slot);
    if (receive != NONE) {
      sources.put(receive, source);
    }
  }

  int of(int rank, int event) {
    int source = sources.get(key(rank, event));
    if (source == Slots.NONE) {
      throw new ReplayException("rank " + rank
          + ": found a call whose partner is the source of the message that event " + event
          + " received; expected the call after the completion of the receive");
    }
    return source;
  }

  void describe(StateSink sink) {
    sources.long2IntEntrySet().forEach(match -> {
      sink.number(match.getLongKey());
      sink.number(match.getIntValue());
    });
  }
}
