package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.RequestNumbers;
import io.github.tracecast.imports.otf2.EventWriter;
import io.github.tracecast.simulate.calls.CompletionLookup;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * The requests of one rank, and the events of their start and end. A request has the same number in
 * the archive as within its rank. Not thread-safe.
 */
final class Otf2Requests {
  /**
   * One end of a message in the format.
   *
   * @param peer rank in the communicator; {@link EventTable#NONE} for none, undefined if a receive takes any message
   */
  record Otf2Message(int peer, int communicator, int tag, long bytes) {}

  private enum Kind {
    SEND,
    RECEIVE,
    /** A receive that the program cancels. */
    WITHDRAWN,
    COLLECTIVE
  }

  /** An active message, or the message that a persistent request starts. */
  private record Request(
      Kind kind, Otf2Message message, int operation, long received, boolean shown) {
    Request shown(boolean isShown) {
      return new Request(kind, message, operation, received, isShown);
    }

    Request withdrawn() {
      return new Request(Kind.WITHDRAWN, message, operation, received, shown);
    }
  }

  /** Above the numbers of the rank's requests. */
  private static final long FIRST_PARTED = 1L << 62;

  private final Exported exported;
  private final RequestNumbers numbers;
  private final CancelledReceives.OfRank cancelled;
  private final EventWriter events;
  private final Long2ObjectOpenHashMap<Request> open = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Request> persistent = new Long2ObjectOpenHashMap<>();
  private boolean shown = true;

  /** The number of the latest {@linkplain #startParted own} request. */
  private long parted = FIRST_PARTED;

  /** @param numbers the rank's request numbers; the caller first notes each call there */
  Otf2Requests(
      Exported exported,
      RequestNumbers numbers,
      CancelledReceives.OfRank cancelled,
      EventWriter events) {
    this.exported = exported;
    this.numbers = numbers;
    this.cancelled = cancelled;
    this.events = events;
  }

  /**
   * Sets whether the next calls have events. The end of a request is written only if its start was.
   */
  void shown(boolean areShown) {
    shown = areShown;
  }

  void startSend(Otf2Message message, long time) {
    start(numbers.last(), new Request(Kind.SEND, message, -1, 0, shown), time);
  }

  void startReceive(Otf2Message message, long time) {
    start(numbers.last(), new Request(Kind.RECEIVE, message, -1, 0, shown), time);
  }

  void startCollective(int operation, int communicator, int root, Otf2Sizes sizes, long time) {
    startCollective(numbers.last(), operation, communicator, root, sizes, time);
  }

  /** Starts a blocking collective that is written in two parts: with a request, and a wait at once. */
  void startParted(int operation, int communicator, int root, Otf2Sizes sizes, long time) {
    startCollective(++parted, operation, communicator, root, sizes, time);
  }

  /** Ends what {@link #startParted} started last, if it is open. */
  void endParted(long time) {
    end(parted, time);
  }

  private void startCollective(
      long number, int operation, int communicator, int root, Otf2Sizes sizes, long time) {
    Otf2Message message = new Otf2Message(root, communicator, 0, sizes.sent);
    start(number, new Request(Kind.COLLECTIVE, message, operation, sizes.received, shown), time);
  }

  private void start(long number, Request asked, long time) {
    Request request = asked.kind == Kind.RECEIVE && cancelled.post() ? asked.withdrawn() : asked;
    int peer = request.message.peer();
    if (request.kind == Kind.SEND && peer < 0
        || request.kind == Kind.RECEIVE && peer == EventTable.NONE) {
      return;
    }
    open.put(number, request);
    if (!shown) {
      return;
    }
    Otf2Message m = request.message;
    switch (request.kind) {
      case SEND -> events.startSend(time, m.peer(), m.communicator(), m.tag(), m.bytes(), number);
      case RECEIVE, WITHDRAWN -> events.startReceive(time, number);
      case COLLECTIVE -> events.write("NonBlockingCollectiveRequest", time, number);
    }
  }

  /** Notes a new persistent request. */
  void prepare(Otf2Message message, boolean sends) {
    persistent.put(
        numbers.last(), new Request(sends ? Kind.SEND : Kind.RECEIVE, message, -1, 0, shown));
  }

  /** MPI_Start and MPI_Startall. */
  void start(ExecutedCall call, long time) {
    for (int i = 0, n = call.requests(); i < n; i++) {
      long number = numbers.number(call, i);
      Request prepared = persistent.get(number);
      if (prepared != null) {
        start(number, prepared.shown(shown), time);
      }
    }
  }

  /** MPI_Cancel. The wait that may follow completes nothing more. */
  void cancel(ExecutedCall call, long time) {
    for (int i = 0, n = call.requests(); i < n; i++) {
      long number = numbers.number(call, i);
      Request request = open.get(number);
      if (request != null && request.kind == Kind.WITHDRAWN) {
        open.remove(number);
        if (request.shown && shown) {
          events.write("MpiRequestCancelled", time, number);
        }
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
   * Handles a call of the Wait and Test families. The requests that it completed in the recorded
   * run are complete.
   */
  void complete(ExecutedCall call, long time) {
    if (!CompletionLookup.decided(call) && !CompletionLookup.counted(call)) {
      exported.lost.add(call.call().mpiName()
          + " completes nothing, because the trace does not record what it completed");
      return;
    }
    CompletionLookup.awaited(call).forEach(offset -> end(numbers.number(offset), time));
  }

  private void end(long number, long time) {
    Request done = open.remove(number);
    if (done != null && done.shown && shown) {
      complete(number, done, time);
    }
  }

  private void complete(long number, Request done, long time) {
    Otf2Message m = done.message;
    switch (done.kind) {
      case SEND -> events.completeSend(time, number);
      case WITHDRAWN -> events.write("MpiRequestCancelled", time, number);
      case RECEIVE ->
        events.completeReceive(time, m.peer(), m.communicator(), m.tag(), m.bytes(), number);
      case COLLECTIVE ->
        events.write(
            "NonBlockingCollectiveComplete",
            time,
            (byte) done.operation,
            m.communicator(),
            m.peer(),
            m.bytes(),
            done.received,
            number);
    }
  }
}
