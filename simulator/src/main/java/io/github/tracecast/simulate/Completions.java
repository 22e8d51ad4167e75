package io.github.tracecast.simulate;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.RankProcess.Blocked;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.function.IntConsumer;

/**
 * The Wait and Test families. Where the trace says what completed, that is waited for, so that the
 * program goes on as it was recorded; where it does not, what is done at the rank's own time decides.
 * One thread.
 */
final class Completions {
  private final EventTable table;
  private final PointToPoint transport;
  private final Requests requests;
  private final TimingEngine engine;

  Completions(EventTable table, PointToPoint transport, TimingEngine engine) {
    this.table = table;
    this.transport = transport;
    this.requests = transport.requests;
    this.engine = engine;
  }

  void begin(RankProcess p, MpiCall call) {
    switch (call) {
      case WAIT, WAITALL -> {
        expectAll(p);
        awaitAll(p);
      }
      case WAITANY -> {
        if (expectOutcomes(p)) {
          awaitAll(p);
        } else if (atItsTime(p)) {
          expectAll(p);
          waitForOne(p, p.takeFirst());
        }
      }
      case WAITSOME -> {
        if (expectOutcomes(p)) {
          awaitAll(p);
        } else if (atItsTime(p)) {
          waitForSome(p);
        }
      }
      case TEST, TESTALL -> test(p);
      case TESTANY, TESTSOME -> {
        if (expectOutcomes(p)) {
          awaitAll(p);
        } else if (atItsTime(p)) {
          expectAll(p);
          if (call == MpiCall.TESTSOME) {
            p.takeDone();
          } else {
            p.takeFirst();
          }
          p.expectNothing();
        }
      }
      case REQUEST_FREE -> forEachRequest(p, request -> free(p, request));
      case CANCEL -> forEachRequest(p, request -> cancel(p, request));
      default -> throw new AssertionError(call);
    }
  }

  /** Whether the engine's time has come up to the rank's; if not, the call will be looked at again. */
  boolean atItsTime(RankProcess p) {
    if (p.clock <= engine.nowPicos()) {
      return true;
    }
    p.blocked = Blocked.CLOCK;
    engine.alarm(Token.of(Token.RANK, p.worldRank), p.clock);
    return false;
  }

  /** The call's only request, or {@link Requests#NONE}. */
  int request(RankProcess p) {
    return named(p, table.value(p.cursor.event(), Parameter.REQUEST, p.worldRank, p.cursor.execution()));
  }

  /** Runs over the call's requests that are not null. */
  void forEachRequest(RankProcess p, IntConsumer action) {
    int event = p.cursor.event();
    if (table.has(event, Parameter.REQUEST)) {
      accept(request(p), action);
    }
    if (table.has(event, Parameter.REQUESTS)) {
      int length = table.listLength(event, Parameter.REQUESTS, p.worldRank, p.cursor.execution());
      for (int i = 0; i < length; i++) {
        accept(listed(p, i), action);
      }
    }
  }

  /** The flag that a test returned when it was recorded. */
  boolean flag(RankProcess p) {
    int event = p.cursor.event();
    return table.listLength(event, Parameter.OUTCOMES, p.worldRank, p.cursor.execution()) > 0
        && table.listValue(event, Parameter.OUTCOMES, p.worldRank, p.cursor.execution(), 0) != 0;
  }

  private static void accept(int request, IntConsumer action) {
    if (request != Requests.NONE) {
      action.accept(request);
    }
  }

  private int listed(RankProcess p, int index) {
    return named(
        p, table.listValue(p.cursor.event(), Parameter.REQUESTS, p.worldRank, p.cursor.execution(), index));
  }

  private static int named(RankProcess p, long offset) {
    return offset < 0 ? Requests.NONE : p.ring.get(offset);
  }

  /** Expects the call's requests; inactive persistent ones and null ones are no reason to wait. */
  private void expectAll(RankProcess p) {
    forEachRequest(p, request -> expect(p, request));
  }

  private void expect(RankProcess p, int request) {
    if (requests.state[request] != Requests.INACTIVE) {
      p.expect(request);
    }
  }

  /** Expects what the trace says was completed; false if it does not say. */
  private boolean expectOutcomes(RankProcess p) {
    int event = p.cursor.event();
    if (!table.has(event, Parameter.OUTCOMES)) {
      return false;
    }
    int completed = table.listLength(event, Parameter.OUTCOMES, p.worldRank, p.cursor.execution());
    int listed = table.listLength(event, Parameter.REQUESTS, p.worldRank, p.cursor.execution());
    for (int i = 0; i < completed; i++) {
      long index = table.listValue(event, Parameter.OUTCOMES, p.worldRank, p.cursor.execution(), i);
      if (index < 0 || index >= listed) {
        throw new ReplayException(
            "found completed index " + index + "; expected 0 to " + (listed - 1) + ", an index into the call's requests");
      }
      accept(listed(p, (int) index), request -> expect(p, request));
    }
    return true;
  }

  private static void awaitAll(RankProcess p) {
    if (!p.awaitAll()) {
      p.blocked = Blocked.REQUESTS;
    }
  }

  private void waitForSome(RankProcess p) {
    expectAll(p);
    if (!p.takeDone()) {
      expectAll(p);
      waitForOne(p, false);
    }
  }

  private static void waitForOne(RankProcess p, boolean taken) {
    if (!taken && p.expectedCount() > 0) {
      p.awaitAny();
      p.blocked = Blocked.REQUESTS;
    }
  }

  private void test(RankProcess p) {
    if (table.has(p.cursor.event(), Parameter.OUTCOMES)) {
      if (flag(p)) {
        expectAll(p);
        awaitAll(p);
      }
    } else if (atItsTime(p)) {
      expectAll(p);
      if (p.allDone()) {
        p.takeDone();
      }
      p.expectNothing();
    }
  }

  private void free(RankProcess p, int request) {
    requests.persistent[request] = false;
    if (requests.state[request] == Requests.PENDING) {
      p.ring.clear(requests.position[request]);
      requests.position[request] = -1;
      requests.orphan[request] = true;
    } else {
      p.ring.clear(requests.position[request]);
      requests.release(request);
    }
  }

  /** A receive that is still posted is taken back; anything else goes on to its end. */
  private void cancel(RankProcess p, int request) {
    if (requests.kind[request] == Requests.RECEIVE
        && requests.state[request] == Requests.PENDING
        && transport.matching.withdraw(request, p.worldRank)) {
      requests.kind[request] = Requests.SEND;
      requests.state[request] = Requests.DONE;
      requests.donePicos[request] = p.clock;
    }
  }
}
