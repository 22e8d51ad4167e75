package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.CallMessage.Kind;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Passes the calls of a rank on in order. The archive has the arguments of a non-blocking receive
 * or collective only at its completion. Until then, such a call and all later calls wait in a queue
 * of at most {@link #MOST_WAITING} calls. Not thread-safe.
 */
final class RankCalls implements LocationCalls.Taker {
  /**
   * The largest number of calls that wait. If more calls wait, the oldest call is passed on with an
   * unknown outcome.
   */
  static final int MOST_WAITING = 1 << 18;

  /**
   * A call that waits for the outcome of one of its receives, or, if the message is null, of its
   * collective.
   */
  private record Begun(Call call, @Nullable CallMessage message) {}

  private final CallWriter writer;
  private final ArrayDeque<Call> waiting = new ArrayDeque<>();
  private final ArrayDeque<Call> spare = new ArrayDeque<>();
  private final Long2ObjectOpenHashMap<Begun> withoutOutcome = new Long2ObjectOpenHashMap<>();

  private boolean finished;

  RankCalls(CallWriter writer) {
    this.writer = writer;
  }

  @Override
  public Call spare() {
    Call call = spare.poll();
    return call == null ? new Call() : call;
  }

  @Override
  public void take(Call call) {
    for (int i = 0; i < call.completedCount; i++) {
      if (call.completed[i].kind != Kind.ISEND) {
        settle(call.completed[i], call);
      }
    }
    if (call.unknown > 0) {
      register(call);
    }
    if (call.unknown == 0 && waiting.isEmpty()) {
      write(call);
      return;
    }
    waiting.add(call);
    while (!waiting.isEmpty() && (waiting.peek().unknown == 0 || waiting.size() > MOST_WAITING)) {
      write(waiting.poll());
    }
  }

  private void register(Call call) {
    for (int i = 0; i < call.messageCount; i++) {
      CallMessage message = call.messages[i];
      if (message.kind == Kind.IRECEIVE && !message.known) {
        withoutOutcome.put(message.request, new Begun(call, message));
      }
    }
    if (call.requestsCollective && call.operation == Call.NONE) {
      withoutOutcome.put(call.collectiveRequest, new Begun(call, null));
    }
  }

  private void settle(CallMessage outcome, Call within) {
    Begun start = withoutOutcome.remove(outcome.request);
    if (start == null) {
      settleWithin(outcome, within);
    } else if (start.message == null) {
      collective(start.call, outcome);
    } else {
      received(start.call, start.message, outcome);
    }
  }

  /** Settles an operation that the same call began and completed. */
  private static void settleWithin(CallMessage outcome, Call call) {
    for (int i = 0; i < call.messageCount; i++) {
      CallMessage message = call.messages[i];
      if (message.kind == Kind.IRECEIVE && !message.known && message.request == outcome.request) {
        received(call, message, outcome);
        return;
      }
    }
    if (call.requestsCollective && call.collectiveRequest == outcome.request) {
      collective(call, outcome);
    }
  }

  private static void received(Call call, CallMessage message, CallMessage outcome) {
    if (outcome.known) {
      message.outcome(outcome.peer, outcome.communicator, outcome.tag, outcome.bytes);
    }
    call.unknown--;
  }

  private static void collective(Call call, CallMessage outcome) {
    if (outcome.known) {
      call.collective(
          outcome.tag, outcome.communicator, outcome.peer, outcome.bytes, outcome.received);
    }
    call.unknown--;
  }

  private void write(Call call) {
    if (call.unknown > 0 && !finished) {
      forget(call);
    }
    writer.write(call);
    spare.add(call);
  }

  /** Stops waiting for the outcomes of a call that is passed on with unknown outcomes. */
  private void forget(Call call) {
    for (int i = 0; i < call.messageCount; i++) {
      CallMessage message = call.messages[i];
      if (message.kind == Kind.IRECEIVE && !message.known) {
        message.late = true;
        withoutOutcome.remove(message.request);
      }
    }
    if (call.requestsCollective) {
      withoutOutcome.remove(call.collectiveRequest);
    }
  }

  /** Passes all waiting calls on, because no more outcomes will come. */
  void finish() {
    finished = true;
    while (!waiting.isEmpty()) {
      write(waiting.poll());
    }
  }
}
