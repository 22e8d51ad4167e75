package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.RequestNumbers;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/** The open requests of one rank, by the format's numbers. Not thread-safe. */
final class OpenRequests {
  /** A persistent request: its message, and the number while it is active. */
  private static final class Persistent {
    final Message message = new Message();
    boolean sends;
    long active = RankActions.DONE;
  }

  private final Exported exported;
  private final RequestNumbers numbers;
  private final CancelledReceives.OfRank cancelled;
  private final RankActions actions;
  private final Long2LongOpenHashMap open = new Long2LongOpenHashMap();
  private final Long2ObjectOpenHashMap<Persistent> persistent = new Long2ObjectOpenHashMap<>();

  /** @param numbers the rank's request numbers; the caller first notes each call there */
  OpenRequests(
      Exported exported,
      RequestNumbers numbers,
      CancelledReceives.OfRank cancelled,
      RankActions actions) {
    this.exported = exported;
    this.numbers = numbers;
    this.cancelled = cancelled;
    this.actions = actions;
    this.open.defaultReturnValue(RankActions.DONE);
  }

  /** Adds the number of the request that the current call creates. */
  void add(long request) {
    if (request != RankActions.DONE) {
      open.put(numbers.last(), request);
    }
  }

  void prepareSend(Message message) {
    prepare(message).sends = true;
  }

  void prepareReceive(Message message) {
    prepare(message);
  }

  private Persistent prepare(Message message) {
    Persistent prepared = new Persistent();
    prepared.message.set(message);
    persistent.put(numbers.last(), prepared);
    return prepared;
  }

  /** MPI_Start and MPI_Startall. */
  void start(ExecutedCall call) throws IOException {
    for (int i = 0, n = call.requests(); i < n; i++) {
      Persistent prepared = persistent.get(numbers.number(call, i));
      boolean withdrawn = prepared != null && !prepared.sends && cancelled.post();
      if (prepared != null && !withdrawn && prepared.message.peer != EventTable.NONE) {
        prepared.active = prepared.sends
            ? actions.startSend(prepared.message)
            : actions.startReceive(prepared.message);
      }
    }
  }

  /** MPI_Request_free. */
  void free(ExecutedCall call) {
    for (int i = 0, n = call.requests(); i < n; i++) {
      open.remove(numbers.number(call, i));
      persistent.remove(numbers.number(call, i));
    }
  }

  /**
   * Handles a call of the Wait and Test families. It waits for the requests that the call completed
   * in the recorded run, or for as many of the first ones if the trace counts them only.
   */
  void complete(ExecutedCall call) throws IOException {
    boolean decided = CompletionLookup.decided(call) || CompletionLookup.counted(call);
    LongArrayList awaited = new LongArrayList();
    if (decided) {
      CompletionLookup.awaited(call).forEach(offset -> {
        long request = take(numbers.number(offset));
        if (request != RankActions.DONE) {
          awaited.add(request);
        }
      });
    }
    if (!awaited.isEmpty()) {
      actions.await(awaited.elements(), awaited.size());
    } else if (call.call() == MpiCall.TEST && call.requests() == 1) {
      long request = look(numbers.number(call, 0));
      if (request != RankActions.DONE) {
        actions.test(request);
      }
    }
    if (!decided) {
      exported.lost.add(call.call().mpiName()
          + " completes nothing, because the trace does not record what it completed");
    }
  }

  private long take(long number) {
    Persistent prepared = persistent.get(number);
    if (prepared == null) {
      return open.remove(number);
    }
    long active = prepared.active;
    prepared.active = RankActions.DONE;
    return active;
  }

  private long look(long number) {
    Persistent prepared = persistent.get(number);
    return prepared == null ? open.get(number) : prepared.active;
  }
}
