package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.*;
import io.github.tracecast.simulate.oracle.RankProcess.Blocked;
import io.github.tracecast.trace.MpiCall;

/**
 * The Wait and Test families. Where the trace says what completed, that is waited for, so that the
 * program goes on as it was recorded; where it does not, what is done at the rank's own time decides.
 * One thread.
 */
final class Completions {
  private final CompletionLookup lookup;
  private final PointToPoint transport;
  private final Requests requests;
  private final TimingEngine engine;

  Completions(EventTable table, PointToPoint transport, TimingEngine engine) {
    this.lookup = new CompletionLookup(table);
    this.transport = transport;
    this.requests = transport.requests;
    this.engine = engine;
  }

  void begin(RankProcess p, MpiCall call) {
    switch (call) {
      case REQUEST_FREE -> {
        for (int i = 0, n = listed(p); i < n; i++) {
          free(p, request(p, i));
        }
      }
      case CANCEL -> {
        if (atItsTime(p)) {
          for (int i = 0, n = listed(p); i < n; i++) {
            cancel(p, request(p, i));
          }
        }
      }
      default -> {
        if (isTest(call)) {
          p.look();
        }
        if (lookup.decided(p, call)) {
          awaitDecided(p, call);
        } else if (atItsTime(p)) {
          expectAll(p);
          awaitUndecided(p, call);
        }
      }
    }
  }

  private static boolean isTest(MpiCall call) {
    return switch (call) {
      case TEST, TESTALL, TESTANY, TESTSOME -> true;
      default -> false;
    };
  }

  private void awaitDecided(RankProcess p, MpiCall call) {
    for (int i = 0, n = lookup.awaitedCount(p, call); i < n; i++) {
      int index = lookup.awaited(p, call, i);
      if (index != EventTable.NONE) { // MPI_UNDEFINED: nothing was active
        expect(p, request(p, index));
      }
    }
    if (!p.awaitAll()) {
      p.blocked = Blocked.REQUESTS;
    }
  }

  private void awaitUndecided(RankProcess p, MpiCall call) {
    switch (call) {
      case WAITANY -> waitForOne(p, p.takeFirst());
      case WAITSOME -> {
        if (!p.takeDone()) {
          expectAll(p);
          waitForOne(p, false);
        }
      }
      case TEST, TESTALL -> {
        if (p.allDone()) {
          p.takeDone();
        }
        p.expectNothing();
      }
      case TESTANY -> {
        p.takeFirst();
        p.expectNothing();
      }
      case TESTSOME -> {
        p.takeDone();
        p.expectNothing();
      }
      default -> throw new AssertionError(call);
    }
  }

  /** Whether the engine's time has come up to the rank's, which looks then; if not, the call will be begun again. */
  boolean atItsTime(RankProcess p) {
    p.look();
    if (p.clock <= engine.nowPicos()) {
      return true;
    }
    p.blocked = Blocked.CLOCK;
    engine.alarm(Token.of(Token.RANK, p.worldRank), p.clock);
    return false;
  }

  /** How many requests the call names, null ones too. */
  int listed(RankProcess p) {
    return lookup.listed(p);
  }

  /** One of the requests that the call names, or {@link Requests#NONE} if it is null or over. */
  int request(RankProcess p, int index) {
    long offset = lookup.offset(p, index);
    if (offset > EventTable.PERSISTENT) {
      return p.persistent.get(offset - EventTable.PERSISTENT);
    }
    return offset == EventTable.NONE ? Requests.NONE : p.ring.get(offset);
  }

  /** Makes a request that the program can name. */
  int newRequest(RankProcess p, byte kind) {
    int displaced = p.ring.displaced();
    if (displaced != Requests.NONE && requests.persistentPosition[displaced] >= 0) {
      p.ring.clear(requests.position[displaced]);
      requests.position[displaced] = -1;
    } else {
      free(p, displaced);
    }
    int request = requests.create(kind, p);
    requests.position[request] = p.ring.add(request);
    return request;
  }

  /** Makes a persistent request, which is inactive. */
  int newPersistent(RankProcess p, byte kind) {
    free(p, p.persistent.displaced());
    int request = newRequest(p, kind);
    requests.persistent[request] = true;
    requests.state[request] = Requests.INACTIVE;
    requests.persistentPosition[request] = p.persistent.add(request);
    return request;
  }

  /** Marks a request as done that its rank cannot be waiting for yet. */
  void finish(int request, long picos) {
    requests.state[request] = Requests.DONE;
    requests.donePicos[request] = picos;
  }

  /** A pending request ends at a time that may still be to come. */
  void endAt(int request, long picos) {
    transport.completeAt(request, picos);
  }

  /** A request's end has come. */
  void ended(int request) {
    transport.complete(request, engine.nowPicos());
  }

  /** The table of all requests. */
  Requests requests() {
    return requests;
  }

  /** The flag that a test returned when it was recorded. */
  boolean flag(RankProcess p) {
    return lookup.flag(p);
  }

  /** Expects the call's requests; inactive persistent ones and null ones are no reason to wait. */
  private void expectAll(RankProcess p) {
    for (int i = 0, n = listed(p); i < n; i++) {
      expect(p, request(p, i));
    }
  }

  private void expect(RankProcess p, int request) {
    if (request != Requests.NONE && requests.state[request] != Requests.INACTIVE) {
      p.expect(request);
    }
  }

  private static void waitForOne(RankProcess p, boolean taken) {
    if (!taken && p.expectedCount() > 0) {
      p.awaitAny();
      p.blocked = Blocked.REQUESTS;
    }
  }

  /** From now on nobody can name the request; one that is pending still goes on to its end. */
  private void free(RankProcess p, int request) {
    if (request == Requests.NONE) {
      return;
    }
    if (requests.position[request] >= 0) {
      p.ring.clear(requests.position[request]);
      requests.position[request] = -1;
    }
    if (requests.persistentPosition[request] >= 0) {
      p.persistent.clear(requests.persistentPosition[request]);
      requests.persistentPosition[request] = -1;
    }
    requests.persistent[request] = false;
    if (requests.state[request] == Requests.PENDING) {
      requests.orphan[request] = true;
    } else {
      requests.release(request);
    }
  }

  /** A receive that is still posted is taken back; anything else goes on to its end. */
  private void cancel(RankProcess p, int request) {
    if (request != Requests.NONE
        && requests.kind[request] == Requests.RECEIVE
        && requests.state[request] == Requests.PENDING
        && transport.matching.withdraw(request, p.worldRank)) {
      requests.bytes[request] = Requests.NO_MESSAGE;
      finish(request, p.clock);
    }
  }
}
