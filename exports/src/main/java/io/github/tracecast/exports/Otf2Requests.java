package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.exports.requests.CancelledReceives;
import io.github.tracecast.exports.requests.OpenRequests;
import io.github.tracecast.imports.otf2.RankEvents;
import io.github.tracecast.trace.calls.RequestNumbers;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one rank, with the events of their start and end. A request has the same number
 * in the archive as within its rank. Not thread-safe.
 */
final class Otf2Requests {
  /**
   * One end of a message in the format.
   *
   * @param peer rank in the communicator; {@link EventTable#NONE} for no process; undefined for a
   *     receive from any source
   */
  record Otf2Message(int peer, int communicator, int tag, long bytes) {}

  private enum Kind {
    SEND,
    RECEIVE,
    /** A receive that the program cancels before a message arrives. */
    WITHDRAWN,
    COLLECTIVE
  }

  private record Request(
      Kind kind, Otf2Message message, int operation, long received, boolean shown) {}

  /**
   * The least number of a request that the export adds. The numbers of the rank's requests are
   * below it.
   */
  private static final long FIRST_PARTED = 1L << 62;

  private final RequestNumbers numbers;
  private final RankEvents events;
  private final OpenRequests<Otf2Message, Request> open;
  private boolean shown = true;

  /** The number of the latest request of {@link #startParted}. */
  private long parted = FIRST_PARTED;

  /** @param numbers the rank's request numbers, to which the caller must have added each call */
  Otf2Requests(RequestNumbers numbers, CancelledReceives.OfRank cancelled, RankEvents events) {
    this.numbers = numbers;
    this.events = events;
    this.open = new OpenRequests<>(numbers, cancelled);
  }

  /**
   * Sets whether the next calls are written as events. The end of a request is written only if its
   * start was written.
   */
  void setShown(boolean areShown) {
    shown = areShown;
  }

  /** Starts the message of the current call. */
  void start(Otf2Message message, boolean sends, long time) {
    open.start(message, sends, starterAt(time));
  }

  void startPrepared(ExecutedCall call, long time) {
    open.startPrepared(call, starterAt(time));
  }

  private OpenRequests.Starter<Otf2Message, Request, RuntimeException> starterAt(long time) {
    return (number, message, sends, withdrawn) -> start(number, message, sends, withdrawn, time);
  }

  private @Nullable Request start(
      long number, Otf2Message message, boolean sends, boolean withdrawn, long time) {
    int peer = message.peer;
    if (sends ? peer < 0 : peer == EventTable.NONE) {
      return null;
    }
    if (shown && sends) {
      events.startSend(time, peer, message.communicator, message.tag, message.bytes, number);
    } else if (shown) {
      events.startReceive(time, number);
    }
    Kind kind = sends ? Kind.SEND : withdrawn ? Kind.WITHDRAWN : Kind.RECEIVE;
    return new Request(kind, message, -1, 0, shown);
  }

  void startCollective(int operation, int communicator, int root, Otf2Sizes sizes, long time) {
    startCollective(numbers.last(), operation, communicator, root, sizes, time);
  }

  /** Starts a blocking collective that is written as a non-blocking collective and a wait. */
  void startParted(int operation, int communicator, int root, Otf2Sizes sizes, long time) {
    startCollective(++parted, operation, communicator, root, sizes, time);
  }

  /** Ends the latest collective of {@link #startParted}, unless it has ended. */
  void endParted(long time) {
    Request request = open.remove(parted);
    if (request != null) {
      complete(parted, request, time);
    }
  }

  private void startCollective(
      long number, int operation, int communicator, int root, Otf2Sizes sizes, long time) {
    Otf2Message message = new Otf2Message(root, communicator, 0, sizes.sent);
    open.add(number, new Request(Kind.COLLECTIVE, message, operation, sizes.received, shown));
    if (shown) {
      events.write("NonBlockingCollectiveRequest", time, number);
    }
  }

  void prepare(Otf2Message message, boolean sends) {
    open.prepare(message, sends);
  }

  /** Completes the receives that MPI_Cancel withdraws. A later wait does not complete them again. */
  void cancel(ExecutedCall call, long time) {
    for (int i = 0, n = call.requests(); i < n; i++) {
      long number = call.request(i, numbers);
      Request request = open.get(number);
      if (request != null && request.kind == Kind.WITHDRAWN) {
        open.remove(number);
        complete(number, request, time);
      }
    }
  }

  void free(ExecutedCall call) {
    open.free(call);
  }

  /**
   * Completes the requests of a call as {@link OpenRequests#complete} does, and returns its result.
   */
  boolean complete(ExecutedCall call, long time) {
    return open.complete(call, (number, request) -> complete(number, request, time));
  }

  private void complete(long number, Request done, long time) {
    if (!done.shown || !shown) {
      return;
    }
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
