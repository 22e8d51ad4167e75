package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;

/**
 * Something with a clock of its own that starts requests and waits for them: a rank's program, or a
 * collective that runs on its behalf.
 *
 * <p>Its clock may run ahead of the engine's time, since computing and posting need nobody else; it
 * falls behind only while it waits.
 */
abstract class Waiter {
  /** World rank. */
  final int worldRank;

  /** Its own time, ps. */
  long clock;

  /** Time that it has spent on sending and receiving itself (LogGP's o), ps. */
  long overhead;

  /** Where its messages leave and enter. */
  final Port port;

  private final PointToPoint transport;
  private int[] expected = new int[4];
  private int expectedCount;
  private int pending;
  private boolean any;

  Waiter(int worldRank, Port port, PointToPoint transport) {
    this.worldRank = worldRank;
    this.port = port;
    this.transport = transport;
  }

  /** Called when what was waited for is there. */
  abstract void resume();

  /** A request of this waiter's is over; its row may be used again after the call. */
  abstract void released(int request);

  /** Adds a request to those that the next wait is for, once. */
  final void expect(int request) {
    if (transport.requests.expected[request]) {
      return;
    }
    transport.requests.expected[request] = true;
    if (expectedCount == expected.length) {
      expected = Arrays.copyOf(expected, expectedCount * 2);
    }
    expected[expectedCount++] = request;
  }

  /** Starts a send as soon as the gap since the last one allows, and pays o_s for it. */
  final void paySend(long bytes) {
    clock = Math.max(clock, port.nextSend);
    port.nextSend = later(transport.costs.gap(bytes));
    pay(transport.costs.sendOverhead(bytes));
  }

  /** Waits until all expected requests are done; true if they are already. */
  final boolean awaitAll() {
    Requests requests = transport.requests;
    any = false;
    pending = 0;
    for (int i = 0; i < expectedCount; i++) {
      int request = expected[i];
      if (requests.state[request] == Requests.PENDING) {
        requests.awaited[request] = true;
        pending++;
      }
    }
    if (pending > 0) {
      if (port.looks != null) {
        port.looks.await(clock);
      }
      return false;
    }
    absorbAll();
    return true;
  }

  /** What was awaited is there and it is this waiter's turn. */
  final void awake() {
    if (!any) {
      absorbAll();
    }
    resume();
  }

  /** Takes all expected requests in the order of their ends, which is when their receiver sees them. */
  private void absorbAll() {
    Requests requests = transport.requests;
    for (int i = 1; i < expectedCount; i++) {
      int request = expected[i];
      long end = requests.end(request);
      int at = i;
      while (at > 0 && requests.end(expected[at - 1]) > end) {
        expected[at] = expected[--at];
      }
      expected[at] = request;
    }
    if (port.looks != null) {
      port.looks.found(clock, latestTold());
    }
    for (int i = 0; i < expectedCount; i++) {
      transport.requests.expected[expected[i]] = false;
      absorb(expected[i]);
    }
    expectedCount = 0;
  }

  /** When the last of the expected requests was done of which only a look tells, ps; -1 if there is none. */
  private long latestTold() {
    Requests requests = transport.requests;
    long latest = -1;
    for (int i = 0; i < expectedCount; i++) {
      int request = expected[i];
      if (requests.told[request] && requests.state[request] == Requests.DONE) {
        latest = Math.max(latest, requests.end(request));
      }
    }
    return latest;
  }

  /** Takes all expected requests that are done now; false, forgetting them all, if none is. */
  final boolean takeDone() {
    boolean taken = false;
    for (int i = 0; i < expectedCount; i++) {
      if (transport.requests.state[expected[i]] == Requests.DONE) {
        absorb(expected[i]);
        taken = true;
      }
    }
    expectNothing();
    return taken;
  }

  /** Takes the expected request that was done first, if one is done; false, keeping them, otherwise. */
  final boolean takeFirst() {
    Requests requests = transport.requests;
    int first = Requests.NONE;
    for (int i = 0; i < expectedCount; i++) {
      int request = expected[i];
      if (requests.state[request] == Requests.DONE
          && (first == Requests.NONE || requests.donePicos[request] < requests.donePicos[first])) {
        first = request;
      }
    }
    if (first == Requests.NONE) {
      return false;
    }
    expectNothing();
    absorb(first);
    return true;
  }

  /** Looks at what has come, whatever it finds, until its call ends. */
  final void look() {
    if (port.looks != null) {
      port.looks.begin(clock);
    }
  }

  /** Whether all expected requests are done by now; keeps them. */
  final boolean allDone() {
    for (int i = 0; i < expectedCount; i++) {
      if (transport.requests.state[expected[i]] == Requests.PENDING) {
        return false;
      }
    }
    return true;
  }

  /** How many requests the next wait is for. */
  final int expectedCount() {
    return expectedCount;
  }

  /** Forgets what was expected. */
  final void expectNothing() {
    for (int i = 0; i < expectedCount; i++) {
      transport.requests.expected[expected[i]] = false;
    }
    expectedCount = 0;
  }

  /** Waits for the first of the expected requests, none of which is done. */
  final void awaitAny() {
    any = true;
    pending = 1;
    for (int i = 0; i < expectedCount; i++) {
      transport.requests.awaited[expected[i]] = true;
    }
  }

  /** One of its awaited requests is done. */
  final void done(int request) {
    transport.requests.awaited[request] = false;
    if (any) {
      for (int i = 0; i < expectedCount; i++) {
        transport.requests.awaited[expected[i]] = false;
      }
      expectNothing();
      absorb(request);
    }
    if (--pending == 0) {
      transport.ready.add(this);
    }
  }

  /** Writes down its clock and what it waits for. */
  final void describeWait(StateWriter state) {
    state.time(clock);
    state.time(port.nextSend);
    state.time(port.nextReceive);
    if (port.halfDuplex != null) {
      port.halfDuplex.describe(state);
    }
    state.put(overhead);
    state.put(any ? -1 - pending : pending);
    state.put(expectedCount);
    for (int i = 0; i < expectedCount; i++) {
      state.request(expected[i]);
    }
  }

  private void absorb(int request) {
    Requests requests = transport.requests;
    if (requests.state[request] == Requests.DONE) {
      clock = Math.max(clock, requests.donePicos[request]);
      if (requests.receivedMessage(request)) {
        if (port.halfDuplex != null) {
          clock = Math.max(clock, transport.enters(request, worldRank, port.halfDuplex));
        }
        payReceive(requests.bytes[request]);
      }
    }
    if (requests.persistent[request]) {
      requests.state[request] = Requests.INACTIVE;
    } else {
      released(request);
      requests.release(request);
    }
  }

  /** Starts a reception as soon as the gap since the last one allows, and pays o_r for it. */
  private void payReceive(long bytes) {
    clock = Math.max(clock, port.nextReceive);
    port.nextReceive = later(transport.costs.gap(bytes));
    pay(transport.costs.receiveOverhead(bytes));
  }

  /** Spends time on a communication itself. */
  final void pay(long picos) {
    long begin = clock;
    clock = later(picos);
    if (port.work != null) {
      port.work.add(begin, clock);
    }
    overhead += picos;
  }

  private long later(long picos) {
    long then = clock + picos;
    if (then > Picos.MAX) {
      throw new ReplayException("found more than " + Picos.seconds(Picos.MAX)
          + " s of simulated time with the overheads and gaps of rank " + worldRank
          + "'s messages; expected less");
    }
    return then;
  }
}
